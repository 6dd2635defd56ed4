"""The leaderboard of a server: people and bots by rating, a page for each game and number of players."""

from itertools import product
from typing import ClassVar, Final

from rich.style import Style
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_protocol.archive import LeaderboardFound, RatedPlayer
from triqueta_protocol.requests import Leaderboard
from triqueta_tui.app import TriquetaApp
from triqueta_tui.archive.asking import PATIENCE, find
from triqueta_tui.archive.page_line import PageLine
from triqueta_tui.commands import LEADERBOARD_LEAVE, LEADERBOARD_NEXT, LEADERBOARD_OWN, LEADERBOARD_PREVIOUS
from triqueta_tui.commands.command import bindings
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import ordinal
from triqueta_tui.session.error_words import TROUBLES, explain
from triqueta_tui.widgets.canvas import PLAIN, Canvas
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.level_words import level_words
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.long_list import LongList
from triqueta_tui.widgets.prose import shortened

CLASSES: Final = ("2", "3+")
_WIDE: Final = 60


class RatedList(LongList):
    """Place, name, rating with its uncertainty, games and wins."""

    def __init__(self) -> None:
        super().__init__(id="lines")
        self._game = ""
        self._lines: tuple[RatedPlayer, ...] = ()

    def show(self, game: str, lines: list[RatedPlayer]) -> None:
        self._game, self._lines = game, tuple(lines)
        self.redraw()

    @property
    def line_count(self) -> int:
        return len(self._lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.HEAD + len(self._lines)

    def _columns(self, width: int) -> list[int]:
        """The right edges of rating, uncertainty, games and wins; columns that do not fit are left out."""
        return [width - 30, width - 21, width - 12, width - 2] if width >= _WIDE else [width - 8, width - 2]

    def draw_head(self, canvas: Canvas) -> None:
        dim, edges = self.style_of("dim"), self._columns(canvas.width)
        canvas.write(6, 0, say("leaderboard.columns.name"), dim)
        names = ("rating", "doubt", "games", "wins")[: len(edges)]
        for name, edge in zip(names, edges, strict=True):
            canvas.write_right(edge, 0, say(f"leaderboard.columns.{name}"), dim)

    def draw_line(self, canvas: Canvas, y: int, at: int, cursor: Style | None) -> None:
        one, edges = self._lines[at], self._columns(canvas.width)
        bot = one.level is not None or one.bot
        ink = self.style_of("mark") if one.you else self.style_of("dim") if bot else PLAIN
        where = ordinal(one.place) if one.place else "?"
        canvas.write_right(5, y, where, cursor or self.style_of("dim"))
        name = shortened(self._called(one), edges[0] - 6 - 9)
        canvas.write(6, y, name, cursor or (ink if one.you or bot else self.style_of("strong")))
        # The server's bots have fixed ratings.
        doubt = "" if one.level is not None else f"± {one.doubt}"
        played = ("", "") if one.level is not None else (str(one.games), str(one.wins))
        numbers = (str(one.rating), doubt, *played)
        for number, edge in zip(numbers, edges, strict=False):
            canvas.write_right(edge, y, number.replace("-", "−"), cursor or ink)

    def _called(self, one: RatedPlayer) -> str:
        if one.level is not None:
            return say("rooms.seats.bot", level=level_words(self._game, one.level))
        name = one.name or say("my_games.somebody")
        if one.bot:
            return say("my_games.guest_bot", name=name)
        return say("leaderboard.you", name=name) if one.you else name


class LeaderboardScreen(Screen[None]):
    app = app_of(TriquetaApp)
    CSS_PATH = "archive.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(LEADERBOARD_PREVIOUS, LEADERBOARD_NEXT, LEADERBOARD_OWN, LEADERBOARD_LEAVE)
    ]

    def __init__(self, server: str, game: str = "") -> None:
        """Start with this game, or with the last one played."""
        super().__init__()
        self._server = server
        self._pages = list(product((game.name for game in self.app.games), CLASSES))
        wanted = game or self.app.games.chosen(self.app.settings.game).name
        self._at = next(at for at, (name, _) in enumerate(self._pages) if name == wanted)
        self._lines: list[RatedPlayer] = []
        self._total = 0
        self._own: RatedPlayer | None = None
        self._asking = False
        self._list = RatedList()

    def compose(self) -> ComposeResult:
        where = say("my_games.on_server", server=self._server) if self._server else say("my_games.here")
        with Horizontal(id="head"):
            yield Static(say("leaderboard.title", where=where), id="title", markup=False)
            yield LinkStatus(self.app.session, quiet=not self._server)
        yield PageLine()
        with Vertical(id="shelf"):
            yield self._list
            yield Static("", id="empty", markup=False)
        yield Static("", id="about", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self._list.focus()
        self._load()

    def _load(self) -> None:
        game, seats = self._pages[self._at]
        kind = say(f"statistics.classes.{'two' if seats == '2' else 'more'}")
        words = say("statistics.page", game=self.app.games.title(game), players=kind)
        self.query_one(PageLine).show(words, self._at, len(self._pages))
        self._asking = True
        self.run_worker(self._fetch(0), group="leaderboard", exclusive=True)
        self.set_timer(PATIENCE, self._notify_waiting)

    def _notify_waiting(self) -> None:
        if self._asking and not self._lines:
            self._show(say("my_games.waits"))

    async def _fetch(self, before: int) -> None:
        """Fetch the lines after an offset."""
        game, seats = self._pages[self._at]
        try:
            found = await find(self.app, Leaderboard, game=game, seats_class=seats, before=before)
        except TROUBLES as error:
            if not before:
                self._lines = []
            self._show(explain(error))
            return
        finally:
            self._asking = False
        assert isinstance(found, LeaderboardFound)
        if not before:
            self._lines = []
            self._list.to_top()
        self._lines += found.lines
        self._total, self._own = found.total, found.own
        self._show("")
        if found.lines and self._list.has_room:
            self.fetch_more()

    def _show(self, trouble: str) -> None:
        self.set_class(not self._lines, "-empty")
        self.query_one("#empty", Static).update(trouble or say("leaderboard.nothing"))
        self._list.show(self._pages[self._at][0], self._lines)
        self._draw_rank()

    @on(LongList.Marked)
    def _draw_rank(self) -> None:
        shelf = self.query_one("#shelf")
        shelf.border_subtitle = f"{self._list.cursor + 1}/{self._total}" if self._total > 1 else None
        self.query_one("#about", Static).update(self._about() if self._lines else "", layout=False)
        self.refresh_bindings()

    def _about(self) -> str:
        """The line about the player's rank."""
        own = self._own
        if own is None:
            return say("leaderboard.unrated")
        words = {"rating": own.rating, "doubt": own.doubt}
        if not own.place:
            return say("leaderboard.no_place", **words)
        return say("leaderboard.place", place=own.place, **words)

    def _own_line(self) -> int | None:
        """The index of the player's line, if it is loaded."""
        return next((at for at, one in enumerate(self._lines) if one.you), None)

    @on(LongList.NearEnd)
    def fetch_more(self) -> None:
        if len(self._lines) < self._total and not self._asking:
            self._asking = True
            self.run_worker(self._fetch(len(self._lines)), group="leaderboard")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._own is not None if action == "to_me" else True

    def action_to_me(self) -> None:
        self.run_worker(self._go_to_own_line(), group="leaderboard", exclusive=True)

    async def _go_to_own_line(self) -> None:
        """Load lines up to the player's."""
        had = -1
        while self._own_line() is None and had < len(self._lines) < self._total:
            had = len(self._lines)
            await self._fetch(had)
        if (own := self._own_line()) is not None:
            self._list.select(own)

    @on(PageLine.Turned)
    def turn(self, event: PageLine.Turned) -> None:
        self._turn(event.by)

    def action_next(self) -> None:
        self._turn(1)

    def action_previous(self) -> None:
        self._turn(-1)

    def _turn(self, by: int) -> None:
        self._at = (self._at + by) % len(self._pages)
        self._load()

    def action_leave(self) -> None:
        self.dismiss()
