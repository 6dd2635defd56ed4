"""Triqueta once more, slowly and plainly, with lists of tokens: what the quick rules are checked against.

A token is known by its place in the deal, so it can be followed from the tower to where it ends.
"""

from dataclasses import dataclass, field

from triqueta_protocol.games.triqueta import VALUES


@dataclass
class Seat:
    collection: list[int] = field(default_factory=list)
    face_down: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    box: list[int] = field(default_factory=list)
    kept_ever: int = 0
    trees: int = 0
    out: bool = False
    decision: int | None = None


class Reference:
    """The whole game as things lying on a table."""

    def __init__(self, seats: int, deal: bytes, rock: int, *, dorra: bool = False) -> None:
        self.deal = deal
        self.dorra = dorra
        self.seats = [Seat() for _ in range(seats)]
        self.towers = [list(range(15 * tower, 15 * tower + 15)) for tower in range(4)]
        self.trees = [False, True, True, True]
        self.tower = 0
        self.rows: list[list[int] | None] = [[] for _ in range(seats)]
        self.unseen: list[int] = []
        self.returned: list[int] = []
        self.rock = rock
        self.mover = rock
        self.first_use: str | None = None
        self.drawn_alone = False
        self.phase = "turn"

    def owing(self) -> list[int]:
        if self.phase == "over":
            return []
        if self.phase == "reveal":
            return [at for at, seat in enumerate(self.seats) if seat.face_down and seat.decision is None]
        return [self.mover]

    def legal(self, at: int) -> list[tuple[str, int]]:
        if at not in self.owing():
            return []
        seat = self.seats[at]
        rows = [row for row, tokens in enumerate(self.rows) if tokens is not None]
        if self.phase == "tower":
            return [("tower", tower) for tower, tree in enumerate(self.trees) if tree]
        if self.phase == "reveal":
            return [("reveal", mask) for mask in range(2 ** len(seat.face_down))]
        if self.phase == "turn":
            draw = [("draw", 0)] if self.towers[self.tower] else []
            return draw + [("take", row) for row in rows]
        uses = [("row", row) for row in rows]
        if seat.kept_ever < 2:
            uses.append(("keep", 0))
        if self.dorra and not self.drawn_alone:
            uses.append(("box", 0))
        return [use for use in uses if use[0] != self.first_use]

    def apply(self, at: int, word: tuple[str, int]) -> None:
        assert word in self.legal(at)
        getattr(self, f"_{word[0]}")(self.seats[at], word[1])

    def _draw(self, seat: Seat, _: int) -> None:
        tower = self.towers[self.tower]
        seat.hand = [tower.pop(0) for _ in range(min(len(tower), 2 if self.dorra else 1))]
        self.drawn_alone = len(seat.hand) == 1
        self.phase = "place"

    def _row(self, seat: Seat, row: int) -> None:
        tokens = self.rows[row]
        assert tokens is not None
        tokens.append(seat.hand.pop(0))
        self._laid_down(seat, "row")

    def _keep(self, seat: Seat, _: int) -> None:
        seat.face_down.append(seat.hand.pop(0))
        seat.kept_ever += 1
        self._laid_down(seat, "keep")

    def _box(self, seat: Seat, _: int) -> None:
        seat.box.append(seat.hand.pop(0))
        self._laid_down(seat, "box")

    def _laid_down(self, seat: Seat, use: str) -> None:
        if seat.hand:
            self.first_use = use
        else:
            self._pass_turn()

    def _pass_turn(self) -> None:
        self.first_use = None
        self.phase = "turn"
        self.mover = (self.mover + 1) % len(self.seats)
        while self.seats[self.mover].out:
            self.mover = (self.mover + 1) % len(self.seats)

    def _take(self, seat: Seat, row: int) -> None:
        tokens = self.rows[row]
        assert tokens is not None
        seat.collection += tokens
        self.rows[row] = None
        seat.out = True
        if not all(other.out for other in self.seats):
            self._pass_turn()
            return
        self.rock = self.mover
        self.unseen += self.towers[self.tower]
        self.towers[self.tower] = []
        self.phase = "tower" if any(self.trees) else "reveal"
        if self.phase == "reveal" and not self.owing():
            self.phase = "over"

    def _tower(self, seat: Seat, tower: int) -> None:
        seat.trees += 1
        self.trees[tower] = False
        self.tower = tower
        self.rows = [[] for _ in self.seats]
        for other in self.seats:
            other.out = False
        self.phase = "turn"

    def _reveal(self, seat: Seat, mask: int) -> None:
        seat.decision = mask
        if self.owing():
            return
        for other in self.seats:
            for place, token in enumerate(other.face_down):
                assert other.decision is not None
                (other.collection if other.decision >> place & 1 else self.returned).append(token)
            other.face_down = []
        self.phase = "over"

    def animals(self, tokens: list[int]) -> list[int]:
        return sorted(self.deal[token] for token in tokens)

    def total(self, at: int) -> int:
        seat = self.seats[at]
        total = seat.trees + (1 if at == self.rock else 0)
        animals = self.animals(seat.collection)
        for kind, value in enumerate(VALUES):
            count = animals.count(kind)
            total += {0: 0, 1: 1, 2: 2, 3: value}.get(count, 3 - count)
        return total

    def winners(self) -> list[int]:
        results = [(self.total(at), len(seat.collection)) for at, seat in enumerate(self.seats)]
        return [at for at, result in enumerate(results) if result == max(results)]

    def everywhere(self) -> list[int]:
        """All tokens, wherever they are."""
        heaps = [*self.towers, *(row or [] for row in self.rows), self.unseen, self.returned]
        heaps += [
            heap for seat in self.seats for heap in (seat.collection, seat.face_down, seat.hand, seat.box)
        ]
        return [token for heap in heaps for token in heap]

    def face_up(self) -> set[int]:
        """The tokens whose animals everybody sees."""
        heaps = [*(row or [] for row in self.rows), *(seat.collection for seat in self.seats)]
        return {token for heap in heaps for token in heap}

    def known(self, viewer: int | None) -> set[int]:
        """The tokens whose animals a viewer may see in a view."""
        if viewer is None:
            return self.face_up()
        seat = self.seats[viewer]
        return self.face_up() | {*seat.face_down, *seat.hand, *seat.box}
