"""The end of a game: the score pad, who won, whether the shuffle was fair, and what to do next."""

from typing import ClassVar

from msgspec import Struct
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.table import Again, GoHome, Review
from triqueta_tui.games.triqueta.review import ReviewGame
from triqueta_tui.games.triqueta.score_pad import ScorePad
from triqueta_tui.games.triqueta.shuffle_check import Verdict
from triqueta_tui.games.triqueta.view_model import TableView
from triqueta_tui.locale import say
from triqueta_tui.widgets.footer import Footer

_TIGHT = 18
"""Below this height nothing but the headline is said beside the pad."""

_AROUND = 5
"""Lines around the pad: the headline, what is said below it, and the footer."""


class FinalScoresheet(Screen[None]):
    """The pad as the game left it."""

    app = app_of(TriquetaApp)
    CSS_PATH = "final_scoresheet.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Again, Review, GoHome)]

    def __init__(self, now: TableView, verdict: Verdict | None) -> None:
        super().__init__()
        self.now = now
        self.verdict = verdict
        self.pad = ScorePad()
        self._words = Static("\n".join(self._notes()), id="notes", markup=False)
        self._words.set_class(verdict is not None and not verdict.fair, "-unfair")

    def compose(self) -> ComposeResult:
        """Headline, pad, the word about the shuffle."""
        with Vertical(id="sheet"):
            yield Static(
                headline(self.now), id="headline", classes="-won" if self._won() else "", markup=False
            )
            yield self.pad
            yield self._words
        yield Footer()

    def on_mount(self) -> None:
        """Draw the pad."""
        self.pad.show(self.now)

    def on_resize(self, event: events.Resize) -> None:
        """Give the pad the lines it can use."""
        tight = event.size.height < _TIGHT
        self.set_class(tight, "-tight")
        self.pad.styles.height = ScorePad.lines(event.size.height - (2 if tight else _AROUND))

    def look(self, now: TableView, happenings: tuple[Struct, ...]) -> None:
        """Somebody came or went."""
        self.now = now
        self._words.update("\n".join(self._notes()))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The host alone can begin again."""
        return self.now.hosting if action == "again" else True

    def action_again(self) -> None:
        """Another game at this table."""
        self.app.play_again()

    def action_review(self) -> None:
        """Read the game once more."""
        self.app.push_screen(ReviewGame(self.now))

    def action_home(self) -> None:
        """Leave the table."""
        self.app.leave_table()

    def _won(self) -> bool:
        scores = self.now.public.scores
        return scores is not None and self.now.seat is not None and scores[self.now.seat].rank == 1

    def _notes(self) -> list[str]:
        notes = [verdict_words(self.verdict)]
        if not self.now.hosting and self.now.room.host is not None:
            host = next((seat.name for seat in self.now.room.seats if seat.player == self.now.room.host), "")
            notes.append(say("score.waits", who=host))
        return notes


def headline(now: TableView) -> str:
    """Who has won."""
    scores = now.public.scores
    assert scores is not None
    winners = [seat for seat, score in enumerate(scores) if score.rank == 1]
    points = scores[winners[0]].total
    if len(winners) > 1:
        who = say("log.comma").join(now.names[seat] for seat in winners)
        return say("score.shared", who=who, points=points)
    words = (
        say("score.you_win", points=points)
        if winners[0] == now.seat
        else say("score.wins", who=now.names[winners[0]], points=points)
    )
    tied = sum(score.total == points for score in scores) > 1
    return f"{words}\n{say('score.tie_break')}" if tied else words


def verdict_words(verdict: Verdict | None) -> str:
    """Whether the shuffle was the promised one."""
    if verdict is None:
        return say("score.promise_open")
    key = "score.promise_kept" if verdict.fair else "score.promise_broken"
    return say(key, seen=verdict.seen, matching=verdict.matching)
