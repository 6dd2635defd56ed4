"""How Triqueta is searched: what is worth a thought, and what comes of it."""

import math
from collections.abc import Hashable, Sequence
from random import Random
from typing import Final
from zlib import crc32

from protocol.games.triqueta import Mine, Public
from server.bots.triqueta.imagining import Seen
from server.bots.triqueta.kept import LEARNED_SEATS
from server.bots.triqueta.play_out import expected_points, habit, play_round
from server.bots.triqueta.style import NORMAL, Style, own_style
from server.games.triqueta.actions import KEEP, PLACE, REVEAL, TAKE, TOWER
from server.games.triqueta.position import Position

LEADS: Final = (2.5, 4.2, 5.4, 5.9)
"""By rounds to come: how many points ahead make a win about three times as likely as not.

After rounds to come they follow from how far the learned values miss. At the end a win is a win; but a search
that also wants to win by much sees sooner which way leads there.
"""
LEADS_OF_TWO: Final = (1.2, *LEADS[1:])
"""At a table of two, to want little more than the win wins more often."""

ANOTHER: Final = 3
"""At a table of two, in one world of so many the opponent does not play like ``normal`` but as the bot sees
itself play. Who counts on ``normal`` alone does better against it, and worse against everybody else."""


class TriquetaModel:
    """A decision of one seat. ``search.Model`` and ``tree.Steps`` say what each method does.

    At a table of two, one that ``reads`` asks what opponents tend to keep, and does not think them all alike.
    """

    def __init__(self, public: Public, seat: int, *, reads: bool = True) -> None:
        seats = len(public.collections)
        own = own_style(seats)
        self._reads = reads and seats == LEARNED_SEATS
        self._styles = tuple(own if other == seat else NORMAL for other in range(seats))
        self._other_styles = (own,) * seats
        self._leads = LEADS_OF_TWO if self._reads else LEADS
        # Imagination goes to the end of a round: of the next one, if its tower is being chosen.
        self._rounds = sum(public.trees) - (public.phase == "tower")
        self._seen: Seen | None = None

    def imagine(self, public: Public, mine: Mine, seat: int, rng: Random) -> Position:
        if self._seen is None:
            self._seen = Seen(public, mine, seat, reads=self._reads)
        return self._seen.imagined(rng)

    def candidates(self, position: Position, seat: int) -> Sequence[int]:
        """Rows with the same animals are one row to think about, and so are unopened towers."""
        legal = position.legal(seat)
        if legal[-1] >= TOWER:
            return legal[:1] if legal[-1] < REVEAL else legal
        alike: dict[tuple[int, int], int] = {}
        for action in legal:
            row = action - PLACE if PLACE <= action < KEEP else action - TAKE
            seen = (action >= PLACE, position.rows[row]) if TAKE <= action < KEEP else (action, -1)
            alike.setdefault(seen, action)
        return list(alike.values())

    def play_out(self, position: Position, rng: Random) -> Sequence[float]:
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
        # After the first of two tokens it matters what was done with it: the other may not go there, too.
        return drawn, position.top, position.still_in, rows, position.kept[seat], position.legal(seat)

    def _styles_in(self, position: Position) -> Sequence[Style]:
        """How everybody plays in this world, which is known by its deal."""
        return self._other_styles if self._reads and crc32(position.deal) % ANOTHER == 0 else self._styles


def chances_after(points: Sequence[float], rounds: int) -> list[float]:
    """Each seat's chance to win with so many points, and so many rounds to come."""
    best = max(points)
    if not rounds:
        wins = [float(got == best) for got in points]
    else:
        wins = [math.exp((got - best) / LEADS[rounds]) for got in points]
    total = sum(wins)
    return [win / total for win in wins]
