"""Two worlds that differ only in what nobody may know: in which order the pieces come out of the bag."""

from collections.abc import Callable, Sequence
from random import Random

from tests.server.games.tripitz.play import Log, random_action
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES
from triqueta_server.games.tripitz.shuffles import Shuffles

Viewer = int | None
"""A seat, or None for a spectator."""

Look = Callable[[Position, Viewer], bytes]


def look(position: Position, viewer: Viewer) -> bytes:
    """All that a viewer is sent about a position."""
    public = pack(plain(RULES.public(position)))
    return public if viewer is None else public + pack(plain(RULES.mine(position, viewer)))


class Reordered:
    """The shuffles of a game with another order of what is in the bag at some moment, and after it."""

    def __init__(self, shuffles: Shuffles, moment: Position, rng: Random) -> None:
        self._shuffles = shuffles
        self._last = moment.exchanges
        inside = moment.bag[moment.drawn :]
        self._names = dict(zip(inside, rng.sample(inside, len(inside)), strict=True))
        self._luck = rng.random()

    @property
    def starter(self) -> int:
        return self._shuffles.starter

    def start(self, attempt: int) -> Sequence[int]:
        return self._shuffles.start(attempt)

    def bag(self, shuffle: int) -> Sequence[int]:
        order = list(self._shuffles.bag(shuffle))
        if shuffle == self._last:
            return [self._names.get(piece, piece) for piece in order]
        if shuffle > self._last:
            Random(f"{self._luck} {shuffle}").shuffle(order)
        return order


def played(begun: Position, log: Log, shuffles: Shuffles | None = None) -> tuple[Position, list[TableEvent]]:
    """A game from its beginning, with other shuffles if given, and all that was told of it."""
    position = Position(begun.seats, begun.options, shuffles or begun.shuffles)
    told: list[TableEvent] = []
    for seat, action in log:
        position.apply(seat, action, told)
    return position, told


def some_of_a_game(begun: Position, rng: Random) -> Log:
    """A random beginning of a random game, mostly while there is something in the bag."""
    position, log = begun.copy(), []
    for _ in range(rng.randrange(begun.left + 8)):
        if not position.owing:
            break
        seat = rng.choice(position.owing)
        log.append((seat, random_action(position, seat, rng)))
        position.apply(*log[-1])
    while not position.owing:
        log.pop()
        position, _ = played(begun, log)
    return log


def another_world(begun: Position, log: Log, rng: Random) -> Shuffles:
    """Shuffles with which everything that anybody has seen is the same, and nothing else."""
    moment, _ = played(begun, log)
    return Reordered(begun.shuffles, moment, rng)
