"""Somebody who sits beside a new player and says what is what when it first comes up.

A hint answers to what the player sees, not to which keys were pressed, so it fits however the game goes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from protocol.games.triqueta import VALUES, Animal, Mine, Public

SEED: Final = "mistletoe"
"""A deal in which the new player begins and most situations come up."""

PLAYERS: Final = 3
LEVEL: Final = "easy"


@dataclass(frozen=True)
class Hint:
    """A hint: the key of its sentences and what they are about."""

    name: str
    row: int | None = None
    animal: Animal | None = None

    @property
    def value(self) -> int | None:
        """What three of the animal are worth."""
        return None if self.animal is None else VALUES[self.animal]


@dataclass
class Coach:
    """Gives each hint once."""

    given: set[str] = field(default_factory=set)

    def advice(self, public: Public, mine: Mine | None, seat: int | None) -> Hint | None:
        """The hint for a situation the player has not been in before, or None."""
        if mine is None or seat is None:
            return None
        sight = Sight(public, mine, seat)
        for look in _LOOKS:
            hint = look(sight)
            if hint is not None and hint.name not in self.given:
                self.given.add(hint.name)
                return hint
        return None


@dataclass(frozen=True)
class Sight:
    """What the player sees."""

    public: Public
    mine: Mine
    seat: int

    def deciding(self, phase: str) -> bool:
        """Whether the player owes a decision of this kind."""
        return self.public.phase == phase and self.seat in self.public.owing

    @property
    def out(self) -> bool:
        """Whether the player has taken a row this round."""
        return self.seat in self.public.takers

    @property
    def rows_left(self) -> int:
        """How many rows lie on the table."""
        return self.public.takers.count(None)

    def of_mine(self, enough: Callable[[int], bool]) -> Animal | None:
        """An animal of which the own collection has that many."""
        counts = self.public.collections[self.seat]
        return next((animal for animal in Animal if enough(counts[animal])), None)


def _over(sight: Sight) -> Hint | None:
    return Hint("over") if sight.public.phase == "over" else None


def _reveal(sight: Sight) -> Hint | None:
    return Hint("reveal") if sight.deciding("reveal") else None


def _rock(sight: Sight) -> Hint | None:
    return Hint("rock") if sight.deciding("tower") else None


def _made(sight: Sight) -> Hint | None:
    animal = sight.of_mine(lambda count: count == 3)
    return Hint("made", animal=animal) if animal is not None else None


def _broken(sight: Sight) -> Hint | None:
    animal = sight.of_mine(lambda count: count > 3)
    return Hint("broken", animal=animal) if animal is not None else None


def _last_round(sight: Sight) -> Hint | None:
    return Hint("last_round") if sight.public.round == 4 and sight.public.phase == "turn" else None


def _new_round(sight: Sight) -> Hint | None:
    return Hint("new_round") if sight.public.round == 2 and sight.public.phase == "turn" else None


def _tower_empty(sight: Sight) -> Hint | None:
    empty = sight.public.towers[sight.public.tower] == 0
    return Hint("tower_empty") if empty and sight.deciding("turn") else None


def _last_in(sight: Sight) -> Hint | None:
    return Hint("last_in") if sight.deciding("turn") and sight.rows_left == 1 else None


def _keep_it(sight: Sight) -> Hint | None:
    if not sight.deciding("place") or not sight.mine.drawn or not sight.public.keeps_left[sight.seat]:
        return None
    animal = Animal(sight.mine.drawn[0])
    owned = sight.public.collections[sight.seat][animal] + sight.mine.face_down.count(animal)
    return Hint("keep_it", animal=animal) if owned == 2 else None


def _first_token(sight: Sight) -> Hint | None:
    if not sight.deciding("place") or not sight.mine.drawn:
        return None
    return Hint("first_token", animal=Animal(sight.mine.drawn[0]))


def _would_make(sight: Sight) -> Hint | None:
    return _row_hint("would_make", sight, lambda count: count == 3)


def _would_break(sight: Sight) -> Hint | None:
    return _row_hint("would_break", sight, lambda count: count > 3)


def _row_hint(name: str, sight: Sight, enough: Callable[[int], bool]) -> Hint | None:
    if not sight.deciding("turn"):
        return None
    for row, worth in enumerate(sight.mine.worth):
        for change in worth.split if worth is not None else ():
            if enough(change.after) and not enough(change.before):
                return Hint(name, row=row, animal=Animal(change.animal))
    return None


def _first_turn(sight: Sight) -> Hint | None:
    return Hint("first_turn") if sight.deciding("turn") and not any(sight.public.rows) else None


def _worth(sight: Sight) -> Hint | None:
    return Hint("worth") if sight.deciding("turn") and any(sight.public.rows) else None


def _out(sight: Sight) -> Hint | None:
    waiting = sight.public.phase in {"turn", "place"} and sight.out
    return Hint("out") if waiting else None


def _others(sight: Sight) -> Hint | None:
    watching = sight.public.phase == "turn" and sight.seat not in sight.public.owing and not sight.out
    return Hint("others") if watching and any(sight.public.rows) else None


_LOOKS: Final = (
    _over,
    _reveal,
    _rock,
    _broken,
    _made,
    _last_round,
    _new_round,
    _first_token,
    _keep_it,
    _first_turn,
    _worth,
    _tower_empty,
    _last_in,
    _would_make,
    _would_break,
    _out,
    _others,
)
"""The situations, the weightiest first: one view brings one hint."""
