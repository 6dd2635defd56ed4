"""Checks that the shuffle was the promised one, with everything this viewer has seen with own eyes."""

import hashlib
from dataclasses import dataclass

from msgspec import Struct

from protocol.events import Shuffle
from protocol.games.triqueta import TOWER_HEIGHT, Boxed, Drew, Kept, Placed, deal
from protocol.happenings import GameBegan
from triqueta_tui.games.triqueta.view_model import TableView


@dataclass(frozen=True)
class Verdict:
    """What came of the check."""

    promise_kept: bool
    """Seed and salt give the number that was published before the first draw."""
    seen: int
    """How many tokens were seen."""
    matching: int
    """How many of them lay where the seed puts them."""

    @property
    def fair(self) -> bool:
        """Whether everything fits."""
        return self.promise_kept and self.seen == self.matching


@dataclass(frozen=True)
class _Sighting:
    """A token seen to come from some paths of a tower (two at once in the variant for two)."""

    paths: tuple[int, ...]
    animal: int


class ShuffleCheck:
    """Remembers the promise and every token whose place in a tower is known."""

    def __init__(self) -> None:
        self._promise: bytes | None = None
        self._sightings: list[_Sighting] = []
        self._open: tuple[int, ...] = ()
        """The paths of the tokens that were drawn last and not all laid down yet."""
        self._own_drawn: tuple[int, ...] = ()

    def see(self, now: TableView, happenings: tuple[Struct, ...]) -> None:
        """Probe at what happened and at what it led to."""
        for one in happenings:
            match one:
                case GameBegan():
                    self._promise, self._sightings, self._open = one.commitment, [], ()
                case Drew():
                    first = one.tower * TOWER_HEIGHT + TOWER_HEIGHT - one.left - one.count
                    self._open = tuple(range(first, first + one.count))
                case Placed() if self._open:
                    self._sightings.append(_Sighting(self._open, one.animal))
                case Kept() | Boxed() if self._open and one.seat == now.seat and self._own_drawn:
                    self._sightings.append(_Sighting(self._open, self._own_drawn[0]))
        self._own_drawn = now.mine.drawn if now.mine is not None else ()
        if self._promise is None and now.room.shuffle is not None:
            self._promise = now.room.shuffle.commitment

    def check(self, shuffle: Shuffle | None, seats: int) -> Verdict | None:
        """Compare with what the server has opened; None while it has not."""
        if shuffle is None or shuffle.seed is None or shuffle.salt is None or self._promise is None:
            return None
        order, _ = deal(shuffle.seed, seats)
        matching = sum(any(order[place] == one.animal for place in one.paths) for one in self._sightings)
        return Verdict(
            promise_kept=hashlib.sha256(shuffle.seed + shuffle.salt).digest() == self._promise,
            seen=len(self._sightings),
            matching=matching,
        )
