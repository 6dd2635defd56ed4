"""What a game shows of its end, between the headline and the notes."""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic

from msgspec import Struct
from textual.containers import Vertical
from textual.getters import app as app_of

from triqueta_tui.app import TriquetaApp
from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import listed, number
from triqueta_tui.session.view import AnyView, MineT, PublicT, TableView


class ResultSheet(Vertical, Generic[PublicT, MineT]):
    app = app_of(TriquetaApp)
    NOTES_FROM: ClassVar[int] = 0
    """Below this height there is room for the headline and the sheet only."""

    def __init__(self, now: TableView[PublicT, MineT], told: Sequence[Struct] = ()) -> None:
        """``told`` is all that has happened."""
        super().__init__(classes="result-sheet")
        self.now = now

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


def win_words(now: AnyView, winners: Sequence[int], points: int) -> str:
    if len(winners) > 1:
        who = listed(now.names[seat] for seat in winners)
        return plural("score.shared", points, who=who, points=number(points))
    if winners[0] == now.reader:
        return plural("score.you_win", points, points=number(points))
    return plural("score.wins", points, who=now.names[winners[0]], points=number(points))
