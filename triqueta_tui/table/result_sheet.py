"""What a game shows of its end, between the headline and the notes."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.widgets import Static

from triqueta_tui.app import TriquetaApp
from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import listed, number
from triqueta_tui.session.view import AnyView, MineT, PublicT, TableView
from triqueta_tui.table.points_plot import PointsPlot

_ROOM: Final = (76, 22)
"""The least size of a terminal that shows the board and the course of the game."""


class ResultSheet(Vertical, Generic[PublicT, MineT]):
    """The final board beside the points over time and the moments of the game; below it, what everybody got.

    Where there is no room for both, a game's sheet stands alone.
    """

    app = app_of(TriquetaApp)
    NOTES_FROM: ClassVar[int] = 0
    """Below this height there is room for the headline and the sheet only."""
    BOARD_ALONE: ClassVar[bool] = False
    """Whether the board is the sheet, and so is always shown."""

    def __init__(self, now: TableView[PublicT, MineT], told: Sequence[Struct] = ()) -> None:
        """``told`` is all that has happened."""
        super().__init__(classes="result-sheet")
        self.now = now
        self.course = self._course(told)

    def compose(self) -> ComposeResult:
        with Horizontal(id="final"):
            yield from self.compose_board()
            with Vertical(id="course"):
                yield PointsPlot(self.now, self.course, self.decisive)
                yield Static("\n".join(self.moments()), id="moments", markup=False)
        yield from self.compose_sheet()

    def compose_board(self) -> ComposeResult:
        """The final board."""
        return ()

    def compose_sheet(self) -> ComposeResult:
        """What everybody got."""
        return ()

    def is_whole(self, told: Sequence[Struct]) -> bool:
        """Whether these events are all that has brought points."""
        return False

    def gains(self, event: Struct) -> Mapping[int, int]:
        """The points that seats have made with an event; empty if none."""
        return {}

    def moments(self) -> list[str]:
        """The best and the decisive moment, in words."""
        at = self.decisive
        if at is None:
            return []
        who, game = self.now.subject(self.winners[0]), self.now.room.game
        if at == len(self.course) - 1:
            return [say("score.decided_last", who=who)]
        return [say(f"{game}.score.decisive", who=who, at=at, all=len(self.course) - 1)]

    def _course(self, told: Sequence[Struct]) -> list[tuple[int, ...]]:
        """Everybody's points after each gain and at the end; empty for a viewer who came late."""
        if not self.is_whole(told):
            return []
        course = [(0,) * len(self.now.names)]
        for event in told:
            if gains := self.gains(event):
                course.append(tuple(points + gains.get(seat, 0) for seat, points in enumerate(course[-1])))
        return course if course[-1] == tuple(self.totals) else [*course, tuple(self.totals)]

    @property
    def decisive(self) -> int | None:
        """The step from which on the winner was ahead to the end; None if there is none."""
        if len(self.winners) != 1 or len(self.course) < 2:
            return None
        best = self.winners[0]
        ahead = [
            all(step[best] > points for at, points in enumerate(step) if at != best) for step in self.course
        ]
        if not ahead[-1]:
            return None
        return len(ahead) - next((at for at, one in enumerate(reversed(ahead)) if not one), len(ahead))

    @property
    def scores(self) -> Sequence[Any] | None:
        """By seat: ``total`` and ``rank``; None in a game whose points alone decide."""
        return getattr(self.now.public, "scores", None)

    @property
    def totals(self) -> Sequence[int]:
        public: Any = self.now.public
        return public.points if self.scores is None else [score.total for score in self.scores]

    @property
    def winners(self) -> Sequence[int]:
        if self.scores is None:
            return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]
        return [seat for seat, score in enumerate(self.scores) if score.rank == 1]

    def headline(self) -> str:
        """Who has won, and by which rule if others have the same total."""
        points = self.totals[self.winners[0]]
        words = win_words(self.now, self.winners, points)
        tied = len(self.winners) == 1 and self.totals.count(points) > 1
        return f"{words}\n{say(f'{self.now.room.game}.score.tie_break')}" if tied else words

    def points_won(self) -> int | None:
        """The winner's points to count up; None to show none."""
        return None

    def fit(self, height: int) -> None:
        """Fit into a screen of so many lines."""
        roomy = self.app.size.width >= _ROOM[0] and height >= _ROOM[1]
        self.set_class(roomy and len(self.course) > 1, "-course")
        self.set_class(roomy or self.BOARD_ALONE, "-board")


def win_words(now: AnyView, winners: Sequence[int], points: int) -> str:
    if len(winners) > 1:
        who = listed(now.names[seat] for seat in winners)
        return plural("score.shared", points, who=who, points=number(points))
    if winners[0] == now.reader:
        return plural("score.you_win", points, points=number(points))
    return plural("score.wins", points, who=now.names[winners[0]], points=number(points))
