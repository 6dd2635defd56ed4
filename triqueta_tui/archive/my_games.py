"""My games: those that are over, the newest first, to be filtered, replayed, reviewed and exported."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.widgets import Static

from protocol.archive import ArchivedGame, GamesFound
from protocol.requests import DropGame, Games
from protocol.text import clean
from triqueta_tui.archive.asking import PATIENCE, find
from triqueta_tui.archive.filter_bar import Filter, FilterBar
from triqueta_tui.archive.game_list import GameList, marks_of
from triqueta_tui.archive.question import Question
from triqueta_tui.archive.seat_words import own_seat
from triqueta_tui.client import Client
from triqueta_tui.commands import my_games as commands
from triqueta_tui.commands.command import Command, bindings, first_key
from triqueta_tui.locale import plural, say
from triqueta_tui.net.error_words import TROUBLES, explain
from triqueta_tui.net.own_name import own_name
from triqueta_tui.widgets.dates import date_and_time
from triqueta_tui.widgets.durations import duration
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.long_list import LongList
from triqueta_tui.widgets.quiet_screen import QuietScreen

PAGE: Final = 50
"""How many games are asked for at once."""

_RESULTS: Final = ("", "won", "lost")


class MyGames(QuietScreen[None]):
    app = app_of(Client)
    CSS_PATH = "archive.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            commands.REPLAY,
            commands.REVIEW,
            commands.EXPORT,
            commands.STATISTICS,
            commands.LEAVE,
            commands.LEADERBOARD,
            commands.DROP,
            commands.IMPORT,
            commands.FILTER_GAME,
            commands.FILTER_OPPONENT,
            commands.FILTER_RESULT,
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
            yield LinkStatus(self.app.link_state, quiet=not self._server)
        yield self._filters
        with Vertical(id="shelf"):
            yield self._list
            yield Static("", id="empty", markup=False)
        yield Static("", id="about", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self._list.focus()
        self._look()

    # What is listed

    def _look(self, mark: str = "") -> None:
        """List the games anew, as the filters say; the cursor goes to this game if it is there."""
        self._show_filters()
        self._asking = True
        self.run_worker(self._fetch(None, mark), group="games", exclusive=True)
        self.set_timer(PATIENCE, self._tell_waiting)

    def _tell_waiting(self) -> None:
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
            self._list.mark(at)
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
        self._tell_about()
        self.refresh_bindings()

    def _title(self) -> str:
        """On this machine every name has games of its own, so it is said whose these are."""
        if self._server:
            return say("my_games.title", where=say("my_games.on_server", server=self._server))
        return say("my_games.own_title", name=own_name(self.app.settings.name))

    def _nothing(self) -> str:
        if self._filtered:
            keys = (commands.FILTER_GAME, commands.FILTER_OPPONENT, commands.FILTER_RESULT)
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
                self._filter("game", commands.FILTER_GAME, say("my_games.columns.game"), game),
                self._filter(
                    "opponent", commands.FILTER_OPPONENT, say("my_games.opponent.label"), self._opponent
                ),
                self._filter("result", commands.FILTER_RESULT, say("my_games.results.label"), result),
            ]
        )

    def _filter(self, name: str, by: Command, label: str, value: str) -> Filter:
        key = first_key(by, self.app.settings.keys)
        return Filter(name, key, label, value or say("my_games.all"), bool(value))

    @on(LongList.Marked)
    def _tell_about(self) -> None:
        """Say more about the marked game below the list, and how many there are."""
        marked = self._list.marked
        words = "" if marked is None else say("my_games.about.between").join(self._about(marked))
        self.query_one("#about", Static).update(words, layout=False)
        shelf = self.query_one("#shelf")
        count = plural("my_games.count", self._total)
        shelf.border_title = count if marked is not None else None
        shelf.border_subtitle = f"{self._list.cursor + 1}/{self._total}" if self._total > 1 else None
        self.refresh_bindings()

    def _about(self, game: ArchivedGame) -> Sequence[str]:
        games = self.app.games
        options = games[game.game].load_set_up().words(game.options) if game.game in games else []
        length = max(1, round((game.ended_at - game.begun_at) / 60)) * 60
        parts = [date_and_time(game.ended_at), duration(length), *options, marks_of(game)]
        return [part for part in parts if part]

    # What can be done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        marked = self._list.marked
        match action:
            case "replay" | "export" | "review":
                return marked is not None and marked.game in self.app.games
            case "drop":
                return marked is not None and marked.imported
            case "import_file":
                return not self._server
        return True

    @on(LongList.Chosen)
    def action_replay(self) -> None:
        if (marked := self._list.marked) is not None and marked.game in self.app.games:
            self.app.open_replay(marked.id)

    def action_review(self) -> None:
        if (marked := self._list.marked) is not None:
            self.app.open_review(marked.id)

    def action_export(self) -> None:
        from triqueta_tui.archive.export_card import open_export

        if (marked := self._list.marked) is not None:
            open_export(self.app, marked)

    @on(FilterBar.Picked)
    async def pick_filter(self, event: FilterBar.Picked) -> None:
        await self.run_action(f"filter_{event.name}")

    def action_filter_game(self) -> None:
        """The next game, and all of them after the last."""
        names = ("", *self.app.games.names)
        self._game = names[(names.index(self._game) + 1) % len(names)]
        self._look()

    def action_filter_result(self) -> None:
        self._result = _RESULTS[(_RESULTS.index(self._result) + 1) % len(_RESULTS)]
        self._look()

    def action_filter_opponent(self) -> None:
        from triqueta_tui.archive.opponent_card import OpponentCard

        marked = self._list.marked
        others = [seat.name for seat in marked.seats if not seat.you and seat.name] if marked else []
        self.app.push_screen(OpponentCard(self._opponent, others), self._take_opponent)

    def _take_opponent(self, name: str | None) -> None:
        if name is not None:
            self._opponent = name
            self._look()

    def action_statistics(self) -> None:
        from triqueta_tui.archive.statistics import StatisticsScreen

        game = self._game or (self._list.marked.game if self._list.marked else "")
        self.app.push_screen(StatisticsScreen(self._server, game))

    def action_leaderboard(self) -> None:
        from triqueta_tui.archive.leaderboard import LeaderboardScreen

        self.app.push_screen(LeaderboardScreen(self._server, self._game))

    def action_import_file(self) -> None:
        from triqueta_tui.archive.import_card import ImportCard

        self.app.push_screen(ImportCard(), self._take_import)

    def _take_import(self, game: str | None) -> None:
        """Show the game that was imported, whatever was filtered."""
        if game is not None:
            self._game = self._opponent = self._result = ""
            self._look(mark=game)

    def action_drop(self) -> None:
        if (marked := self._list.marked) is None or not marked.imported:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.run_worker(self._drop(marked), group="drop")

        own = own_seat(marked) is not None
        question = Question(
            say("my_games.drop.title"),
            say(
                "my_games.drop.own" if own else "my_games.drop.question", when=date_and_time(marked.ended_at)
            ),
            say("my_games.drop.no"),
            say("my_games.drop.yes"),
        )
        self.app.push_screen(question, answered)

    async def _drop(self, game: ArchivedGame) -> None:
        try:
            await find(self.app, DropGame, game=game.id)
        except TROUBLES as error:
            self.notify(explain(error), severity="error", markup=False)
        self._look()

    def action_leave(self) -> None:
        """Back to the lobby from which one has come, or home."""
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
            self.app.go_home()
