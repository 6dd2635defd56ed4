"""How Triqueta is searched: what is worth a thought, and what comes of it."""

import math
from collections.abc import Hashable, Sequence
from random import Random
from typing import Final

from protocol.games.triqueta import Mine, Public
from server.bots.triqueta.imagining import Seen
from server.bots.triqueta.play_out import expected_points, habit, play_round
from server.bots.triqueta.style import NORMAL, own_style
from server.games.triqueta.actions import KEEP, PLACE, REVEAL, TAKE, TOWER
from server.games.triqueta.position import Position

LEADS: Final = (2.5, 4.2, 5.4, 5.9)
"""By rounds to come: how many points ahead make a win about three times as likely as not.

After rounds to come they follow from how far the learned values miss. At the end a win is a win; but a search
that also wants to win by much sees sooner which way leads there.
"""
LEADS_OF_TWO: Final = (1.2, *LEADS[1:])
"""Between two there is less to be seen, and to want little more than the win wins more often."""


class TriquetaModel:
    """A decision of one seat. ``search.Model`` and ``tree.Steps`` say what each method does."""

    def __init__(self, public: Public, seat: int) -> None:
        seats = len(public.collections)
        self._styles = tuple(own_style(seats) if other == seat else NORMAL for other in range(seats))
        self._seen: Seen | None = None
        self._leads = LEADS_OF_TWO if seats == 2 else LEADS
        # Imagination goes to the end of a round: of the next one, if its tower is being chosen.
        self._rounds = sum(public.trees) - (public.phase == "tower")

    def imagine(self, public: Public, mine: Mine, seat: int, rng: Random) -> Position:
        if self._seen is None:
            self._seen = Seen(public, mine, seat)
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
        play_round(position, self._styles, rng)
        return expected_points(position)

    def chances(self, points: Sequence[float]) -> Sequence[float]:
        return chances_after(points, self._rounds)

    def worth(self, points: Sequence[float], seat: int) -> float:
        ahead = points[seat] - max([got for other, got in enumerate(points) if other != seat])
        return 1 / (1 + math.exp(-ahead / self._leads[self._rounds]))

    def goes_on(self, position: Position) -> bool:
        return position.still_in != 0

    def habit(self, position: Position, seat: int, rng: Random) -> int:
        return habit(position, self._styles[seat], seat, rng)

    def known(self, position: Position, seat: int) -> Hashable:
        drawn = position.deal[position.top - position.held : position.top]
        rows = position.rows_left, *position.rows
        # After the first of two tokens it matters what was done with it: the other may not go there, too.
        return drawn, position.top, position.still_in, rows, position.kept[seat], position.legal(seat)


def chances_after(points: Sequence[float], rounds: int) -> list[float]:
    """Each seat's chance to win with so many points, and so many rounds to come."""
    best = max(points)
    if not rounds:
        wins = [float(got == best) for got in points]
    else:
        wins = [math.exp((got - best) / LEADS[rounds]) for got in points]
    total = sum(wins)
    return [win / total for win in wins]
