"""The hints for a new player of Tripitz."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from triqueta_protocol.games.tripitz import Mine, Place, Public
from triqueta_protocol.games.tripitz_board import EDGE, NEIGHBOURS, Sum, worked_out
from triqueta_protocol.games.tripitz_stones import STONES
from triqueta_tui.commands import GUIDED_NEXT, PRACTICE_OPEN, TABLE_CHOOSE, TABLE_SCORES
from triqueta_tui.commands.command import Command
from triqueta_tui.games.tripitz.commands import DONE, EXCHANGE, NEXT_CELL, RACK, SELECT
from triqueta_tui.games.tripitz.figure_words import full_sum
from triqueta_tui.games.tripitz.practice import PracticeScreen
from triqueta_tui.games.tripitz.stone_words import full_name
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.settings import Help
from triqueta_tui.table import hints
from triqueta_tui.table.hints import Hint, HintCue, Hints
from triqueta_tui.table.prompt import Keys

_MANY: Final = 3
"""From this many touching or unplayable stones a hint is given."""


@dataclass(frozen=True)
class Cue(HintCue):
    stone: int | None = None
    """A stone of the player's rack."""
    made: Sum | None = None
    """What it makes or made."""
    seat: int | None = None
    """Another player."""
    count: int = 0


@dataclass(frozen=True)
class Placement:
    """A stone the player may lay, and what it makes in one of its cells."""

    stone: int
    made: Sum

    def cue(self, name: str) -> Cue:
        return Cue(name, self.stone, self.made)


@dataclass(frozen=True)
class Sight(hints.Sight[Public, Mine]):
    @cached_property
    def placements(self) -> list[Placement]:
        """All placements of this turn, best first."""
        found = [
            Placement(action.stone, self._made(cell, action.stone))
            for choice in self.mine.choices
            if self.deciding("turn") and isinstance(action := choice.action, Place)
            for cell in choice.cells or (action.cell,)
        ]
        return sorted(found, key=lambda one: one.made.points, reverse=True)

    def best(self, name: str, like: Callable[[Sum], bool]) -> Cue | None:
        """The cue for the best placement of a kind."""
        return next((one.cue(name) for one in self.placements if like(one.made)), None)

    @property
    def leader(self) -> int:
        """The other player with the most points."""
        others = [seat for seat in range(len(self.public.points)) if seat != self.seat]
        return max(others, key=self.public.points.__getitem__)

    @property
    def unlaid(self) -> list[int]:
        """The player's stones that make no figure now."""
        able = {one.stone for one in self.placements}
        return [stone for stone in self.public.racks[self.seat] if stone < STONES and stone not in able]

    def reaching_the_edge(self) -> Iterator[int]:
        """The other players who could lay a stone on the edge now."""
        board = self.public.board
        near = [
            cell
            for cell in sorted(EDGE)
            if board[cell] is None and any(board[beside] is not None for beside in NEIGHBOURS[cell])
        ]
        for seat, rack in enumerate(self.public.racks):
            stones = [piece for piece in rack if piece < STONES]
            if seat != self.seat and any(self._made(cell, stone).points for cell in near for stone in stones):
                yield seat

    def _made(self, cell: int, stone: int) -> Sum:
        return worked_out(self.public.board, cell, stone, one_per_axis=self.public.one_per_axis)


@dataclass
class TripitzHints(Hints[Sight, Cue]):
    KEYS: ClassVar[tuple[Command, ...]] = (*RACK, NEXT_CELL, EXCHANGE, TABLE_SCORES)
    SIGHT = Sight
    CHAINED = frozenset({"aim"})

    help: Callable[[], Help] = lambda: "points"
    """The help setting: what the board shows of legal cells."""
    arranged: Callable[[int, tuple[int, ...]], tuple[int, ...]] = lambda _, rack: rack
    """A seat's rack in the order on the table."""

    @property
    def situations(self) -> Sequence[Callable[[Sight], Cue | None]]:
        return (*_SITUATIONS, *(_AFTER_A_SUM if "sum" in self.given else ()))

    def hint(self, cue: Cue, view: View, keys: Keys) -> Hint:
        public, seat = view.public, view.seat
        assert seat is not None
        rack = self.arranged(seat, public.racks[seat])
        tab = keys.of(NEXT_CELL)
        text = say(
            f"tripitz.guided.{cue.name}.text",
            practise=keys.of(PRACTICE_OPEN),
            next=keys.of(GUIDED_NEXT),
            first=keys.of(RACK[0]),
            last=keys.of(RACK[max(0, len(rack) - 1)]),
            lay=keys.of(TABLE_CHOOSE),
            exchange=keys.of(EXCHANGE),
            mark=keys.of(SELECT),
            done=keys.of(DONE),
            scores=keys.of(TABLE_SCORES),
            marks=say(f"tripitz.guided.marks.{self.help()}", tab=tab),
            key=keys.of(RACK[rack.index(cue.stone)]) if cue.stone in rack else "",
            stone=full_name(cue.stone) if cue.stone is not None else "",
            sum=full_sum(cue.made) if cue.made is not None else "",
            points=cue.made.points if cue.made is not None else 0,
            mine=public.points[seat] + (cue.made.points if cue.made is not None else 0),
            who=view.names[cue.seat] if cue.seat is not None else "",
            theirs=public.points[cue.seat] if cue.seat is not None else 0,
            touched=cue.made.touched if cue.made is not None else 0,
            count=cue.count,
        )
        practice = PracticeScreen if cue.name == "aim" else None
        title = say(f"tripitz.guided.{cue.name}.title")
        # Beside the board, which most hints are about; the hint on racks leaves their side free.
        return Hint(title, text, practice=practice, beside=cue.name != "racks")


def _aim(sight: Sight) -> Cue | None:
    return Cue("aim") if sight.public.phase != "over" else None


def _first_turn(sight: Sight) -> Cue | None:
    return Cue("first_turn") if sight.placements else None


def _must_exchange(sight: Sight) -> Cue | None:
    stuck = sight.deciding("turn") and not sight.placements and sight.public.bag
    return Cue("must_exchange") if stuck else None


def _sum(sight: Sight) -> Cue | None:
    last = sight.public.last
    own = last is not None and last.seat == sight.seat and sight.public.phase != "over"
    return Cue("sum", last.stone, last.sum) if own and last is not None else None


def _edge(sight: Sight) -> Cue | None:
    """The player can end a short game: whether that is good depends on the points."""
    best = next((one for one in sight.placements if one.made.edge), None)
    if best is None or not sight.public.short:
        return None
    leader = sight.leader
    ahead = sight.public.points[sight.seat] + best.made.points > sight.public.points[leader]
    return Cue("edge_ahead" if ahead else "edge_behind", best.stone, best.made, leader)


def _near_edge(sight: Sight) -> Cue | None:
    if not (sight.deciding("turn") and sight.public.short):
        return None
    seat = next(sight.reaching_the_edge(), None)
    return None if seat is None else Cue("near_edge", seat=seat)


def _racks(sight: Sight) -> Cue | None:
    last = sight.public.last
    theirs = sight.deciding("turn") and last is not None and last.seat != sight.seat
    return Cue("racks", last.stone, last.sum, last.seat) if theirs and last is not None else None


def _quadruple(sight: Sight) -> Cue | None:
    return sight.best("quadruple", lambda made: made.quadruples > 0)


def _two_figures(sight: Sight) -> Cue | None:
    return sight.best("two_figures", lambda made: made.triples + made.quadruples > 1)


def _touching(sight: Sight) -> Cue | None:
    return sight.best("touching", lambda made: made.touched >= _MANY)


def _exchange(sight: Sight) -> Cue | None:
    unlaid = (
        sight.unlaid if sight.deciding("turn") and sight.public.bag and sight.public.last is not None else []
    )
    return Cue("exchange", count=len(unlaid)) if len(unlaid) >= _MANY else None


_SITUATIONS: Final = (
    _aim,
    _first_turn,
    _must_exchange,
    _sum,
    _edge,
    _near_edge,
)
"""None for the end of the game: it would cover the result."""

_AFTER_A_SUM: Final = (_touching, _exchange, _racks, _quadruple, _two_figures)
"""Situations whose hints use words that the hint on the first points explains."""
