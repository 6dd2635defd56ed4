"""Games for the tests: laid out by hand and played in words, or played at random."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from triqueta_protocol.games.triqueta import KINDS, TOKENS_OF_A_KIND, TOWER_HEIGHT, TOWERS, Animal
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.triqueta.actions import BOX, DRAW, KEEP, PLACE, REVEAL, TAKE, TOWER
from triqueta_server.games.triqueta.position import Position

RABBIT, OWL, DEER, BOAR, RAM, BEAR = Animal

WORDS = {"draw": DRAW, "take": TAKE, "row": PLACE, "keep": KEEP, "box": BOX, "tower": TOWER, "reveal": REVEAL}

Log = list[tuple[int, int]]
"""Seats and their actions."""


def towers(*tops: Iterable[Animal]) -> bytes:
    """A deal whose towers begin with the given animals; the other tokens follow in any order."""
    begun = [list(top) for top in tops] + [[] for _ in range(TOWERS - len(tops))]
    used = Counter(animal for top in begun for animal in top)
    rest = [kind for kind in range(KINDS) for _ in range(TOKENS_OF_A_KIND - used[Animal(kind)])]
    deal: list[int] = []
    for top in begun:
        missing = TOWER_HEIGHT - len(top)
        deal += [*top, *rest[:missing]]
        rest = rest[missing:]
    assert Counter(deal) == dict.fromkeys(range(KINDS), TOKENS_OF_A_KIND)
    return bytes(deal)


class Play:
    """A game that is played in words: ``draw``, ``row 1``, ``take 0``, ``keep``, ``box``, ``tower 2``."""

    def __init__(
        self,
        seats: int,
        *tops: Iterable[Animal],
        rock: int = 0,
        dorra: bool = False,
        deal: bytes | None = None,
    ) -> None:
        self.position = Position(seats, deal if deal is not None else towers(*tops), rock, dorra=dorra)
        self.told: list[TableEvent] = []

    def do(self, *words: str) -> "Play":
        """Each time, the first seat that owes a decision takes this one."""
        for word in words:
            self.position.apply(self.position.owing[0], number(word), self.told)
        return self

    def legal(self) -> set[str]:
        """What the first seat that owes a decision may do, in words."""
        return {word(action) for action in self.position.legal(self.position.owing[0])}

    def mover(self) -> int:
        [seat] = self.position.owing
        return seat

    def end_round(self) -> "Play":
        """Everybody takes the first row there is."""
        while self.position.still_in:
            self.do(min(word for word in self.legal() if word.startswith("take")))
        return self

    def to_last_round(self) -> "Play":
        """All rounds but the last go by with every row taken empty."""
        while self.position.trees:
            self.end_round()
            self.do(min(self.legal()))
        return self


def number(words: str) -> int:
    """The number of an action in words."""
    name, _, which = words.partition(" ")
    return WORDS[name] + int(which or 0)


def word(action: int) -> str:
    """An action in words."""
    name, first = max(
        ((name, first) for name, first in WORDS.items() if first <= action), key=lambda pair: pair[1]
    )
    return name if name in ("draw", "keep", "box") else f"{name} {action - first}"


def choose(actions: Sequence[int], rng: Random) -> int:
    """A random action that leans to drawing, so that rows grow."""
    return DRAW if DRAW in actions and rng.random() < 0.7 else rng.choice(actions)


def random_game(seats: int, deal: bytes, rng: Random, *, dorra: bool = False) -> Log:
    """The actions of a whole random game."""
    position = Position(seats, deal, rng.randrange(seats), dorra=dorra)
    log: Log = []
    while position.owing:
        seat = rng.choice(position.owing)
        log.append((seat, choose(position.legal(seat), rng)))
        position.apply(*log[-1])
    return log


def fields(position: Position) -> list[object]:
    """Everything a position consists of, to see that nothing changed."""
    parts = (getattr(position, name) for name in Position.__slots__)
    return [list(part) if isinstance(part, list) else part for part in parts]
