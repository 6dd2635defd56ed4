"""Statistics: a page for each game and number of players, with numbers, small plots and opponents."""

from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_protocol.archive import GameStatistics, StatisticsFound
from triqueta_protocol.requests import ForgetMe, Statistics
from triqueta_tui.app import TriquetaApp
from triqueta_tui.archive.asking import PATIENCE, find
from triqueta_tui.archive.page_line import PageLine
from triqueta_tui.archive.statistics_parts import Against, Numbers
from triqueta_tui.commands import (
    HELP_DOWN,
    HELP_UP,
    STATISTICS_FORGET,
    STATISTICS_LEAVE,
    STATISTICS_NEXT,
    STATISTICS_PREVIOUS,
)
from triqueta_tui.commands.command import bindings
from triqueta_tui.locale import plural, say
from triqueta_tui.session.error_words import TROUBLES, explain
from triqueta_tui.widgets.bar_plot import BarPlot
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.menu import Entry
from triqueta_tui.widgets.text_panel import Question


def ask_to_forget(app: TriquetaApp, server: str) -> None:
    """``server`` is empty for games on this machine."""
    where = say("my_games.on_server", server=server) if server else say("my_games.here")

    def first(answer: str | None) -> None:
        if answer == "yes":
            app.push_screen(_question("sure", where), second)

    def second(answer: str | None) -> None:
        if answer == "yes":
            app.run_worker(_forget(app, where), group="forgetting", exclusive=True)

    app.push_screen(_question("first", where), first)


def _question(step: str, where: str) -> Question:
    return Question(
        say("statistics.forget.title"),
        say(f"statistics.forget.{step}.question", where=where),
        Entry("no", say(f"statistics.forget.{step}.no"), "n"),
        Entry("yes", say(f"statistics.forget.{step}.yes"), "y"),
    )


async def _forget(app: TriquetaApp, where: str) -> None:
    try:
        await find(app, ForgetMe)
    except TROUBLES as error:
        app.notify(explain(error), severity="error", timeout=10, markup=False)
        return
    app.notify(say("statistics.forget.done", where=where), timeout=10, markup=False)
    app.navigator.leave_forgotten()


FORM: Final = 10
"""The number of recent games whose wins show the player's form."""


class StatisticsScreen(Screen[None]):
    app = app_of(TriquetaApp)
    CSS_PATH = "archive.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            STATISTICS_NEXT, STATISTICS_PREVIOUS, STATISTICS_LEAVE, STATISTICS_FORGET, HELP_UP, HELP_DOWN
        )
    ]

    def __init__(self, server: str, game: str = "") -> None:
        """Start with the page of this game, if there is one."""
        super().__init__()
        self._server = server
        self._game = game
        self._pages: tuple[GameStatistics, ...] = ()
        self._at = 0

    def compose(self) -> ComposeResult:
        where = say("my_games.on_server", server=self._server) if self._server else say("my_games.here")
        with Horizontal(id="head"):
            yield Static(say("statistics.title", where=where), id="title", markup=False)
            yield LinkStatus(self.app.session, quiet=not self._server)
        yield PageLine()
        with VerticalScroll(id="sheet", can_focus=False):
            with Horizontal(id="upper"):
                with Vertical(id="figures") as figures:
                    figures.border_title = say("statistics.numbers")
                    yield Numbers()
                with Vertical(id="plots"):
                    yield BarPlot(id="points")
                    yield BarPlot(id="form")
            yield Against()
        yield Static("", id="empty", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.add_class("-empty")
        asking = self.run_worker(self._fetch(), group="statistics", exclusive=True)
        self.set_timer(PATIENCE, lambda: None if asking.is_finished else self._say(say("my_games.waits")))

    async def _fetch(self) -> None:
        try:
            found = await find(self.app, Statistics)
        except TROUBLES as error:
            self._say(explain(error))
            return
        assert isinstance(found, StatisticsFound)
        self._pages = tuple(one for one in found.games if one.game in self.app.games)
        self._at = next((at for at, one in enumerate(self._pages) if one.game == self._game), 0)
        self._say("" if self._pages else say("statistics.nothing"))
        self._show()

    def _say(self, words: str) -> None:
        self.set_class(bool(words), "-empty")
        self.query_one("#empty", Static).update(words)
        self.refresh_bindings()

    def _show(self) -> None:
        if not self._pages:
            return
        about = self._pages[self._at]
        kind = say(f"statistics.classes.{'two' if about.seats_class == '2' else 'more'}")
        words = say("statistics.page", game=self.app.games.title(about.game), players=kind)
        self.query_one(PageLine).show(words, self._at, len(self._pages))
        self.query_one(Numbers).show(about)
        points, form = self.query_one("#points", BarPlot), self.query_one("#form", BarPlot)
        points.border_title = plural("statistics.points", len(about.points))
        points.show(about.points, about.won)
        won = form_of(about.won)
        form.display = len(won) > 1
        self.set_class(len(won) > 1, "-form")
        form.border_title = say("statistics.form", games=FORM)
        form.show(won, most=FORM)
        against = self.query_one(Against)
        against.border_title = say("statistics.against")
        against.display = bool(about.against)
        against.show(about.game, about.against)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return len(self._pages) > 1 if action in {"next", "previous"} else True

    @on(PageLine.Turned)
    def turn(self, event: PageLine.Turned) -> None:
        self._turn(event.by)

    def action_next(self) -> None:
        self._turn(1)

    def action_previous(self) -> None:
        self._turn(-1)

    def _turn(self, by: int) -> None:
        if self._pages:
            self._at = (self._at + by) % len(self._pages)
            self._show()

    def action_up(self) -> None:
        self.query_one("#sheet", VerticalScroll).scroll_up(animate=False)

    def action_down(self) -> None:
        self.query_one("#sheet", VerticalScroll).scroll_down(animate=False)

    def action_forget(self) -> None:

        ask_to_forget(self.app, self._server)

    def action_leave(self) -> None:
        self.dismiss()


def form_of(won: tuple[bool, ...]) -> list[int]:
    """For each game from the tenth on: how many of the last ten were won."""
    return [sum(won[end - FORM : end]) for end in range(FORM, len(won) + 1)]
