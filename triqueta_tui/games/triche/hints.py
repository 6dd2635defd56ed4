"""The hints for a new player of Triché."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from triqueta_protocol.games.triche import Mine, Place, Public
from triqueta_protocol.games.triche_cards import CENTRE, LINES, OUTER_LINES, spoiled
from triqueta_tui.commands import TABLE_CHOOSE
from triqueta_tui.commands.command import Command
from triqueta_tui.games.triche.card_words import brief_name
from triqueta_tui.games.triche.commands import CARDS, NEXT_CARD, NEXT_CARRE, NO, WHY_NOT, YES
from triqueta_tui.games.triche.view import View
from triqueta_tui.locale import say
from triqueta_tui.table import hints
from triqueta_tui.table.hints import Hint, HintCue, Hints
from triqueta_tui.table.prompt import Keys

_NEAR: Final = 6
"""This close to the target one good carré may end the game."""


@dataclass(frozen=True)
class Cue(HintCue):
    owner: int | None = None
    """The owner of the carré that the hint is about."""
    cell: int | None = None
    card: int | None = None
    line: tuple[int, ...] = ()
    """The cards of a line."""


@dataclass(frozen=True)
class Sight(hints.Sight[Public, Mine]):
    @property
    def own(self) -> int:
        """The carré the player owns."""
        return self.public.owners.index(self.seat)

    def misfits(self) -> Iterator[Cue]:
        """Cells of others where a card of the hand would complete a line without points."""
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
        """Cells where a card of the hand completes a line and wins the carré."""
        for choice in self.mine.choices:
            action = choice.action
            if choice.conquer and isinstance(action, Place):
                cells = self.public.carres[action.carre]
                line = LINES[choice.lines[0].line]
                lying = tuple(action.card if at == action.cell else cells[at] or 0 for at in line)
                yield Cue("conquest", self.public.owners[action.carre], action.cell, action.card, lying)


@dataclass
class TricheHints(Hints[Sight, Cue]):
    KEYS: ClassVar[tuple[Command, ...]] = (*CARDS, NEXT_CARD, NEXT_CARRE, WHY_NOT, YES, NO)
    SIGHT = Sight

    def hint(self, cue: Cue, view: View, keys: Keys) -> Hint:
        text = say(
            f"triche.guided.{cue.name}.text",
            key=keys.of(TABLE_CHOOSE),
            next=keys.of(NEXT_CARD),
            tab=keys.of(NEXT_CARRE),
            first=keys.of(CARDS[0]),
            last=keys.of(CARDS[-1]),
            why=keys.of(WHY_NOT),
            yes=keys.of(YES),
            no=keys.of(NO),
            owner=view.names[cue.owner] if cue.owner is not None else "",
            cell=say(f"triche.table.cell.{cue.cell}") if cue.cell is not None else "",
            card=brief_name(cue.card) if cue.card is not None else "",
            line=" ".join(map(brief_name, cue.line)),
            target=view.public.target,
        )
        return Hint(say(f"triche.guided.{cue.name}.title"), text, above=True)

    @property
    def situations(self) -> Sequence[Callable[[Sight], Cue | None]]:
        return _SITUATIONS


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
    """The carré the player built belongs to another player."""
    laid = sight.public.carres[sight.seat][CENTRE] is not None
    owner = sight.public.owners[sight.seat]
    return Cue("lost", owner) if laid and owner != sight.seat and sight.deciding("place") else None


def _near(sight: Sight) -> Cue | None:
    leader = max(range(len(sight.public.points)), key=sight.public.points.__getitem__)
    near = sight.public.points[leader] >= sight.public.target - _NEAR
    if not near or not sight.deciding("set_up"):
        return None
    return Cue("near_you") if leader == sight.seat else Cue("near", leader)


_SITUATIONS: Final = (
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
