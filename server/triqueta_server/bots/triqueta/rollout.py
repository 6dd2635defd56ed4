"""Rollouts: plays like ``normal``, or in another style, many times faster.

``normal`` is easy to read and takes views; this is the same player on integers. A test compares them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Final

from triqueta_protocol.games.triqueta import KINDS, SEATS, TOKENS_OF_A_KIND, TOWERS
from triqueta_server.bots.triqueta import normal
from triqueta_server.bots.triqueta.evaluate import KEPT, Outlook, Promises
from triqueta_server.bots.triqueta.values import VALUES_AFTER
from triqueta_server.games.triqueta.actions import DRAW, KEEP, PLACE, TAKE
from triqueta_server.games.triqueta.lookups import BITS, DIGIT, UNITS, counts, members, packed
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.scoring import added, reveal_points, score


@dataclass(frozen=True)
class Style:
    """The weights of a player; ``normal`` documents them."""

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
        """By opponents in the round: the probability that the best row is still there on the next turn."""
        return tuple((1 - self.loss) ** others for others in range(SEATS[-1]))


NORMAL: Final = Style(normal.PROMISES, normal.LOSS, normal.ENVY, normal.SECOND, normal.SLOT)
"""Plays as ``normal`` does."""


def _learned(seats: int) -> list[Promises]:
    """The learned values of collections as promises: what tokens add to having none of their kind."""
    promises: list[Promises] = [normal.PROMISES[0]]
    for rounds in range(1, TOWERS):
        values = VALUES_AFTER[seats, rounds]
        promises.append(
            [[values[count * unit] - values[0] for count in range(TOKENS_OF_A_KIND + 1)] for unit in UNITS]
        )
    return promises


@cache
def own_style(seats: int) -> Style:
    """The style in which a searching bot expects itself to play.

    At a table of two it wins three games of five against ``normal``. With more seats no style was found that
    does.
    """
    return Style(_learned(seats), loss=0.22, envy=0.8, second=0.3, slot=0.6) if seats == 2 else NORMAL


_ALL: Final = sum(TOKENS_OF_A_KIND * unit for unit in UNITS)
_SHIFTS: Final = tuple(range(0, BITS * KINDS, BITS))
_NOTHING_BETTER: Final = -1e9
_MEMBERS: Final = tuple(members(mask) for mask in range(1 << SEATS[-1]))
_A_TOKEN: Final = 1 / 64
"""Equal points are decided by tokens; there are fewer than this many."""


def habit(position: Position, style: Style, seat: int, rng: Random) -> int:
    """What a seat does next."""
    legal = position.legal(seat)
    if len(legal) == 1 or not position.still_in:
        # Unopened towers are all alike.
        return legal[0]
    if position.held:
        return lay_down(position, style, seat, legal, rng)
    return take_or_draw(position, style, seat)


def play_round(position: Position, styles: Sequence[Style], rng: Random) -> None:
    """Play to the end of the round."""
    while position.still_in:
        [seat] = position.owing
        position.apply(seat, habit(position, styles[seat], seat, rng))


def expected_points(position: Position) -> list[float]:
    """Every seat's expected final points, at the end of a round; exact after the last one."""
    rounds = position.trees.bit_count()
    if not rounds:
        return final_points(position)
    values = VALUES_AFTER[position.seats, rounds]
    points = [
        values[collection + (packed(kept) << KEPT)] + trees
        for collection, kept, trees in zip(
            position.collections, position.kept, position.tree_tiles, strict=True
        )
    ]
    points[position.rock] += values.rock
    return points


def final_points(position: Position) -> list[float]:
    """The points when every seat that has not decided yet reveals what is best."""
    points = []
    for seat, trees in enumerate(position.tree_tiles):
        collection, kept = position.collections[seat], position.kept[seat]
        if kept and position.owing:
            mask = position.decisions[seat]
            if mask is None:
                gains = reveal_points(collection, kept)
                mask = max(range(len(gains)), key=lambda one: (gains[one], one.bit_count()))
            collection += added(kept, mask)
        tokens = sum(counts(collection))
        points.append(score(collection) + trees + (seat == position.rock) + tokens * _A_TOKEN)
    return points


def take_or_draw(position: Position, style: Style, seat: int) -> int:
    """A decision on a turn."""
    outlook = style.outlooks[position.trees.bit_count()]
    own = position.collections[seat] + (packed(position.kept[seat]) << KEPT)
    rows = position.rows
    open_rows = _MEMBERS[position.rows_left]
    grown = [outlook[own + rows[row]] for row in open_rows]
    gains = [entry[0] for entry in grown]
    best = max(gains)
    if position.top == position.end:
        return TAKE + open_rows[gains.index(best)]
    if len(gains) > 1:
        at_least = best
        fallback = sorted(gains)[-2]
        hopes = list(map(max, *grown))
    else:
        at_least = _NOTHING_BETTER
        fallback = best
        hopes = list(grown[0])
    unseen = _ALL - sum(position.collections) - (own >> KEPT) - packed(position.boxed[seat])
    for row in open_rows:
        unseen -= rows[row]
    left = [unseen >> shift & DIGIT for shift in _SHIFTS]
    hoped = 0.0
    for count, hope in zip(left, hopes[1:], strict=True):
        hoped += count * max(hope, at_least)
    safe = style.safe[position.still_in.bit_count() - 1]
    if safe * hoped / sum(left) + (1 - safe) * fallback > best:
        return DRAW
    return TAKE + open_rows[gains.index(best)]


def lay_down(position: Position, style: Style, seat: int, legal: Sequence[int], rng: Random) -> int:
    """What to do with a drawn token."""
    rounds = position.trees.bit_count()
    outlook = style.outlooks[rounds]
    animal = position.deal[position.top - position.held]
    collections = position.collections
    own = collections[seat] + (packed(position.kept[seat]) << KEPT)
    open_rows = _MEMBERS[position.rows_left]
    contents = [position.rows[row] for row in open_rows]
    mine = [outlook[own + row] for row in contents]
    before = outlook[own][0]
    now = [entry[0] - before for entry in mine]
    others = [collections[other] for other in _MEMBERS[position.still_in] if other != seat]
    theirs = []
    for other in others:
        entries = [outlook[other + row] for row in contents]
        theirs.append((outlook[other][0], [entry[0] for entry in entries], entries))
    second = style.second
    best = _NOTHING_BETTER
    chosen: list[int] = []
    for action in legal:
        value = 0.0
        if action < KEEP:
            at = open_rows.index(action - PLACE)
            gains = now[:]
            gains[at] = mine[at][animal + 1] - before
        else:
            at = -1
            gains = now
            if action == KEEP:
                value = outlook[own + (UNITS[animal] << KEPT)][0] - before - style.slot * rounds
        if len(gains) > 1:
            ordered = sorted(gains)
            value += ordered[-1] + second * (ordered[-2] - ordered[-1])
        else:
            value += gains[0]
        if theirs:
            envied = 0.0
            for has, gets, entries in theirs:
                if at >= 0:
                    kept = gets[at]
                    gets[at] = entries[at][animal + 1]
                    envied += max(gets) - has
                    gets[at] = kept
                else:
                    envied += max(gets) - has
            value -= style.envy * envied / len(theirs)
        if value > best + 1e-9:
            best = value
            chosen = [action]
        elif value > best - 1e-9:
            chosen.append(action)
    return chosen[0] if len(chosen) == 1 else chosen[int(rng.random() * len(chosen))]
