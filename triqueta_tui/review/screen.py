"""The review of a finished game, shown while the expert still works on it."""

import asyncio
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from triqueta_protocol.archive import AssessmentFound
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import Assess
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import REVIEW_COMMANDS, REVIEW_PANES, REVIEW_PAUSE
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.locale import say
from triqueta_tui.review.balance import BalanceSheet
from triqueta_tui.review.decisions import CostlyDecisions
from triqueta_tui.review.findings import Findings
from triqueta_tui.review.plot import ChancePlot, Plotted
from triqueta_tui.review.seats import players
from triqueta_tui.review.words import ReviewWords
from triqueta_tui.session.error_words import TROUBLES, LinkGoneError, explain
from triqueta_tui.session.recorded_feed import Recording
from triqueta_tui.table import still
from triqueta_tui.table.game_board import GameTable
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.drawn_widget import Drawn
from triqueta_tui.widgets.footer import Footer

_BAR: Final = 20


class ReviewProgress(Drawn):
    """The line above a review: the game and how far the expert is."""

    def __init__(self, title: str) -> None:
        super().__init__(id="progress")
        self._title = title
        self._words = ""
        self._share = 0.0

    def show(self, words: str, share: float) -> None:
        """``share`` of the game is known; at 1 there is no bar."""
        self._words, self._share = words, share
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        right = canvas.write_right(canvas.width - 1, 0, self._words, self.style_of("dim")) - 1
        if self._share < 1:
            room = min(_BAR, right - cell_len(self._title) - 3)
            done = round(self._share * room)
            if room >= 4:
                canvas.write(right - room, 0, "━" * done, self.style_of("mark"))
                canvas.write(right - room + done, 0, "─" * (room - done), self.style_of("faint"))
                right -= room + 1
        canvas.write(1, 0, self._title, self.style_of("strong"), limit=max(0, right - 2))


BESIDE_FROM: Final = 110
"""From this width on luck and skill are beside the decisions."""
LEAST_PLOT: Final = 5
"""Lines, including the one for the rounds."""
LEAST_PANE: Final = 4
MOST_PLOT: Final = 22
_AROUND: Final = 3
"""The lines above and below the plot, and the footer."""
SHOWN_EVERY: Final = 0.15
"""Seconds between two drawings."""
BUSY_FOR: Final = 1.5
"""Seconds until a busy server is asked again."""
PATIENCE: Final = 40
"""The most attempts; then the player decides."""


class ReviewScreen(Screen[None]):
    app = app_of(TriquetaApp)
    CSS_PATH = "review.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(*REVIEW_COMMANDS)]

    def __init__(self, recording: Recording, table: GameTable, title: str) -> None:
        """Of ``table`` only the words and rounds are used."""
        super().__init__()
        head = recording.head
        self.recording = recording
        self.findings = Findings(recording.seats, recording.total)
        names = [seat.name or say("my_games.somebody") for seat in head.room.seats]
        self.players = players(names, say("review.you"), head.seat)
        self._table = table
        self.reviews = head.game.id
        self._whose: int | None = None
        self._cursor = 0
        self._moved = False
        """Whether the player has moved the cursor; until then it follows the expert."""
        self._second = False
        """Whether the single pane of a narrow screen shows luck and skill."""
        self._one_pane = False
        self._going = asyncio.Event()
        self._going.set()
        self._timer: Timer | None = None
        """Runs while assessments wait to be drawn."""
        self._note = ""
        """Why the review does not go on; empty if it does."""
        self._refused = 0
        """The number of busy answers in a row."""
        self.progress = ReviewProgress(title)
        self.plot = ChancePlot()
        self._moment = Static("", id="moment", markup=False)
        self.decisions = CostlyDecisions()
        self.balance = BalanceSheet()
        self.still = still.Still(recording, table)
        self.css_path = [*self.css_path, *table.sheets]

    def compose(self) -> ComposeResult:
        yield self.progress
        yield self.plot
        yield self._moment
        with Container(id="panes"):
            with Vertical(id="words"):
                yield self.decisions
                yield self.balance
            yield self.still
        yield Footer()

    def on_mount(self) -> None:
        self.show()
        self.run_worker(self._walk(), group="review", exclusive=True)

    def on_resize(self, event: events.Resize) -> None:
        self.show()

    # Requests to the expert

    async def _walk(self) -> None:
        findings = self.findings
        while not findings.complete:
            await self._going.wait()
            try:
                found = await self.app.navigator.find(Assess, game=self.reviews, step=findings.known)
                if not isinstance(found, AssessmentFound):
                    raise LinkGoneError("nonsense")
                findings.add(found)
            except TROUBLES as error:
                await self._wait_after(error)
                continue
            except ValueError:
                await self._wait_after(LinkGoneError("nonsense"))
                continue
            self._note, self._refused = "", 0
            self._follow()
            self._show_soon()

    async def _wait_after(self, error: Exception) -> None:
        """Ask a busy server again after a while; after other errors the player may try again."""
        busy = isinstance(error, RefusalError) and error.code in {Code.ARCHIVE_BUSY, Code.FLOODING}
        self._refused = self._refused + 1 if busy else 0
        busy = busy and self._refused < PATIENCE
        self._note = say("review.busy") if busy else explain(error)
        if not busy:
            self._going.clear()
        self.show()
        if busy:
            await asyncio.sleep(BUSY_FOR)

    def _follow(self) -> None:
        """Keep the cursor at the newest moment, until the player moves it."""
        if self._moved:
            return
        self._cursor = self.findings.known - 1
        if self.findings.complete:
            costly = self.findings.costly()
            self._cursor = costly[0].step if costly else self._cursor

    def take(self) -> None:
        """More of the recording has arrived."""
        if self.is_running:
            self.show()

    # Display

    @property
    def going(self) -> bool:
        return self._going.is_set() and not self.findings.complete

    def _show_soon(self) -> None:
        """Known assessments arrive fast: draw a few times a second."""
        if self._timer is None:
            self._timer = self.set_timer(SHOWN_EVERY, self.show)

    def show(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not self.is_mounted:
            return
        findings = self.findings
        words = self._words()
        costly = findings.costly(self._whose)
        told = [words.costly(one) for one in costly]
        self.progress.show(self._progress(), findings.known / findings.total)
        self.decisions.show(self._title(), told, self._nothing(), self._cursor)
        if findings.known:
            self._moment.update(words.moment(findings.moments[self._cursor], self.size.width - 2))
            self.balance.show([(one, findings.balance(one.seat)) for one in self.players])
            self.still.seek(self._cursor)
        self._arrange()
        steps = [one.step for one in costly]
        self.plot.show(Plotted(findings, self.players, words.rounds, steps, self._cursor))
        self.refresh_bindings()

    def _words(self) -> ReviewWords:
        recording, table = self.recording, self._table
        rounds = table.round_starts(recording.story)
        vocabulary = self.app.games[recording.head.room.game].vocabulary
        return ReviewWords(recording, table.advice_text, vocabulary, self.players, rounds)

    def _progress(self) -> str:
        findings = self.findings
        if findings.complete:
            return say("review.complete")
        if self._note:
            return self._note
        key = "review.progress" if self.going else "review.stopped"
        return say(key, done=findings.known, total=findings.total)

    def _title(self) -> str:
        if self._whose is None:
            return say("review.costly.everybody")
        if self._whose == self.recording.head.seat:
            return say("review.costly.you")
        return say("review.costly.of", name=self.players[self._whose].name)

    def _nothing(self) -> str:
        return say("review.costly.none" if self.findings.complete else "review.costly.not_yet")

    def _arrange(self) -> None:
        """Divide the height: the plot gets what decisions and balance leave, with a minimum."""
        width, height = self.size
        if not width:
            return
        room = height - _AROUND
        with_board = still.fits(self.size)
        self.still.display = with_board
        beside = width >= BESIDE_FROM and not with_board
        told = self.decisions.height_for(
            width * 6 // 11 if beside else width * 2 // 5 if with_board else width
        )
        lines = 1 + len(self.players)
        both = max(told, lines) if beside else told + lines
        self._one_pane = not beside and room - both < LEAST_PLOT
        if self._one_pane:
            both = min(lines if self._second else told, max(LEAST_PANE, room - LEAST_PLOT - 3))
        pane = min(both, room - LEAST_PLOT)
        plot = min(room - pane, room // 3 if with_board else MOST_PLOT)
        panes = self.query_one("#panes")
        panes.set_class(beside, "-beside")
        panes.set_class(with_board, "-with-board")
        self.plot.styles.height = plot
        panes.styles.height = room - plot
        self.decisions.display = not (self._one_pane and self._second)
        self.balance.display = not self._one_pane or self._second
        self.decisions.styles.height = "100%" if beside or self._one_pane else told
        self.balance.styles.height = lines

    def footer_word(self, command: Command) -> str:
        if command is REVIEW_PAUSE and not self.going:
            return say("review.go_on")
        if command is REVIEW_PANES and self._second:
            return say("review.to_decisions")
        return command.word()

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "pause":
                return not self.findings.complete
            case "panes":
                return self._one_pane
            case "costly":
                return bool(self.findings.costly(self._whose))
            case "watch" | "move" | "go":
                return self.findings.known > 0
        return True

    def point_at(self, step: int) -> None:
        """Move the cursor to a known moment."""
        self._moved = True
        self._cursor = max(0, min(step, self.findings.known - 1))
        self.show()

    def action_move(self, steps: int) -> None:
        self.point_at(self._cursor + steps)

    def action_go(self, step: int) -> None:
        self.point_at(step if step >= 0 else self.findings.known + step)

    def action_costly(self, by: int) -> None:
        """Cycle through the listed decisions."""
        steps = [one.step for one in self.findings.costly(self._whose)]
        if steps:
            at = steps.index(self._cursor) + by if self._cursor in steps else min(0, by)
            self.point_at(steps[at % len(steps)])

    def action_watch(self) -> None:
        self.app.navigator.open_replay(self.reviews, at=self._cursor, decisive=self.findings.decisive)

    def action_pause(self) -> None:
        if self._going.is_set():
            self._going.clear()
        else:
            self._note, self._refused = "", 0
            self._going.set()
        self.show()

    def action_whose(self) -> None:
        """Cycle: all decisions, then those of each player, the viewer first."""
        own = self.recording.head.seat or 0
        order = [None, *((own + at) % len(self.players) for at in range(len(self.players)))]
        self._whose = order[(order.index(self._whose) + 1) % len(order)]
        self.show()

    def action_panes(self) -> None:
        self._second = not self._second
        self.show()

    def action_close(self) -> None:
        self.dismiss()

    @on(ChancePlot.Pointed)
    def _pointed(self, message: ChancePlot.Pointed) -> None:
        self.point_at(message.step)

    @on(CostlyDecisions.Picked)
    def _picked(self, message: CostlyDecisions.Picked) -> None:
        self.point_at(message.step)
