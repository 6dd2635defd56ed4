"""What a viewer has seen of the towers' order, compared with that of the seed."""

from dataclasses import dataclass

from msgspec import Struct

from triqueta_protocol.games.triqueta import TOWER_HEIGHT, Boxed, Drew, Kept, Placed, deal
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.table.shuffle_check import ShuffleCheck


@dataclass(frozen=True)
class _Sighting:
    """A token seen, and the tower places it may come from (two at once in the variant for two)."""

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
        """The places of the last drawn tokens, until all are laid."""

    def watch(self, now: View, events: tuple[Struct, ...]) -> None:
        for one in events:
            match one:
                case Drew():
                    first = one.tower * TOWER_HEIGHT + TOWER_HEIGHT - one.left - one.count
                    self._open = tuple(range(first, first + one.count))
                case Placed() if self._open:
                    self._sightings.append(_Sighting(self._open, one.animal))
                case Kept() | Boxed() if self._open and one.seat == now.seat and self._own_drawn:
                    self._sightings.append(_Sighting(self._open, self._own_drawn[0]))
        self._own_drawn = now.mine.drawn if now.mine is not None else ()

    def lose_track(self) -> None:
        # The next token may come from another draw than the last that was seen.
        self._open = ()

    def rewind(self, now: View, history: tuple[Struct, ...]) -> None:
        """Keep the tokens seen so far; only the last drawn ones may differ."""
        seen, self._own_drawn = self._sightings, ()
        self.begin()
        self.watch(now, history)
        self._sightings = seen

    def compare(self, seed: bytes, now: View) -> tuple[int, int]:
        order, _ = deal(seed, len(now.names))
        matching = sum(any(order[place] == one.animal for place in one.places) for one in self._sightings)
        return len(self._sightings), matching
