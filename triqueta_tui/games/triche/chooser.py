"""The selected card, which way round it is, and the cell under the cursor."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec

from triqueta_protocol.games.triche import Choice, Mine, Place
from triqueta_protocol.games.triche_cards import WAYS

Spot = tuple[int, int]
"""A cell of a carré: ``(carré, cell)``."""

STEPS: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""By direction: cells across and down."""

Secret = Callable[[int, Spot], tuple[int, int]]
"""What a card in a cell does through the player's face-down centre: sure points, spoiled lines."""


class Chooser:
    """The placements of a turn, by turned card."""

    def __init__(self) -> None:
        self.hand: tuple[int, ...] = ()
        self.at = 0
        """The place of the selected card in the hand."""
        self.spot: Spot | None = None
        self._home: int | None = None
        self._secret: Secret = _nothing_known
        self._turned: set[int] = set()
        self._moved = False
        """Whether the player has moved the cursor."""
        self._legal: dict[int, dict[Spot, Choice]] = {}

    def renew(self, mine: Mine | None, home: int | None = None, secret: Secret | None = None) -> None:
        """Read the hand and the choices of a new view; ``home`` is the player's carré."""
        self._home = home
        self._secret = secret or _nothing_known
        choices = mine.choices if mine is not None else ()
        legal = _by_card(choices)
        hand = mine.hand if mine is not None else ()
        if hand != self.hand:
            self.hand, self.at, self._turned = hand, 0, set()
            self._legal, self.spot = legal, None
            self._begin()
        elif legal.keys() != self._legal.keys() or any(
            legal[one].keys() != self._legal[one].keys() for one in legal
        ):
            self._legal = legal
            self._begin()

    @property
    def open(self) -> bool:
        return bool(self._legal)

    @property
    def cards(self) -> tuple[int, ...]:
        """The hand, each card turned as it would be laid."""
        return tuple(self._lying(place) for place in range(len(self.hand)))

    @property
    def card(self) -> int | None:
        """The selected card, turned as selected."""
        return self._lying(self.at) if self._legal and self.hand else None

    @property
    def spots(self) -> Mapping[Spot, Choice]:
        """The cells in which the selected card may be laid."""
        card = self.card
        return self._legal.get(card, {}) if card is not None else {}

    @property
    def choice(self) -> Choice | None:
        return self.spots.get(self.spot) if self.spot is not None else None

    @property
    def can_turn(self) -> bool:
        return self.card is not None and len(WAYS[self.card]) > 1

    def select(self, place: int) -> None:
        if place < len(self.hand):
            self.at = place
            self._turn_to_fit()
            self._settle()

    def select_next(self, steps: int) -> None:
        if self.hand:
            self.select((self.at + steps) % len(self.hand))

    def turn(self) -> None:
        """Turn the selected card round."""
        if self.can_turn:
            self._turned ^= {self.at}
            self._settle()

    def go_to(self, spot: Spot) -> bool:
        """Move the cursor to a cell; False if the selected card may not be laid there."""
        if spot not in self.spots:
            return False
        self.spot, self._moved = spot, True
        return True

    def move(self, across: int, down: int, place: Callable[[Spot], tuple[int, int]]) -> None:
        """Move to the nearest legal cell in a direction; ``place`` gives a cell's position on the screen."""
        if self.spot is None:
            return
        x, y = place(self.spot)
        best: tuple[float, Spot] | None = None
        for spot in self.spots:
            to_x, to_y = place(spot)
            # A line is about twice as high as a cell is wide.
            along = (to_x - x) * across + 2 * (to_y - y) * down
            aside = abs((to_x - x) * down) + abs(2 * (to_y - y) * across)
            # Straight on, even into the next carré, rather than to a cell at the side.
            if along > 0 and (best is None or along + 4 * aside < best[0]):
                best = (along + 4 * aside, spot)
        if best is not None:
            self.spot, self._moved = best[1], True

    def next_carre(self, steps: int = 1) -> None:
        """Move to the next carré in which the selected card may be laid."""
        carres = sorted({carre for carre, _ in self.spots})
        if self.spot is not None and carres:
            following = carres[(carres.index(self.spot[0]) + steps) % len(carres)]
            self.spot = self._best(spot for spot in self.spots if spot[0] == following)
            self._moved = True

    def point_at(self, placement: Place) -> None:
        """Select a placement's card, turn it, and move the cursor to its cell."""
        for place, card in enumerate(self.hand):
            if placement.card in WAYS[card]:
                self.at = place
                if self._lying(place) != placement.card:
                    self._turned ^= {place}
                self.go_to((placement.carre, placement.cell))
                return

    def press(self) -> Place | None:
        """The placement under the cursor."""
        return (
            Place(self.card, *self.spot)
            if self.card is not None and self.choice is not None and self.spot
            else None
        )

    def _lying(self, place: int) -> int:
        ways = WAYS[self.hand[place]]
        return ways[-1] if place in self._turned else ways[0]

    def _begin(self) -> None:
        """Select a card that can be laid."""
        self._moved = False
        for place in range(len(self.hand)):
            if any(card in self._legal for card in WAYS[self.hand[place]]):
                self.at = place
                break
        self._turn_to_fit()
        self._settle()

    def _turn_to_fit(self) -> None:
        """Turn the selected card if it can only be laid the other way round."""
        if self.can_turn and not self.spots:
            self._turned ^= {self.at}
            if not self.spots:
                self._turned ^= {self.at}

    def _settle(self) -> None:
        """Keep the cursor where the player put it if the card fits there, else use the best cell near it."""
        if self._moved and self.spot in self.spots:
            return
        here = self.spot[0] if self.spot is not None else None
        for carre in (here, self._home):
            spots = [spot for spot in self.spots if spot[0] == carre]
            if spots:
                self.spot = self._best(spots)
                return
        self.spot = self._best(self.spots)

    def _best(self, spots: Iterable[Spot]) -> Spot | None:
        def worth(spot: Spot) -> tuple[int, int, int, int]:
            choice = self.spots[spot]
            wasted = sum(not line.points for line in choice.lines)
            sure, spoiled = self._secret(card, spot) if card is not None and spot[0] == self._home else (0, 0)
            made = sum(line.points for line in choice.lines)
            return (choice.points + sure, made + sure, -wasted - spoiled, -spot[1])

        card = self.card
        return max(spots, key=worth, default=None)


def _nothing_known(_card: int, _spot: Spot) -> tuple[int, int]:
    return 0, 0


def _by_card(choices: Iterable[Choice]) -> dict[int, dict[Spot, Choice]]:
    legal: dict[int, dict[Spot, Choice]] = {}
    for choice in choices:
        action = choice.action
        if not isinstance(action, Place):
            continue
        cells = choice.pick.values if choice.pick is not None else (action.cell,)
        for cell in cells:
            own = msgspec.structs.replace(choice, action=Place(action.card, action.carre, cell), pick=None)
            legal.setdefault(action.card, {})[action.carre, cell] = own
    return legal
