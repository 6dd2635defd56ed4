"""What rows are worth to the seats that can still take one, as far as one seat can see."""

from collections import Counter
from collections.abc import Iterable

from triqueta_protocol.games.triqueta import KINDS, TOKENS_OF_A_KIND, TRIPLE, Mine, Public, points


class Table:
    """The rows and collections in a seat's view.

    The seat's face-down tokens count as far as they help; of other seats only open tokens are known.
    """

    def __init__(self, public: Public, mine: Mine, seat: int) -> None:
        self.public, self.mine, self.seat = public, mine, seat
        self.open = [row for row, taker in enumerate(public.takers) if taker is None]
        in_round = (at for at in range(len(public.collections)) if at not in public.takers)
        self.others = [at for at in in_round if at != seat]
        self._kept = Counter(mine.face_down)
        seen = Counter(animal for row in public.rows for animal in row)
        seen += Counter(mine.face_down) + Counter(mine.drawn) + Counter(mine.boxed)
        for collection in public.collections:
            seen += Counter(dict(enumerate(collection)))
        self.unseen = [TOKENS_OF_A_KIND - seen[animal] for animal in range(KINDS)]

    def change(self, seat: int, animal: int, more: int, kept: int | None = None) -> tuple[int, int, int]:
        """An animal's count before and after so many more tokens, and the points that this brings a seat."""
        lie = self.public.collections[seat][animal]
        held = (self._kept[animal] if seat == self.seat else 0) if kept is None else kept
        before, after = best_count(animal, lie, held), best_count(animal, lie + more, held)
        return before, after, points(animal, after) - points(animal, before)

    def value(self, seat: int, row: int, *more: int) -> int:
        """What a row brings a seat, with more tokens in it."""
        animals = Counter((*self.public.rows[row], *more))
        return sum(self.change(seat, animal, count)[2] for animal, count in animals.items())

    def completed(self, row: int, *more: int) -> list[tuple[int, int]]:
        """The triquetas that a row completes for the seat itself: points and animal, the best first."""
        animals = Counter((*self.public.rows[row], *more))
        changes = ((animal, self.change(self.seat, animal, count)) for animal, count in animals.items())
        done = [
            (gain, animal)
            for animal, (before, after, gain) in changes
            if before != TRIPLE and after == TRIPLE
        ]
        return sorted(done, reverse=True)

    def builds(self, row: int, animal: int) -> bool:
        """Whether an animal in a row, with those of it that the seat has, is one short of a triqueta.

        One that would be worth the row.
        """
        own = self.public.collections[self.seat][animal] + self._kept[animal]
        one_short = own > 0 and own + self.public.rows[row].count(animal) + 1 == TRIPLE - 1
        return one_short and self.value(self.seat, row, animal, animal) > max(self.value(self.seat, row), 0)

    def rise(self, seat: int, row: int, animal: int) -> int:
        """How much more a row brings a seat with one more animal."""
        return self.value(seat, row, animal) - self.value(seat, row)

    def helps(self, row: int, animal: int) -> int:
        """How much one more animal in a row adds for the opponent whom it helps most."""
        return max((self.rise(at, row, animal) for at in self.others), default=0)

    def most(self, pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
        """The largest of ``(number, seat)``; ``(0, -1)`` if there is none."""
        return max(pairs, default=(0, -1))


def best_count(animal: int, lie: int, kept: int) -> int:
    """How many of an animal count in the end if the best of the kept ones are added."""
    return max(range(lie, lie + kept + 1), key=lambda count: points(animal, count))
