"""Triché once more, slowly and plainly, from the rules' text: what the quick rules are checked against.

Cards are squares with points on their rim, cut or not; lines are read off where cards touch. Nothing of the
rules' package is used here, and of the protocol only what a card's number means.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product
from typing import Any

BLUE, GREY, RED = "blue", "grey", "red"


@dataclass(frozen=True)
class Card:
    """A card as it lies: one colour, or two on either side of a cut from corner to corner."""

    upper: str
    lower: str
    cut: str = ""

    def at(self, right: float, down: float) -> str | None:
        """The colour at a point of the card; from 0, 0 upper left to 1, 1 lower right. None on the cut."""
        if not self.cut:
            return self.upper
        side = right - down if self.cut == "\\" else 1 - right - down
        if side == 0:
            return None
        return self.upper if side > 0 else self.lower

    @property
    def two_coloured(self) -> bool:
        return bool(self.cut)


PAIRS = ((BLUE, GREY), (GREY, RED), (RED, BLUE))
CARDS = (
    *(Card(colour, colour) for colour in (BLUE, GREY, RED)),
    *(
        Card(upper, lower, cut)
        for pair in PAIRS
        for cut in ("\\", "/")
        for upper, lower in (pair, pair[::-1])
    ),
)
"""By number on the wire."""

ROWS = [[(row, column) for column in range(3)] for row in range(3)]
COLUMNS = [[(row, column) for row in range(3)] for column in range(3)]
DIAGONALS = [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
LINES = [*ROWS, *COLUMNS, *DIAGONALS]
"""In the order of the protocol."""


def touching(card: Card, here: tuple[int, int], there: tuple[int, int]) -> str | None:
    """The colour a card in one cell shows towards a neighbouring cell."""
    down, right = there[0] - here[0], there[1] - here[1]
    return card.at(0.5 + right / 2, 0.5 + down / 2)


@cache
def score(line: tuple[tuple[int, int], ...], first: Card, middle: Card, last: Card) -> int:
    """What three cards score in a line."""
    one, two, three = line
    begin, end = touching(first, one, two), touching(last, three, two)
    near, far = touching(middle, two, one), touching(middle, two, three)
    if None in (begin, near, far, end):
        return 0
    if near != far:
        return 3 if (begin, end) == (near, far) else 0
    return 1 if len({begin, near, end}) in (1, 3) else 0


@cache
def can_score(line: tuple[tuple[int, int], ...], cards: tuple[Card | None, ...], expansion: bool) -> bool:
    """Whether any cards at all in the place of None make the line score."""
    supply = CARDS if expansion else CARDS[:3]
    fillings = product(*([card] if card else supply for card in cards))
    return any(score(line, *filled) for filled in fillings)


def cut_along(card: Card, corner: tuple[int, int]) -> bool:
    """Whether a card in a corner is cut along the carré's diagonal."""
    return touching(card, corner, (1, 1)) is None


@dataclass
class Carre:
    owner: int
    open: dict[tuple[int, int], Card] = field(default_factory=dict)
    centre: Card | None = None

    def free(self) -> list[tuple[int, int]]:
        return [cell for cell in product(range(3), range(3)) if cell not in self.open and cell != (1, 1)]

    def fits(self, card: Card, cell: tuple[int, int], *, expansion: bool, diagonals: bool) -> bool:
        """Whether row and column are completed so that they score, or still can be; and the diagonal rule."""
        for line in [*ROWS, *COLUMNS]:
            if cell in line and (1, 1) not in line:
                on_line = tuple(card if at == cell else self.open.get(at) for at in line)
                if not can_score(tuple(line), on_line, expansion):
                    return False
        if diagonals and card.two_coloured and cell[0] != 1 != cell[1] and cut_along(card, cell):
            opposite = (2 - cell[0], 2 - cell[1])
            # Only a diagonal that is dead already may be spoiled once more.
            return opposite in self.open and cut_along(self.open[opposite], opposite)
        return True

    def completed(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        """Number and points of the rows and columns through a cell that are three open cards."""
        found = []
        for number, line in enumerate([*ROWS, *COLUMNS]):
            if cell in line and all(at in self.open for at in line):
                found.append((number, score(tuple(line), *(self.open[at] for at in line))))
        return found

    def lines(self) -> tuple[Card, list[int]]:
        """The centre turned the better way, and the points of all lines."""
        assert self.centre is not None
        turned = Card(self.centre.lower, self.centre.upper, self.centre.cut)
        results = []
        for centre in (self.centre, turned):
            cells = self.open | {(1, 1): centre}
            results.append((centre, [score(tuple(line), *(cells[at] for at in line)) for line in LINES]))
        return max(results, key=lambda result: sum(result[1]))


Word = tuple[Any, ...]


class Reference:
    """The whole game as cards lying on a table. Cells are named by row and column."""

    def __init__(
        self, seats: int, shuffles: Any, start: int, *, expansion: bool, diagonals: bool, target: int
    ) -> None:
        self.seats = seats
        self.shuffles = shuffles
        self.start = start
        self.expansion = expansion
        self.diagonals = diagonals
        self.target = target
        self.round = 0
        self.totals = [0] * seats
        self.round_points: list[list[int]] = []
        self.over = False
        self._begin_round()

    def _begin_round(self) -> None:
        self.round += 1
        deck = list(self.shuffles.order(self.round, 0))
        self.hands = [deck[3 * seat : 3 * seat + 3] for seat in range(self.seats)]
        """Card numbers of the deck."""
        after = 3 * self.seats
        self.sixes = [deck[after + 6 * seat : after + 6 * seat + 6] for seat in range(self.seats)]
        self.pile = deck[9 * self.seats :]
        self.carres = [Carre(seat) for seat in range(self.seats)]
        self.set_ups: list[Word | None] = [None] * self.seats
        self.returned: list[list[int]] = [[] for _ in range(self.seats)]
        self.shuffled = 0
        self.phase = "set_up"
        self.turn = self.start
        self.at = -1

    def own(self, seat: int) -> int:
        [carre] = [number for number, carre in enumerate(self.carres) if carre.owner == seat]
        return carre

    def owing(self) -> list[int]:
        if self.over:
            return []
        if self.phase == "set_up":
            return [seat for seat, chosen in enumerate(self.set_ups) if chosen is None]
        return [self.carres[self.at].owner if self.phase == "swap" else self.turn]

    def kind(self, number: int) -> int:
        return int(self.shuffles.cards[number])

    def hand(self, seat: int) -> list[int]:
        """The cards of a hand, not turned, as numbers of the wire."""
        return sorted(self.kind(number) for number in self.hands[seat])

    def legal(self, seat: int) -> set[Word]:
        if seat not in self.owing():
            return set()
        if self.phase in ("conquer", "swap"):
            return {(self.phase, False), (self.phase, True)}
        return getattr(self, f"_legal_{self.phase}")(seat)  # type: ignore[no-any-return]

    def _legal_set_up(self, seat: int) -> set[Word]:
        cells = [cell for cell in product(range(3), repeat=2) if cell != (1, 1)]
        found: set[Word] = set()
        for centre, one, other in permutations(self.hand(seat)):
            for first, second in product(_ways(one), _ways(other)):
                for at, cell in enumerate(cells):
                    found |= {("set_up", centre, (first, second), (cell, later)) for later in cells[at + 1 :]}
        return found

    def _legal_redraw(self, seat: int) -> set[Word]:
        if sum(CARDS[card].two_coloured for card in self.hand(seat)) >= 2:
            return {("redraw", ())}
        places = product((False, True), repeat=6)
        return {("redraw", tuple(at for at in range(6) if picked[at])) for picked in places}

    def _legal_place(self, seat: int) -> set[Word]:
        own = self.own(seat)
        laid = {way for card in self.hand(seat) for way in _ways(card)}
        everywhere = {
            ("place", card, number, cell)
            for number, carre in enumerate(self.carres)
            for cell in carre.free()
            for card in laid
        }
        in_own = {word for word in everywhere if word[2] == own}
        fitting = {word for word in everywhere - in_own if self._fits(word)}
        return (in_own | fitting) or everywhere

    def _fits(self, word: Word) -> bool:
        _, card, carre, cell = word
        return self.carres[carre].fits(
            CARDS[card], cell, expansion=self.expansion, diagonals=self.expansion and self.diagonals
        )

    def apply(self, seat: int, word: Word) -> None:
        getattr(self, f"_{word[0]}")(seat, *word[1:])

    def _set_up(self, seat: int, *chosen: Any) -> None:
        self.set_ups[seat] = chosen
        self.hands[seat] = []
        if self.owing():
            return
        for carre, set_up in zip(self.carres, self.set_ups, strict=True):
            assert set_up is not None
            centre, laid, cells = set_up
            carre.centre = CARDS[centre]
            carre.open = {cell: CARDS[card] for cell, card in zip(cells, laid, strict=True)}
        self.hands = self.sixes
        self.phase = "redraw" if self.expansion else "place"

    def _redraw(self, seat: int, places: tuple[int, ...]) -> None:
        self.returned[seat].append(len(places))
        if places:
            self.shuffled += 1
            hand = sorted(self.hands[seat])
            back = [hand[place] for place in places]
            pile = self.pile + back
            pile.sort(key=list(self.shuffles.order(self.round, self.shuffled)).index)
            self.hands[seat] = [card for card in hand if card not in back] + pile[: len(back)]
            self.pile = pile[len(back) :]
            if len(self.returned[seat]) < 3:
                return
        self.turn = (self.turn + 1) % self.seats
        if self.turn == self.start:
            self.phase = "place"

    def _place(self, seat: int, card: int, number: int, cell: tuple[int, int]) -> None:
        carre = self.carres[number]
        foreign = number != self.own(seat)
        fits = self._fits(("place", card, number, cell))
        gone = next(one for one in self.hands[seat] if card in _ways(self.kind(one)))
        self.hands[seat].remove(gone)
        carre.open[cell] = CARDS[card]
        self.at = number
        if foreign and not fits:
            self.phase = "swap"
        elif foreign and carre.completed(cell):
            assert all(points for _, points in carre.completed(cell))
            self.phase = "conquer"
        else:
            self._pass_turn()

    def _conquer(self, seat: int, yes: bool) -> None:
        if yes:
            own = self.own(seat)
            self.carres[own].owner, self.carres[self.at].owner = self.carres[self.at].owner, seat
        self._pass_turn()

    def _swap(self, seat: int, yes: bool) -> None:
        if yes:
            theirs = self.own(self.turn)
            self.carres[theirs].owner, self.carres[self.at].owner = seat, self.turn
        self._pass_turn()

    def _pass_turn(self) -> None:
        self.phase = "place"
        self.turn = (self.turn + 1) % self.seats
        if any(self.hands):
            return
        gained = [0] * self.seats
        for carre in self.carres:
            gained[carre.owner] = sum(carre.lines()[1])
        self.totals = [total + gain for total, gain in zip(self.totals, gained, strict=True)]
        self.round_points.append(gained)
        self.ended = self.carres
        if max(self.totals) >= self.target:
            self.over = True
            return
        self.start = (self.start + 1) % self.seats
        self._begin_round()

    def ranking(self) -> list[int]:
        """Seats from the first to the last rank."""
        turns = [(seat - self.start) % self.seats for seat in range(self.seats)]
        return sorted(range(self.seats), key=lambda seat: (-self.totals[seat], -turns[seat]))


def _ways(card: int) -> Sequence[int]:
    return (card, card + 1) if CARDS[card].two_coloured else (card,)
