"""The hints for a new player, each given when its situation first comes up.

A hint depends on what the player sees, not on which keys were pressed, so it fits however the game goes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Final

from protocol.games.triche import Mine, Place, Public
from protocol.games.triche_cards import CENTRE, LINES, OUTER_LINES, spoiled
from triqueta_tui.commands.command import Command
from triqueta_tui.commands.table import CHOOSE
from triqueta_tui.games.triche.card_drawing import spoken
from triqueta_tui.games.triche.commands import CARDS, NEXT_CARD, NEXT_CARRE, NO, WHY_NOT, YES
from triqueta_tui.games.triche.view import View
from triqueta_tui.locale import say
from triqueta_tui.table.guided import Hint, Hints, first_new
from triqueta_tui.table.prompt import Keys

_NEAR: Final = 6
"""So many points below the target one good carré may end the game."""


@dataclass(frozen=True)
class Cue:
    """What a hint is about: the catalogue key of its sentences, and what fills their gaps."""

    name: str
    owner: int | None = None
    """Of the carré that the hint speaks of."""
    cell: int | None = None
    card: int | None = None
    line: tuple[int, ...] = ()
    """The cards of a line."""


@dataclass
class TricheHints(Hints):
    KEYS: ClassVar[tuple[Command, ...]] = (*CARDS, NEXT_CARD, NEXT_CARRE, WHY_NOT, YES, NO)
    given: set[str] = field(default_factory=set)

    def advice(self, view: View, keys: Keys) -> Hint | None:
        cue = self.cue(view.public, view.mine, view.seat)
        if cue is None:
            return None
        text = say(
            f"triche.guided.{cue.name}.text",
            key=keys.of(CHOOSE),
            next=keys.of(NEXT_CARD),
            tab=keys.of(NEXT_CARRE),
            first=keys.of(CARDS[0]),
            last=keys.of(CARDS[-1]),
            why=keys.of(WHY_NOT),
            yes=keys.of(YES),
            no=keys.of(NO),
            owner=view.names[cue.owner] if cue.owner is not None else "",
            cell=say(f"triche.table.cell.{cue.cell}") if cue.cell is not None else "",
            card=spoken(cue.card) if cue.card is not None else "",
            line=" ".join(map(spoken, cue.line)),
            target=view.public.target,
        )
        return Hint(say(f"triche.guided.{cue.name}.title"), text, above=True)

    def cue(self, public: Public, mine: Mine | None, seat: int | None) -> Cue | None:
        if mine is None or seat is None:
            return None
        sight = Sight(public, mine, seat)
        return first_new((look(sight) for look in _LOOKS), self.given)


@dataclass(frozen=True)
class Sight:
    public: Public
    mine: Mine
    seat: int

    def deciding(self, phase: str) -> bool:
        return self.public.phase == phase and self.seat in self.public.owing

    @property
    def own(self) -> int:
        """The carré that the player owns now."""
        return self.public.owners.index(self.seat)

    def misfits(self) -> Iterator[Cue]:
        """Cells of others that a card of the hand would complete to a line without points."""
        for carre, cells in enumerate(self.public.carres):
            if carre == self.own:
                continue
            for cell, laid in enumerate(cells):
                for card in self.mine.hand if laid is None else ():
                    line = spoiled(cells, cell, card, diagonals=self.public.diagonals)
                    if line is not None and line in OUTER_LINES:
                        lying = tuple(card if at == cell else cells[at] for at in LINES[line])
                        if None not in lying:
                            full = tuple(one for one in lying if one is not None)
                            yield Cue("fit", self.public.owners[carre], cell, card, full)

    def conquests(self) -> Iterator[Cue]:
        """Cells in which a card of the hand completes a line, so that the carré may be had."""
        for choice in self.mine.choices:
            action = choice.action
            if choice.conquer and isinstance(action, Place):
                cells = self.public.carres[action.carre]
                line = LINES[choice.lines[0].line]
                lying = tuple(action.card if at == action.cell else cells[at] or 0 for at in line)
                yield Cue("conquest", self.public.owners[action.carre], action.cell, action.card, lying)


def _over(sight: Sight) -> Cue | None:
    return Cue("over") if sight.public.phase == "over" else None


def _counted(sight: Sight) -> Cue | None:
    return Cue("counted") if sight.public.round == 2 and sight.public.phase == "set_up" else None


def _set_up(sight: Sight) -> Cue | None:
    return Cue("set_up") if sight.deciding("set_up") else None


def _conquer(sight: Sight) -> Cue | None:
    return Cue("conquer") if sight.deciding("conquer") else None


def _swap(sight: Sight) -> Cue | None:
    return Cue("swap", sight.public.turn) if sight.deciding("swap") else None


def _forced(sight: Sight) -> Cue | None:
    return Cue("forced") if any(choice.forced for choice in sight.mine.choices) else None


def _others_forced(sight: Sight) -> Cue | None:
    others = sight.public.phase == "swap" and sight.seat not in sight.public.owing
    return Cue("others_forced", sight.public.turn) if others and sight.public.turn != sight.seat else None


def _first_turn(sight: Sight) -> Cue | None:
    return Cue("first_turn") if sight.deciding("place") else None


def _conquest(sight: Sight) -> Cue | None:
    return next(sight.conquests(), None) if sight.deciding("place") else None


def _full(sight: Sight) -> Cue | None:
    full = None not in sight.public.carres[sight.own]
    return Cue("full") if full and sight.deciding("place") else None


def _fit(sight: Sight) -> Cue | None:
    return next(sight.misfits(), None) if sight.deciding("place") else None


def _reach(sight: Sight) -> Cue | None:
    return Cue("reach") if sight.deciding("place") and sight.public.hands[sight.seat] <= 4 else None


def _lost(sight: Sight) -> Cue | None:
    """The player's own work is somebody else's now."""
    laid = sight.public.carres[sight.seat][CENTRE] is not None
    owner = sight.public.owners[sight.seat]
    return Cue("lost", owner) if laid and owner != sight.seat and sight.deciding("place") else None


def _near(sight: Sight) -> Cue | None:
    leader = max(range(len(sight.public.points)), key=sight.public.points.__getitem__)
    near = sight.public.points[leader] >= sight.public.target - _NEAR
    if not near or not sight.deciding("set_up"):
        return None
    return Cue("near_you") if leader == sight.seat else Cue("near", leader)


_LOOKS: Final = (
    _over,
    _counted,
    _set_up,
    _near,
    _conquer,
    _swap,
    _forced,
    _others_forced,
    _first_turn,
    _conquest,
    _full,
    _lost,
    _fit,
    _reach,
)
"""The situations, the most important first: one view brings one hint."""
