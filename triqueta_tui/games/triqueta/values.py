"""What rows are worth: to the viewer, whose kept tokens count, and to everybody else who is still in."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from protocol.games.triqueta import Change, Mine, Public, Worth, points
from triqueta_tui.table.seat_values import SeatValue


@dataclass(frozen=True)
class Values:
    """Works out what rows do to scores, for one viewer.

    Of the others only what lies face up is known. The viewer's own face-down tokens count as far as they
    help: at the last reveal the rest goes back into the box.
    """

    public: Public
    mine: Mine | None
    seat: int | None
    opened: tuple[Mine, ...] = ()
    """What each seat sees, where that is open."""
    first: int | None = None
    """The seat that is named first, if it is not the viewer."""

    def still_in(self) -> list[int]:
        """The seats that have not taken a row this round: the viewer first, then clockwise."""
        seats = len(self.public.collections)
        first = self.first if self.first is not None else self.seat or 0
        order = [(first + step) % seats for step in range(seats)]
        return [seat for seat in order if seat not in self.public.takers]

    def plays(self) -> bool:
        """Whether the viewer can still take a row this round."""
        return self.seat is not None and self.seat not in self.public.takers

    def worth(self, seat: int, animals: Iterable[int]) -> Worth:
        """What a row of these animals would do to a seat's score, animal by animal."""
        mine = self.opened[seat] if self.opened else self.mine if seat == self.seat else None
        kept = Counter(mine.face_down if mine is not None else ())
        return _worth(self.public.collections[seat], kept, Counter(animals))

    def own(self, row: int, *more: int) -> Worth | None:
        """What a row would do to the viewer's score, with more tokens in it; None if it cannot be theirs."""
        if self.seat is None or not self.plays() or self.public.takers[row] is not None:
            return None
        return self.worth(self.seat, (*self.public.rows[row], *more))

    def kept(self, animal: int) -> Change | None:
        """What one more face-down token does to the viewer's score in the end; None for a watcher."""
        if self.seat is None or self.mine is None:
            return None
        lie, held = self.public.collections[self.seat][animal], self.mine.face_down.count(animal)
        before, after = _best(animal, lie, held), _best(animal, lie, held + 1)
        return Change(animal, before, after, points(animal, after) - points(animal, before))

    def of_row(self, row: int, *more: int) -> list[SeatValue]:
        """What a row would do to everybody who can still take it, with more tokens in it."""
        if self.public.takers[row] is not None:
            return []
        animals = (*self.public.rows[row], *more)
        return [SeatValue(seat, self.worth(seat, animals).points) for seat in self.still_in()]


def _worth(collection: Sequence[int], kept: Counter[int], row: Counter[int]) -> Worth:
    animals = sorted(row)
    split = tuple(_change(animal, collection[animal], kept[animal], row[animal]) for animal in animals)
    return Worth(sum(one.points for one in split), split)


def _change(animal: int, count: int, kept: int, more: int) -> Change:
    before, after = _best(animal, count, kept), _best(animal, count + more, kept)
    return Change(animal, before, after, points(animal, after) - points(animal, before))


def _best(animal: int, count: int, kept: int) -> int:
    """How many of an animal count in the end if the best of the kept ones are added."""
    return max(range(count, count + kept + 1), key=lambda number: points(animal, number))
