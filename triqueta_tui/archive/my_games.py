"""My games: finished games, newest first, to filter, replay, review and export."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_protocol.archive import ArchivedGame, GamesFound
from triqueta_protocol.requests import MOST_FILE, DropGame, Games, ImportGame
from triqueta_protocol.text import clean
from triqueta_tui.app import TriquetaApp
from triqueta_tui.archive.asking import PATIENCE, find
from triqueta_tui.archive.filter_bar import Filter, FilterBar
from triqueta_tui.archive.game_list import GameList, marks_of
from triqueta_tui.archive.saving import SavingError, load, typed_path
from triqueta_tui.archive.seat_words import own_seat
from triqueta_tui.commands import (
    MY_GAMES_DROP,
    MY_GAMES_EXPORT,
    MY_GAMES_GAME,
    MY_GAMES_IMPORT,
    MY_GAMES_LEADERBOARD,
    MY_GAMES_LEAVE,
    MY_GAMES_OPPONENT,
    MY_GAMES_REPLAY,
    MY_GAMES_RESULT,
    MY_GAMES_REVIEW,
    MY_GAMES_STATISTICS,
)
from triqueta_tui.commands.command import Command, bindings, first_key
from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import duration
from triqueta_tui.screens.form_dialog import FormDialog
from triqueta_tui.session.error_words import TROUBLES, explain
from triqueta_tui.session.own_name import own_name
from triqueta_tui.widgets.dates import date_and_time
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.form import Line
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.long_list import LongList
from triqueta_tui.widgets.menu import Entry
from triqueta_tui.widgets.text_panel import Question


class OpponentDialog(FormDialog[str]):
    """The result is the name, empty for all opponents; None for no change."""

    title_key = "my_games.opponent.title"
    advice_key = "my_games.opponent.advice"

    def __init__(self, now: str, suggested: Sequence[str]) -> None:
        """``suggested``: the opponents in the selected game."""
        super().__init__()
        self._begin_with = now or (suggested[0] if suggested else "")

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        hint = say("my_games.opponent.hint")
        return [Line("name", say("my_games.opponent.label"), value=self._begin_with, hint=hint)]

    def on_form_done(self) -> None:
        self.dismiss(clean(self.form["name"]).strip())


class ImportDialog(FormDialog[str]):
    """The result is the id of the game."""

    title_key = "exports.import.title"
    advice_key = "exports.import.advice"

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        return [Line("path", say("exports.path"), hint=say("exports.import.hint"))]

    def on_form_done(self) -> None:
        self.run_worker(self._import(), group="import", exclusive=True)

    async def _import(self) -> None:
        try:
            content = await asyncio.to_thread(load, typed_path(self.form["path"]), MOST_FILE)
            found = await find(self.app, ImportGame, file=content, keep=True)
        except SavingError as error:
            self.fail(str(error))
        except TROUBLES as error:
            self.fail(explain(error))
        else:
            assert isinstance(found, GamesFound)
            self.dismiss(found.games[0].id)


PAGE: Final = 50
"""Games per request."""

_RESULTS: Final = ("", "won", "lost")


class MyGames(Screen[None]):
    app = app_of(TriquetaApp)
    CSS_PATH = "archive.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            MY_GAMES_REPLAY,
            MY_GAMES_REVIEW,
            MY_GAMES_EXPORT,
            MY_GAMES_STATISTICS,
            MY_GAMES_LEAVE,
            MY_GAMES_LEADERBOARD,
            MY_GAMES_DROP,
            MY_GAMES_IMPORT,
            MY_GAMES_GAME,
            MY_GAMES_OPPONENT,
            MY_GAMES_RESULT,
        )
    ]

    def __init__(self, server: str = "") -> None:
        """``server`` is where the games were played; empty for this machine."""
        super().__init__()
        self._server = server
        self._games: list[ArchivedGame] = []
        self._total = 0
        self._more: int | None = None
        self._asking = False
        self._game = ""
        self._opponent = ""
        self._result = ""
        self._list = GameList(lambda name: clean(self.app.games.title(name)))
        self._filters = FilterBar()

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(self._title(), id="title", markup=False)
            yield LinkStatus(self.app.session, quiet=not self._server)
        yield self._filters
        with Vertical(id="shelf"):
            yield self._list
            yield Static("", id="empty", markup=False)
        yield Static("", id="about", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self._list.focus()
        self._load()

    # The list

    def _load(self, mark: str = "") -> None:
        """List the games of the filters; the cursor goes to this game if it is there."""
        self._show_filters()
        self._asking = True
        self.run_worker(self._fetch(None, mark), group="games", exclusive=True)
        self.set_timer(PATIENCE, self._notify_waiting)

    def _notify_waiting(self) -> None:
        if self._asking and not self._games:
            self._show(say("my_games.waits"))

    async def _fetch(self, before: int | None, mark: str = "") -> None:
        fields = {"game": self._game, "opponent": self._opponent, "result": self._result}
        asked: dict[str, object] = {name: value for name, value in fields.items() if value}
        if before is not None:
            asked["before"] = before
        try:
            found = await find(self.app, Games, limit=PAGE, **asked)
        except TROUBLES as error:
            self._games = self._games if before is not None else []
            self._show(explain(error))
            return
        finally:
            self._asking = False
        assert isinstance(found, GamesFound)
        if before is None:
            self._games = []
            self._list.to_top()
        self._games += found.games
        self._total, self._more = found.total, found.more
        self._show("")
        at = next((at for at, one in enumerate(self._games) if one.id == mark), None)
        if at is not None:
            self._list.select(at)
        if found.games and self._list.has_room:
            self.fetch_more()

    @on(LongList.NearEnd)
    def fetch_more(self) -> None:
        if self._more is not None and not self._asking:
            self._asking = True
            self.run_worker(self._fetch(self._more), group="games")

    def _show(self, trouble: str) -> None:
        self.set_class(not self._games, "-empty")
        self.query_one("#empty", Static).update(trouble or self._nothing())
        self._list.show(self._games)
        self._describe()
        self.refresh_bindings()

    def _title(self) -> str:
        """On this machine every name has its own games, so show whose these are."""
        if self._server:
            return say("my_games.title", where=say("my_games.on_server", server=self._server))
        return say("my_games.own_title", name=own_name(self.app.settings.name))

    def _nothing(self) -> str:
        if self._filtered:
            keys = (MY_GAMES_GAME, MY_GAMES_OPPONENT, MY_GAMES_RESULT)
            named = [first_key(one, self.app.settings.keys) for one in keys]
            return say("my_games.no_match", game=named[0], opponent=named[1], result=named[2])
        return say("my_games.nothing" if self._server else "my_games.nothing_here")

    @property
    def _filtered(self) -> bool:
        return bool(self._game or self._opponent or self._result)

    def _show_filters(self) -> None:
        game = self.app.games.title(self._game) if self._game else ""
        result = say(f"my_games.results.{self._result}") if self._result else ""
        self._filters.show(
            [
                self._filter("game", MY_GAMES_GAME, say("my_games.columns.game"), game),
                self._filter("opponent", MY_GAMES_OPPONENT, say("my_games.opponent.label"), self._opponent),
                self._filter("result", MY_GAMES_RESULT, say("my_games.results.label"), result),
            ]
        )

    def _filter(self, name: str, by: Command, label: str, value: str) -> Filter:
        key = first_key(by, self.app.settings.keys)
        return Filter(name, key, label, value or say("my_games.all"), bool(value))

    @on(LongList.Marked)
    def _describe(self) -> None:
        """Describe the selected game below the list, with the number of games."""
        selected = self._list.selected
        words = "" if selected is None else say("my_games.about.between").join(self._about(selected))
        self.query_one("#about", Static).update(words, layout=False)
        shelf = self.query_one("#shelf")
        count = plural("my_games.count", self._total)
        shelf.border_title = count if selected is not None else None
        shelf.border_subtitle = f"{self._list.cursor + 1}/{self._total}" if self._total > 1 else None
        self.refresh_bindings()

    def _about(self, game: ArchivedGame) -> Sequence[str]:
        games = self.app.games
        options = games[game.game].load_set_up().words(game.options) if game.game in games else []
        length = max(1, round((game.ended_at - game.begun_at) / 60)) * 60
        parts = [date_and_time(game.ended_at), duration(length), *options, marks_of(game)]
        return [part for part in parts if part]

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        selected = self._list.selected
        match action:
            case "replay" | "export" | "review":
                return selected is not None and selected.game in self.app.games
            case "drop":
                return selected is not None and selected.imported
            case "import_file":
                return not self._server
        return True

    @on(LongList.Chosen)
    def action_replay(self) -> None:
        if (selected := self._list.selected) is not None and selected.game in self.app.games:
            self.app.navigator.open_replay(selected.id)

    def action_review(self) -> None:
        if (selected := self._list.selected) is not None:
            self.app.navigator.open_review(selected.id)

    def action_export(self) -> None:
        from triqueta_tui.archive.export_dialog import open_export

        if (selected := self._list.selected) is not None:
            open_export(self.app, selected)

    @on(FilterBar.Picked)
    async def pick_filter(self, event: FilterBar.Picked) -> None:
        await self.run_action(f"filter_{event.name}")

    def action_filter_game(self) -> None:
        """Filter by the next game; all games after the last."""
        names = ("", *self.app.games.names)
        self._game = names[(names.index(self._game) + 1) % len(names)]
        self._load()

    def action_filter_result(self) -> None:
        self._result = _RESULTS[(_RESULTS.index(self._result) + 1) % len(_RESULTS)]
        self._load()

    def action_filter_opponent(self) -> None:

        selected = self._list.selected
        others = [seat.name for seat in selected.seats if not seat.you and seat.name] if selected else []
        self.app.push_screen(OpponentDialog(self._opponent, others), self._on_opponent)

    def _on_opponent(self, name: str | None) -> None:
        if name is not None:
            self._opponent = name
            self._load()

    def action_statistics(self) -> None:
        from triqueta_tui.archive.statistics import StatisticsScreen

        game = self._game or (self._list.selected.game if self._list.selected else "")
        self.app.push_screen(StatisticsScreen(self._server, game))

    def action_leaderboard(self) -> None:
        from triqueta_tui.archive.leaderboard import LeaderboardScreen

        self.app.push_screen(LeaderboardScreen(self._server, self._game))

    def action_import_file(self) -> None:

        self.app.push_screen(ImportDialog(), self._on_import)

    def _on_import(self, game: str | None) -> None:
        """Show the imported game, whatever the filters."""
        if game is not None:
            self._game = self._opponent = self._result = ""
            self._load(mark=game)

    def action_drop(self) -> None:
        if (selected := self._list.selected) is None or not selected.imported:
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self.run_worker(self._drop(selected), group="drop")

        own = own_seat(selected) is not None
        question = Question(
            say("my_games.drop.title"),
            say(
                "my_games.drop.own" if own else "my_games.drop.question",
                when=date_and_time(selected.ended_at),
            ),
            Entry("no", say("my_games.drop.no"), "n"),
            Entry("yes", say("my_games.drop.yes"), "y"),
        )
        self.app.push_screen(question, answered)

    async def _drop(self, game: ArchivedGame) -> None:
        try:
            await find(self.app, DropGame, game=game.id)
        except TROUBLES as error:
            self.notify(explain(error), severity="error", markup=False)
        self._load()

    def action_leave(self) -> None:
        """Back to the lobby, if it was open, or home."""
        if self.app.navigator.screens.alone is self:
            self.app.navigator.go_home()
        else:
            self.dismiss()
