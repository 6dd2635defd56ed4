"""A table of Triqueta as one viewer sees it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from triqueta_protocol.games.triqueta import Change, Mine, Public, Worth, points
from triqueta_tui.session.view import TableView
from triqueta_tui.table.numbers import SeatValue


@dataclass(frozen=True)
class Values:
    """What rows do to the scores, for one viewer.

    Of other players only face-up tokens are known. The viewer's face-down tokens count as far as they
    help: at the last reveal the rest returns to the box.
    """

    public: Public
    mine: Mine | None
    seat: int | None
    opened: tuple[Mine, ...] = ()
    """By seat: its view, where that is open."""
    first: int | None = None
    """The seat to name first, if not the viewer."""

    def still_in(self) -> list[int]:
        """The seats that have not taken a row this round, from the viewer clockwise."""
        seats = len(self.public.collections)
        first = self.first if self.first is not None else self.seat or 0
        order = [(first + step) % seats for step in range(seats)]
        return [seat for seat in order if seat not in self.public.takers]

    def plays(self) -> bool:
        """Whether the viewer can still take a row this round."""
        return self.seat is not None and self.seat not in self.public.takers

    def worth(self, seat: int, animals: Iterable[int]) -> Worth:
        """What a row of these animals does to a seat's score, animal by animal."""
        mine = self.opened[seat] if self.opened else self.mine if seat == self.seat else None
        kept = Counter(mine.face_down if mine is not None else ())
        return _worth(self.public.collections[seat], kept, Counter(animals))

    def own(self, row: int, *more: int) -> Worth | None:
        """What a row with ``more`` tokens does to the viewer's score; None if they cannot take it."""
        if self.seat is None or not self.plays() or self.public.takers[row] is not None:
            return None
        return self.worth(self.seat, (*self.public.rows[row], *more))

    def kept(self, animal: int) -> Change | None:
        """What another face-down token does to the viewer's final score; None for a watcher."""
        if self.seat is None or self.mine is None:
            return None
        lie, held = self.public.collections[self.seat][animal], self.mine.face_down.count(animal)
        before, after = _best(animal, lie, held), _best(animal, lie, held + 1)
        return Change(animal, before, after, points(animal, after) - points(animal, before))

    def of_row(self, row: int, *more: int) -> list[SeatValue]:
        """What a row with ``more`` tokens does to each seat that can still take it."""
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
    """The final count of an animal with the best number of kept ones added."""
    return max(range(count, count + kept + 1), key=lambda number: points(animal, number))


View = TableView[Public, Mine]


def is_out(view: View) -> bool:
    """Whether this viewer has taken a row this round."""
    return view.seat is not None and view.seat in view.public.takers


def known_kept(view: View, seat: int) -> tuple[int, ...] | None:
    """The face-down tokens of a seat; None if they are secret."""
    if view.opened is not None:
        return view.opened.mines[seat].face_down
    return view.mine.face_down if view.mine is not None and seat == view.seat else None


def values_of(view: View) -> Values:
    opened = view.opened.mines if view.opened is not None else ()
    return Values(view.public, view.mine, view.seat, opened, view.first)
