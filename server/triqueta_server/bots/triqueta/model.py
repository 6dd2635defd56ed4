"""Triqueta's search model: which actions to try, and what a rollout is worth."""

import math
from collections.abc import Hashable, Sequence
from random import Random
from typing import Final
from zlib import crc32

from triqueta_protocol.games.triqueta import Mine, Public
from triqueta_server.bots.triqueta.evaluate import LEADS, LEADS_OF_TWO, chances_after
from triqueta_server.bots.triqueta.kept import LEARNED_SEATS
from triqueta_server.bots.triqueta.rollout import NORMAL, Style, expected_points, habit, own_style, play_round
from triqueta_server.bots.triqueta.worlds import WorldSampler
from triqueta_server.games.triqueta.actions import KEEP, PLACE, REVEAL, TAKE, TOWER
from triqueta_server.games.triqueta.position import Position

ANOTHER: Final = 3
"""At a table of two, in one world of so many the opponent plays in the bot's own style instead of like
``normal``. Expecting ``normal`` alone does better against it, and worse against all others."""


class TriquetaModel:
    """A decision of one seat. ``search.Model`` and ``tree.Steps`` document the methods.

    With ``reads``, at a table of two, it uses what opponents tend to keep, and varies their style.
    """

    def __init__(self, public: Public, seat: int, *, reads: bool = True) -> None:
        seats = len(public.collections)
        own = own_style(seats)
        self._reads = reads and seats == LEARNED_SEATS
        self._styles = tuple(own if other == seat else NORMAL for other in range(seats))
        self._other_styles = (own,) * seats
        self._leads = LEADS_OF_TWO if self._reads else LEADS
        # Rollouts go to the end of the round; of the next one, if its tower is being chosen.
        self._rounds = sum(public.trees) - (public.phase == "tower")
        self._seen: WorldSampler | None = None

    def sample_world(self, public: Public, mine: Mine, seat: int, rng: Random) -> Position:
        if self._seen is None:
            self._seen = WorldSampler(public, mine, seat, reads=self._reads)
        return self._seen.sample(rng)

    def candidates(self, position: Position, seat: int) -> Sequence[int]:
        """Rows with the same animals count as one row, and so do unopened towers."""
        legal = position.legal(seat)
        if legal[-1] >= TOWER:
            return legal[:1] if legal[-1] < REVEAL else legal
        alike: dict[tuple[int, int], int] = {}
        for action in legal:
            row = action - PLACE if PLACE <= action < KEEP else action - TAKE
            seen = (action >= PLACE, position.rows[row]) if TAKE <= action < KEEP else (action, -1)
            alike.setdefault(seen, action)
        return list(alike.values())

    def rollout(self, position: Position, rng: Random) -> Sequence[float]:
        play_round(position, self._styles_in(position), rng)
        return expected_points(position)

    def chances(self, points: Sequence[float]) -> Sequence[float]:
        return chances_after(points, self._rounds)

    def worth(self, points: Sequence[float], seat: int) -> float:
        ahead = points[seat] - max([got for other, got in enumerate(points) if other != seat])
        return 1 / (1 + math.exp(-ahead / self._leads[self._rounds]))

    def goes_on(self, position: Position) -> bool:
        return position.still_in != 0

    def habit(self, position: Position, seat: int, rng: Random) -> int:
        return habit(position, self._styles_in(position)[seat], seat, rng)

    def known(self, position: Position, seat: int) -> Hashable:
        drawn = position.deal[position.top - position.held : position.top]
        rows = position.rows_left, *position.rows
        # After the first of two tokens its use matters: the other may not go to the same place.
        return drawn, position.top, position.still_in, rows, position.kept[seat], position.legal(seat)

    def _styles_in(self, position: Position) -> Sequence[Style]:
        """How each seat plays in this world, chosen by its deal."""
        return self._other_styles if self._reads and crc32(position.deal) % ANOTHER == 0 else self._styles
