"""What a viewer has seen of the towers' order, to be compared with the order that the seed gives."""

from dataclasses import dataclass

from msgspec import Struct

from protocol.games.triqueta import TOWER_HEIGHT, Boxed, Drew, Kept, Placed, deal
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.table.shuffle_check import ShuffleCheck


@dataclass(frozen=True)
class _Sighting:
    """A token seen to come from some places of a tower (two at once in the variant for two)."""

    places: tuple[int, ...]
    animal: int


class TriquetaShuffleCheck(ShuffleCheck):
    def __init__(self) -> None:
        super().__init__()
        self._own_drawn: tuple[int, ...] = ()
        self.begin()

    def begin(self) -> None:
        self._sightings: list[_Sighting] = []
        self._open: tuple[int, ...] = ()
        """The places of the tokens that were drawn last and not all laid down yet."""

    def watch(self, now: View, happenings: tuple[Struct, ...]) -> None:
        for one in happenings:
            match one:
                case Drew():
                    first = one.tower * TOWER_HEIGHT + TOWER_HEIGHT - one.left - one.count
                    self._open = tuple(range(first, first + one.count))
                case Placed() if self._open:
                    self._sightings.append(_Sighting(self._open, one.animal))
                case Kept() | Boxed() if self._open and one.seat == now.seat and self._own_drawn:
                    self._sightings.append(_Sighting(self._open, self._own_drawn[0]))
        self._own_drawn = now.mine.drawn if now.mine is not None else ()

    def rewind(self, now: View, history: tuple[Struct, ...]) -> None:
        """Tokens that were seen are where they were; only which were drawn last may be others."""
        seen, self._own_drawn = self._sightings, ()
        self.begin()
        self.watch(now, history)
        self._sightings = seen

    def compare(self, seed: bytes, now: View) -> tuple[int, int]:
        order, _ = deal(seed, len(now.names))
        matching = sum(any(order[place] == one.animal for place in one.places) for one in self._sightings)
        return len(self._sightings), matching
