"""Ways to play Triqueta: the numbers by which a quick player weighs rows, tokens and opponents."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from protocol.games.triqueta import SEATS, TOKENS_OF_A_KIND, TOWERS
from server.bots.triqueta import normal, prospects
from server.bots.triqueta.outlook import Outlook, Promises
from server.bots.triqueta.values import VALUES_AFTER
from server.games.triqueta.packing import UNITS


@dataclass(frozen=True)
class Style:
    """How a player weighs things. What the numbers mean is said in ``normal`` and ``prospects``."""

    promises: Sequence[Promises]
    """By rounds to come."""
    loss: float
    envy: float
    second: float
    slot: float

    @cached_property
    def outlooks(self) -> tuple[Outlook, ...]:
        return tuple(map(Outlook, self.promises))

    @cached_property
    def safe(self) -> tuple[float, ...]:
        """By number of opponents in the round: how likely the best row is still there on the next turn."""
        return tuple((1 - self.loss) ** others for others in range(SEATS[-1]))


NORMAL: Final = Style(prospects.PROMISES, normal.LOSS, normal.ENVY, normal.SECOND, normal.SLOT)
"""Plays as ``normal`` does."""


def _learned(seats: int) -> list[Promises]:
    """What was learned about collections, as promises: what tokens add to having none of their kind."""
    promises: list[Promises] = [prospects.PROMISES[0]]
    for rounds in range(1, TOWERS):
        values = VALUES_AFTER[seats, rounds]
        promises.append(
            [[values[count * unit] - values[0] for count in range(TOKENS_OF_A_KIND + 1)] for unit in UNITS]
        )
    return promises


@cache
def own_style(seats: int) -> Style:
    """How a searching bot sees itself play on; it may see itself do better than ``normal``.

    At a table of two this style wins three games of five against ``normal``. With more seats no style was
    found that does.
    """
    return Style(_learned(seats), loss=0.22, envy=0.8, second=0.3, slot=0.6) if seats == 2 else NORMAL
