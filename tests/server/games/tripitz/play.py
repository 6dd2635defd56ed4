"""Games of Tripitz for the tests: laid out by hand and played in words, or played at random."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from tests.server.games.tripitz.reference import PIECES as NAMES
from triqueta_protocol.games.tripitz import Options
from triqueta_protocol.games.tripitz_board import CELLS, CENTRE, NUMBERS
from triqueta_protocol.games.tripitz_stones import PIECES, STONES
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.tripitz import actions
from triqueta_server.games.tripitz.actions import EXCHANGE, SIT_OUT, SWAP
from triqueta_server.games.tripitz.lookups import ALONE, BITS, CELL_BITS, FREE, OFF
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.shuffles import SeededShuffles

Log = list[tuple[int, int]]
"""Seats and their actions."""

At = tuple[int, int]

EXAMPLE_START = {
    (0, 0): "yellow-triangle-white",
    (1, 0): "blue-moon-lightblue",
    (1, -1): "red-circle-black",
    (0, 1): "green-star-grey",
}
EXAMPLE = [
    ((2, -1), "yellow-circle-black", (1, 0, 2, 2)),
    ((0, -1), "blue-circle-black", (2, 0, 2, 4)),
    ((3, -2), "red-triangle-white", (0, 1, 1, 3)),
    ((2, -2), "blue-star-grey", (1, 0, 3, 3)),
    ((1, -2), "green-circle-black", (1, 0, 3, 3)),
    ((0, -2), "red-moon-lightblue", (1, 1, 2, 8)),
]
"""Cell, stone, and triples, quadruples, touched and points."""


def stone(name: str) -> int:
    """``red-moon-grey``, or ``joker-0``."""
    return NAMES.index(tuple(name.split("-")))


def stones(names: str) -> list[int]:
    return [stone(name) for name in names.split()]


def cell(q: int, r: int) -> int:
    return NUMBERS[q, r]


class LaidOut:
    """Shuffles that begin with given pieces; the others follow in the order of their numbers.

    ``bags`` has the first pieces of each shuffle of the bag.
    """

    def __init__(self, *bags: str, start: str = "", starter: int = 0, jokers: bool = False) -> None:
        self._bags = bags
        self._start = start
        self.starter = starter
        self._pieces = PIECES if jokers else STONES

    def start(self, attempt: int) -> Sequence[int]:
        return self._order(self._start, STONES)

    def bag(self, shuffle: int) -> Sequence[int]:
        return self._order(self._bags[shuffle] if shuffle < len(self._bags) else "", self._pieces)

    def _order(self, names: str, pieces: int) -> list[int]:
        first = stones(names)
        return first + [piece for piece in range(pieces) if piece not in first]


def arranged(
    board: Mapping[At, str],
    racks: Sequence[str],
    bag: str = "",
    *,
    options: Options | None = None,
    turn: int = 0,
    shuffles: LaidOut | None = None,
    points: Sequence[int] | None = None,
) -> Position:
    """A position in the middle of a game: nothing else is anywhere."""
    position = Position(len(racks), options or Options(), shuffles or LaidOut(jokers=True))
    position.board = [FREE] * CELLS + [OFF]
    position.taken = 0
    position.fits = {}
    for at, name in board.items():
        piece = stone(name)
        if piece < STONES:
            position._lay(cell(*at), piece)
        else:
            position.board[cell(*at)] = piece
            position.taken |= CELL_BITS[cell(*at)]
            position.fits.pop(cell(*at), None)
    position.hands = [sum(BITS[piece] for piece in stones(rack)) for rack in racks]
    position.bag = tuple(stones(bag))
    position.drawn = 0
    position.phase = "turn"
    position.start = position.turn = turn
    position.owing = ALONE[turn]
    if points is not None:
        position.points = list(points)
    return position


def example(racks: Sequence[str] = ("", ""), bag: str = "", moves: int = 0) -> Position:
    """The example of the rules after so many moves, with racks of one's own."""
    board = EXAMPLE_START | {at: name for at, name, _ in EXAMPLE[:moves]}
    return arranged(board, racks, bag)


def place(name: str, at: At) -> int:
    return actions.placement(stone(name), cell(*at))


def exchange(position: Position, seat: int, names: str) -> int:
    wire = {"do": "exchange", "stones": sorted(stones(names))}
    return actions.read(wire, position.hands[seat])


def swap(at: At) -> int:
    return SWAP + cell(*at)


def random_action(position: Position, seat: int, rng: Random) -> int:
    """A random action that leans to laying stones, so that games come to something."""
    legal = position.legal(seat)
    swaps = [action for action in legal if SWAP <= action < SIT_OUT]
    if swaps and rng.random() < 0.4:
        return rng.choice(swaps)
    laying = [action for action in legal if action < EXCHANGE]
    return rng.choice(laying if laying and rng.random() < 0.9 else legal)


def random_game(position: Position, rng: Random, tell: list[TableEvent] | None = None) -> Log:
    """Play a position to its end at random; the actions."""
    log: Log = []
    while position.owing:
        seat = rng.choice(position.owing)
        log.append((seat, random_action(position, seat, rng)))
        position.apply(*log[-1], tell)
    return log


def begun(seats: int, seed: bytes = b"any", options: Options | None = None) -> Position:
    options = options or Options()
    return Position(seats, options, SeededShuffles(seed, jokers=options.jokers))


def fields(position: Position) -> list[object]:
    """Everything a position consists of, to see that nothing changed."""
    parts = (getattr(position, name) for name in Position.__slots__)
    return [
        list(part) if isinstance(part, list) else dict(part) if isinstance(part, dict) else part
        for part in parts
    ]


def names(pieces: Iterable[int]) -> set[str]:
    return {"-".join(NAMES[piece]) for piece in pieces}


FORMS = {
    "full": Options(),
    "short": Options(short=True),
    "jokers": Options(jokers=True),
    "race": Options(start_player="race", start_stones="random"),
    "other": Options(
        jokers=True, one_figure_per_axis=True, start_player="best_opening", start_stones="four_colours"
    ),
}

assert len(NAMES) == PIECES
assert [cell(*at) for at in EXAMPLE_START] == list(CENTRE)
