"""The steps of an opening: the centre, then two cards on two cells; each step can be undone."""

from triqueta_protocol.games.triche import FACE_DOWN, SetUp
from triqueta_protocol.games.triche_cards import CENTRE, OUTER_CELLS, WAYS

_STEPS = 3


class Opening:
    """``laid`` has the cards laid so far, in order: ``(place in the hand, cell, card)``."""

    def __init__(self, hand: tuple[int, ...]) -> None:
        self.hand = hand
        self.laid: list[tuple[int, int, int]] = []
        self.at = 0
        self.cell = OUTER_CELLS[0]
        self._turned: set[int] = set()

    @property
    def step(self) -> int:
        """0 for the centre, 1 and 2 for the open cards, 3 when all are laid."""
        return len(self.laid)

    @property
    def complete(self) -> bool:
        return self.step == _STEPS

    @property
    def left(self) -> tuple[int, ...]:
        """The places of the cards left in the hand."""
        used = {place for place, _, _ in self.laid}
        return tuple(place for place in range(len(self.hand)) if place not in used)

    @property
    def card(self) -> int | None:
        """The selected card, turned as selected."""
        return None if self.complete else self.lying(self.at)

    @property
    def spot(self) -> int | None:
        """The cell under the cursor."""
        return None if self.complete else CENTRE if self.step == 0 else self.cell

    @property
    def free(self) -> tuple[int, ...]:
        taken = {cell for _, cell, _ in self.laid}
        return tuple(cell for cell in OUTER_CELLS if cell not in taken)

    def lying(self, place: int) -> int:
        ways = WAYS[self.hand[place]]
        return ways[-1] if place in self._turned else ways[0]

    def cells(self) -> list[int | None]:
        carre: list[int | None] = [None] * 9
        for _, cell, card in self.laid:
            carre[cell] = FACE_DOWN if cell == CENTRE else card
        return carre

    @property
    def centre(self) -> int | None:
        """The face-down card."""
        return self.laid[0][2] if self.laid else None

    def select(self, place: int) -> None:
        if place in self.left:
            self.at = place

    def select_next(self) -> None:
        if self.left:
            self.at = self.left[(self.left.index(self.at) + 1) % len(self.left)]

    def turn(self) -> None:
        if not self.complete and self.step > 0:
            self._turned ^= {self.at}

    def move(self, across: int, down: int) -> None:
        """Move to the next free cell in a direction, if there is one."""
        if self.step == 0 or self.complete:
            return
        row, column = divmod(self.cell, 3)
        while 0 <= row + down < 3 and 0 <= column + across < 3:
            row, column = row + down, column + across
            if row * 3 + column in self.free:
                self.cell = row * 3 + column
                return

    def go_to(self, cell: int) -> None:
        if cell in self.free:
            self.cell = cell

    def lay(self) -> SetUp | None:
        """Lay the selected card; when all are laid, return the decision to send."""
        if self.complete:
            return self.decision()
        cell = self.spot
        assert cell is not None
        card = WAYS[self.hand[self.at]][0] if self.step == 0 else self.lying(self.at)
        self.laid.append((self.at, cell, card))
        if self.left:
            self.at = self.left[0]
            self.cell = self.cell if self.cell in self.free else self.free[0]
        return None

    def lay_all(self, whole: SetUp) -> None:
        """Lay the cards of an opening; it can then be confirmed, or undone step by step."""
        left = list(range(len(self.hand)))
        laid: list[tuple[int, int, int]] = []
        for cell, card in ((CENTRE, whole.centre), *zip(whole.cells, whole.cards, strict=True)):
            place = next((one for one in left if card in WAYS[self.hand[one]]), None)
            if place is None:
                return
            left.remove(place)
            laid.append((place, cell, card))
        self.laid = laid
        self._turned = {place for place, _, card in laid if card != WAYS[self.hand[place]][0]}

    def take_back(self) -> bool:
        """Undo the last step; False if there is none."""
        if not self.laid:
            return False
        self.at, cell, _ = self.laid.pop()
        if cell != CENTRE:
            self.cell = cell
        return True

    def decision(self) -> SetUp:
        (_, _, centre), *others = self.laid
        (first_cell, first), (second_cell, second) = sorted((cell, card) for _, cell, card in others)
        return SetUp(centre, (first, second), (first_cell, second_cell))
