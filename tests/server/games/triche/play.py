"""Games of Triché for the tests: laid out by hand and played in words, or played at random."""

from collections.abc import Sequence
from random import Random

from triqueta_protocol.games.triche import Options
from triqueta_protocol.games.triche_cards import CARDS, CENTRE, UNTURNED, deck
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.triche import actions
from triqueta_server.games.triche.lookups import LAID, NOWHERE, UNITS
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.shuffles import SeededShuffles

NAMES = ("T", "R", "I", "C\\", "C\\'", "C/", "C/'", "H\\", "H\\'", "H/", "H/'", "É\\", "É\\'", "É/", "É/'")
"""Each card as it lies; the apostrophe marks the ones turned round."""

Log = list[tuple[int, int]]
"""Seats and their actions."""


def card(name: str) -> int:
    return NAMES.index(name)


def cards(names: str) -> list[int]:
    return [card(name) for name in names.split()]


class LaidOut:
    """Shuffles that begin with given cards; the others follow in the order of the deck.

    ``orders`` has the cards of a shuffle by round and number, by default of the deal of round 1.
    """

    def __init__(self, orders: dict[tuple[int, int], str] | str, *, expansion: bool = False) -> None:
        self.cards = deck(expansion=expansion)
        self.orders = {(1, 0): orders} if isinstance(orders, str) else orders

    def order(self, round_: int, shuffle: int) -> Sequence[int]:
        rest = list(range(len(self.cards)))
        first = []
        for name in cards(self.orders.get((round_, shuffle), "")):
            first.append(next(number for number in rest if self.cards[number] == name))
            rest.remove(first[-1])
        return first + rest


def laid_out(seats: int, shuffles: LaidOut, start: int, *, expansion: bool = False) -> Position:
    """The beginning of a game with these shuffles."""
    return Position(seats, shuffles, start, expansion=expansion, target=21, diagonals=True)


def arranged(
    carres: Sequence[str],
    hands: Sequence[str],
    *,
    turn: int = 0,
    owners: Sequence[int] | None = None,
    expansion: bool = False,
    diagonals: bool = True,
    points: Sequence[int] | None = None,
    target: int = 21,
) -> Position:
    """A position in the middle of a round.

    A carré is nine names row by row, ``.`` where a cell is free, with its face-down centre in the middle.
    """
    seats = len(carres)
    shuffles = SeededShuffles(b"arranged", expansion=expansion)
    position = Position(seats, shuffles, turn, expansion=expansion, diagonals=diagonals, target=target)
    position.phase = "place"
    position.owing = (turn,)
    for carre, names in enumerate(carres):
        laid = names.split()
        position.centres[carre] = card(laid[CENTRE])
        grid = sum(
            LAID[card(laid[cell])][slot] for slot, cell in enumerate(actions.RING) if laid[cell] != "."
        )
        position.grids[carre] = grid
        position.free[carre] = sum(1 << slot for slot, cell in enumerate(actions.RING) if laid[cell] == ".")
        position.fits[carre] = position._fitting(grid) if position.free[carre] else NOWHERE
    position.owners = list(owners or range(seats))
    position.carre_of = [position.owners.index(seat) for seat in range(seats)]
    position.hands = [sum(UNITS[one] for one in cards(hand)) for hand in hands]
    position.left = sum(len(hand.split()) for hand in hands)
    position.chosen = tuple(actions.set_up(centre, 0, 0, 0) for centre in position.centres)
    if points is not None:
        position.points = list(points)
    return position


def place(name: str, carre: int, cell: int) -> int:
    """The number of a placement."""
    return actions.placement(card(name), carre, actions.SLOTS[cell])


def placements(position: Position) -> set[tuple[str, int, int]]:
    """The placements open to the seat on turn, in words."""
    [seat] = position.owing
    found = set()
    for action in position.legal(seat):
        word = actions.write(action)
        found.add((NAMES[word["card"]], word["carre"], word["cell"]))
    return found


def cells_for(position: Position, name: str, carre: int) -> set[int]:
    """The cells of a carré in which the seat on turn may lay a card."""
    return {cell for one, at, cell in placements(position) if (one, at) == (name, carre)}


def set_up(centre: str, one: tuple[int, str], other: tuple[int, str]) -> int:
    """The number of a set-up: the centre, and cell and card of the two others."""
    (lower, first), (upper, second) = sorted([one, other])
    return actions.set_up(card(centre), card(first), card(second), actions.PAIRS.index((lower, upper)))


def random_action(position: Position, seat: int, rng: Random) -> int:
    """A random action that leans to conquests and to few redraws, so that games are eventful."""
    legal = position.legal(seat)
    if position.phase == "redraw" and rng.random() < 0.4:
        return legal[0]
    return rng.choice(legal)


def random_game(position: Position, rng: Random, rounds: int = 100) -> Log:
    """Play a position on at random, for so many rounds at most; the actions."""
    log: Log = []
    last = position.round + rounds
    while position.owing and position.round < last:
        seat = rng.choice(position.owing)
        log.append((seat, random_action(position, seat, rng)))
        position.apply(*log[-1])
    return log


def begun(
    seats: int, seed: bytes = b"any", *, expansion: bool = False, target: int = 21, start: int = 0
) -> Position:
    shuffles = SeededShuffles(seed, expansion=expansion)
    return Position(seats, shuffles, start, expansion=expansion, target=target, diagonals=True)


def to_placing(position: Position, rng: Random, tell: list[TableEvent] | None = None) -> Position:
    """Set up at random and keep all hands."""
    while position.phase in ("set_up", "redraw"):
        seat = position.owing[0]
        legal = position.legal(seat)
        position.apply(seat, rng.choice(legal) if position.phase == "set_up" else legal[0], tell)
    return position


def fields(position: Position) -> list[object]:
    """Everything a position consists of, to see that nothing changed."""
    parts = (getattr(position, name) for name in Position.__slots__)
    return [list(part) if isinstance(part, list) else part for part in parts]


FORMS = {"base": Options(), "expansion": Options(expansion=True)}

assert len(NAMES) == CARDS
assert [name.rstrip("'") for name in NAMES] == [NAMES[one] for one in UNTURNED]
