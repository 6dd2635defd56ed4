"""The hints for a new player, each given when its situation first comes up.

A hint depends on what the player sees, not on which keys were pressed, so it fits however the game goes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Final

from protocol.games.tripitz import Mine, Place, Public
from protocol.games.tripitz_board import EDGE, NEIGHBOURS, Sum, worked_out
from protocol.games.tripitz_stones import STONES
from triqueta_tui.commands.command import Command
from triqueta_tui.commands.guided import NEXT_HINT
from triqueta_tui.commands.practice import PRACTISE
from triqueta_tui.commands.table import CHOOSE, SHOW_SCORES
from triqueta_tui.games.tripitz.commands import DONE, EXCHANGE, MARK, NEXT_CELL, RACK
from triqueta_tui.games.tripitz.practice import PracticeScreen
from triqueta_tui.games.tripitz.stone_words import described
from triqueta_tui.games.tripitz.sum_words import worked
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.settings import Help
from triqueta_tui.table.guided import Hint, Hints
from triqueta_tui.table.prompt import Keys

_MANY: Final = 3
"""From so many stones on that touch, or that cannot be laid, a hint is worth it."""


@dataclass(frozen=True)
class Cue:
    """What a hint is about: the catalogue key of its sentences, and what fills their gaps."""

    name: str
    stone: int | None = None
    """On the player's rack."""
    made: Sum | None = None
    """What it makes, or has made."""
    seat: int | None = None
    """Somebody else."""
    count: int = 0


@dataclass(frozen=True)
class Placement:
    """A stone that the player may lay, and what it would make in one of its cells."""

    stone: int
    made: Sum

    def cue(self, name: str) -> Cue:
        return Cue(name, self.stone, self.made)


@dataclass
class TripitzHints(Hints):
    KEYS: ClassVar[tuple[Command, ...]] = (*RACK, NEXT_CELL, EXCHANGE, SHOW_SCORES)
    help: Callable[[], Help] = lambda: "points"
    """What the board shows of where a stone may lie."""
    arranged: Callable[[int, tuple[int, ...]], tuple[int, ...]] = lambda _, rack: rack
    """A seat's rack as it lies on the table."""
    given: set[str] = field(default_factory=set)

    def advice(self, view: View, keys: Keys) -> Hint | None:
        hint = None
        for cue in reversed(self.cues(view.public, view.mine, view.seat)):
            hint = self._hint(cue, view, keys, hint)
        return hint

    def cues(self, public: Public, mine: Mine | None, seat: int | None) -> list[Cue]:
        """What is new now: one thing, but after the aim of the game also how to begin."""
        if mine is None or seat is None:
            return []
        sight = Sight(public, mine, seat)
        new: list[Cue] = []
        for look in (*_LOOKS, *(_AFTER_A_SUM if "sum" in self.given else ())):
            cue = look(sight)
            if cue is not None and cue.name not in self.given:
                self.given.add(cue.name)
                new.append(cue)
                if cue.name != "aim":
                    break
        return new

    def _hint(self, cue: Cue, view: View, keys: Keys, then: Hint | None) -> Hint:
        public, seat = view.public, view.seat
        assert seat is not None
        rack = self.arranged(seat, public.racks[seat])
        tab = keys.of(NEXT_CELL)
        text = say(
            f"tripitz.guided.{cue.name}.text",
            practise=keys.of(PRACTISE),
            next=keys.of(NEXT_HINT),
            first=keys.of(RACK[0]),
            last=keys.of(RACK[max(0, len(rack) - 1)]),
            lay=keys.of(CHOOSE),
            exchange=keys.of(EXCHANGE),
            mark=keys.of(MARK),
            done=keys.of(DONE),
            scores=keys.of(SHOW_SCORES),
            marks=say(f"tripitz.guided.marks.{self.help()}", tab=tab),
            key=keys.of(RACK[rack.index(cue.stone)]) if cue.stone in rack else "",
            stone=described(cue.stone) if cue.stone is not None else "",
            sum=worked(cue.made) if cue.made is not None else "",
            points=cue.made.points if cue.made is not None else 0,
            mine=public.points[seat] + (cue.made.points if cue.made is not None else 0),
            who=view.names[cue.seat] if cue.seat is not None else "",
            theirs=public.points[cue.seat] if cue.seat is not None else 0,
            touched=cue.made.touched if cue.made is not None else 0,
            count=cue.count,
        )
        practice = PracticeScreen if cue.name == "aim" else None
        title = say(f"tripitz.guided.{cue.name}.title")
        # Beside the board, which most hints speak of; that on racks leaves the side free, where they are.
        return Hint(title, text, practice=practice, beside=cue.name != "racks", then=then)


@dataclass(frozen=True)
class Sight:
    public: Public
    mine: Mine
    seat: int

    @property
    def deciding(self) -> bool:
        return self.public.phase == "turn" and self.seat in self.public.owing

    @cached_property
    def placements(self) -> list[Placement]:
        """Everything the player may lay in this turn, the best first."""
        found = [
            Placement(action.stone, self._made(cell, action.stone))
            for choice in self.mine.choices
            if self.deciding and isinstance(action := choice.action, Place)
            for cell in choice.cells or (action.cell,)
        ]
        return sorted(found, key=lambda one: one.made.points, reverse=True)

    def best(self, name: str, like: Callable[[Sum], bool]) -> Cue | None:
        """A hint about the best placement of a kind."""
        return next((one.cue(name) for one in self.placements if like(one.made)), None)

    @property
    def leader(self) -> int:
        """The other player with the most points."""
        others = [seat for seat in range(len(self.public.points)) if seat != self.seat]
        return max(others, key=self.public.points.__getitem__)

    @property
    def unlaid(self) -> list[int]:
        """The stones of the player's rack that make no figure now."""
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


def _aim(sight: Sight) -> Cue | None:
    return Cue("aim") if sight.public.phase != "over" else None


def _first_turn(sight: Sight) -> Cue | None:
    return Cue("first_turn") if sight.placements else None


def _must_exchange(sight: Sight) -> Cue | None:
    stuck = sight.deciding and not sight.placements and sight.public.bag
    return Cue("must_exchange") if stuck else None


def _sum(sight: Sight) -> Cue | None:
    last = sight.public.last
    own = last is not None and last.seat == sight.seat and sight.public.phase != "over"
    return Cue("sum", last.stone, last.sum) if own and last is not None else None


def _edge(sight: Sight) -> Cue | None:
    """The player could end a short game: whether that is good depends on the points."""
    best = next((one for one in sight.placements if one.made.edge), None)
    if best is None or not sight.public.short:
        return None
    leader = sight.leader
    ahead = sight.public.points[sight.seat] + best.made.points > sight.public.points[leader]
    return Cue("edge_ahead" if ahead else "edge_behind", best.stone, best.made, leader)


def _near_edge(sight: Sight) -> Cue | None:
    if not (sight.deciding and sight.public.short):
        return None
    seat = next(sight.reaching_the_edge(), None)
    return None if seat is None else Cue("near_edge", seat=seat)


def _racks(sight: Sight) -> Cue | None:
    last = sight.public.last
    theirs = sight.deciding and last is not None and last.seat != sight.seat
    return Cue("racks", last.stone, last.sum, last.seat) if theirs and last is not None else None


def _quadruple(sight: Sight) -> Cue | None:
    return sight.best("quadruple", lambda made: made.quadruples > 0)


def _two_figures(sight: Sight) -> Cue | None:
    return sight.best("two_figures", lambda made: made.triples + made.quadruples > 1)


def _touching(sight: Sight) -> Cue | None:
    return sight.best("touching", lambda made: made.touched >= _MANY)


def _exchange(sight: Sight) -> Cue | None:
    unlaid = sight.unlaid if sight.deciding and sight.public.bag and sight.public.last is not None else []
    return Cue("exchange", count=len(unlaid)) if len(unlaid) >= _MANY else None


_LOOKS: Final = (
    _aim,
    _first_turn,
    _must_exchange,
    _sum,
    _edge,
    _near_edge,
)
"""The situations, the most important first: one view brings one hint, the first one two.

There is none for the end of the game: it would lie over the result.
"""

_AFTER_A_SUM: Final = (_touching, _exchange, _racks, _quadruple, _two_figures)
"""Situations that are spoken of in words which the hint on the first points explains."""
