"""The hints for a new player of Triqueta."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from triqueta_protocol.games.triqueta import VALUES, Animal, Mine, Public
from triqueta_tui.commands.command import Command
from triqueta_tui.games.triqueta.commands import DRAW_TOKEN, KEEP_TOKEN, ROWS
from triqueta_tui.games.triqueta.token_words import as_object, counted
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.locale import say
from triqueta_tui.table import hints
from triqueta_tui.table.hints import Hint, HintCue, Hints
from triqueta_tui.table.prompt import Keys


@dataclass(frozen=True)
class Cue(HintCue):
    row: int | None = None
    animal: Animal | None = None
    count: int = 0
    """The count of the animal that the player has or would have."""

    @property
    def value(self) -> int | None:
        return None if self.animal is None else VALUES[self.animal]


@dataclass(frozen=True)
class Sight(hints.Sight[Public, Mine]):
    @property
    def out(self) -> bool:
        """Whether the player has taken a row this round."""
        return self.seat in self.public.takers

    @property
    def rows_left(self) -> int:
        return self.public.takers.count(None)


@dataclass
class TriquetaHints(Hints[Sight, Cue]):
    KEYS: ClassVar[tuple[Command, ...]] = (DRAW_TOKEN, KEEP_TOKEN, *ROWS)
    SIGHT = Sight

    def hint(self, cue: Cue, view: View, keys: Keys) -> Hint:
        text = say(
            f"triqueta.guided.{cue.name}.text",
            draw=keys.of(DRAW_TOKEN),
            keep=keys.of(KEEP_TOKEN),
            drawn=as_object(cue.animal) if cue.animal is not None else "",
            counted=counted(cue.animal, cue.count) if cue.animal is not None else "",
            value=cue.value,
            row=None if cue.row is None else cue.row + 1,
        )
        return Hint(say(f"triqueta.guided.{cue.name}.title"), text)

    @property
    def situations(self) -> Sequence[Callable[[Sight], Cue | None]]:
        return _SITUATIONS


def _over(sight: Sight) -> Cue | None:
    return Cue("over") if sight.public.phase == "over" else None


def _reveal(sight: Sight) -> Cue | None:
    return Cue("reveal") if sight.deciding("reveal") else None


def _rock(sight: Sight) -> Cue | None:
    return Cue("rock") if sight.deciding("tower") else None


def _made(sight: Sight) -> Cue | None:
    return _own_cue("made", sight, lambda count: count == 3)


def _broken(sight: Sight) -> Cue | None:
    return _own_cue("broken", sight, lambda count: count > 3)


def _own_cue(about: str, sight: Sight, enough: Callable[[int], bool]) -> Cue | None:
    """The cue for the first animal of which the player has enough."""
    counts = sight.public.collections[sight.seat]
    found = (Cue(about, animal=animal, count=counts[animal]) for animal in Animal if enough(counts[animal]))
    return next(found, None)


def _last_round(sight: Sight) -> Cue | None:
    return Cue("last_round") if sight.public.round == 4 and sight.public.phase == "turn" else None


def _new_round(sight: Sight) -> Cue | None:
    return Cue("new_round") if sight.public.round == 2 and sight.public.phase == "turn" else None


def _tower_empty(sight: Sight) -> Cue | None:
    empty = sight.public.towers[sight.public.tower] == 0
    return Cue("tower_empty") if empty and sight.deciding("turn") else None


def _last_in(sight: Sight) -> Cue | None:
    return Cue("last_in") if sight.deciding("turn") and sight.rows_left == 1 else None


def _keep_it(sight: Sight) -> Cue | None:
    if not sight.deciding("place") or not sight.mine.drawn or not sight.public.keeps_left[sight.seat]:
        return None
    animal = Animal(sight.mine.drawn[0])
    owned = sight.public.collections[sight.seat][animal] + sight.mine.face_down.count(animal)
    return Cue("keep_it", animal=animal) if owned == 2 else None


def _first_token(sight: Sight) -> Cue | None:
    if not sight.deciding("place") or not sight.mine.drawn:
        return None
    return Cue("first_token", animal=Animal(sight.mine.drawn[0]))


def _would_make(sight: Sight) -> Cue | None:
    return _row_cue("would_make", sight, lambda count: count == 3)


def _would_break(sight: Sight) -> Cue | None:
    return _row_cue("would_break", sight, lambda count: count > 3)


def _row_cue(about: str, sight: Sight, enough: Callable[[int], bool]) -> Cue | None:
    if not sight.deciding("turn"):
        return None
    for row, worth in enumerate(sight.mine.worth):
        for change in worth.split if worth is not None else ():
            if enough(change.after) and not enough(change.before):
                return Cue(about, row=row, animal=Animal(change.animal), count=change.after)
    return None


def _first_turn(sight: Sight) -> Cue | None:
    return Cue("first_turn") if sight.deciding("turn") and not any(sight.public.rows) else None


def _worth(sight: Sight) -> Cue | None:
    return Cue("worth") if sight.deciding("turn") and any(sight.public.rows) else None


def _out(sight: Sight) -> Cue | None:
    waiting = sight.public.phase in {"turn", "place"} and sight.out
    return Cue("out") if waiting else None


def _others(sight: Sight) -> Cue | None:
    watching = sight.public.phase == "turn" and sight.seat not in sight.public.owing and not sight.out
    return Cue("others") if watching and any(sight.public.rows) else None


_SITUATIONS: Final = (
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
