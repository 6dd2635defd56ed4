"""Two worlds that differ only in what one viewer may not know, and whether the viewer can tell them apart."""

from collections.abc import Callable, Sequence
from random import Random

from tests.server.games.triqueta.play import Log, word
from tests.server.games.triqueta.reference import Reference
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.rules import RULES

Viewer = int | None
"""A seat, or None for a spectator."""

Look = Callable[[Position, Viewer], bytes]


def look(position: Position, viewer: Viewer) -> bytes:
    """All that a viewer is sent about a position."""
    public = pack(plain(RULES.public(position)))
    return public if viewer is None else public + pack(plain(RULES.mine(position, viewer)))


class World:
    """A game with its events, made again from its deal and its actions."""

    def __init__(self, seats: int, deal: bytes, log: Log, *, dorra: bool = False) -> None:
        self.position = Position(seats, deal, log[0][0], dorra=dorra)
        self.told: list[TableEvent] = []
        self.log = log
        self.done = 0

    def go_to(self, moment: int) -> "World":
        for seat, action in self.log[self.done : moment]:
            self.position.apply(seat, action, self.told)
        self.done = max(moment, self.done)
        return self


def known_at_each_moment(seats: int, deal: bytes, log: Log, *, dorra: bool = False) -> list[list[set[int]]]:
    """By number of actions done, then by viewer (the last is the spectator): the tokens that are known."""
    reference = Reference(seats, deal, log[0][0], dorra=dorra)
    viewers: list[Viewer] = [*range(seats), None]
    moments = [[reference.known(viewer) for viewer in viewers]]
    for seat, action in log:
        name, _, which = word(action).partition(" ")
        reference.apply(seat, (name, int(which or 0)))
        moments.append(
            [known | reference.known(viewer) for viewer, known in zip(viewers, moments[-1], strict=True)]
        )
    return moments


def shuffled_unknown(deal: bytes, known: set[int], rng: Random) -> bytes:
    """The deal with all tokens dealt anew that are not known."""
    unknown = [token for token in range(len(deal)) if token not in known]
    animals = [deal[token] for token in unknown]
    rng.shuffle(animals)
    other = bytearray(deal)
    for token, animal in zip(unknown, animals, strict=True):
        other[token] = animal
    return bytes(other)


def first_difference(
    one: World, other: World, moments: Sequence[int], viewer: Viewer, looking: Look = look
) -> int | None:
    """The first of these moments at which the viewer could tell the worlds apart."""
    for moment in moments:
        seen = [
            (looking(world.go_to(moment).position, viewer), pack(plain(world.told))) for world in (one, other)
        ]
        if seen[0] != seen[1]:
            return moment
    return None
