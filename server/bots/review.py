"""The review of a finished game: what a moment of it was worth to whom, and what was decided there.

A decision is judged from what its seat saw then, and from nothing else: the same view and the same action get
the same judgement, whatever lay hidden. The chances and the worth of a draw are judged with everything open
but what was still to be drawn, so they may be told only when the game is over.
"""

import hashlib
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from msgspec import structs

from protocol.advice import Advice
from protocol.codec import pack, plain
from server.bots import COACHES, REVIEWERS
from server.bots.advise import advice_of
from server.bots.reasons import COMPARING
from server.bots.reviewer import by_seat
from server.bots.search import Difference
from server.games.game import AnyRules, Position

PROMISES: Final = 3
"""Actions of which something is said."""

NOTHING_LOST: Final = Difference(0.0, 0.0)


@dataclass(frozen=True)
class Judgement:
    """Of one decision."""

    advice: Advice | None
    lost: Difference


def chances(rules: AnyRules, position: Position, seats: int) -> tuple[float, ...]:
    """Each seat's chance to win; together 1."""
    if not position.owing:
        winners = rules.winners(position)
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
    reviewer = REVIEWERS[rules.vocabulary.game]
    return by_seat(reviewer.outlook(position.copy(), _luck(rules, position)))


def drawn(rules: AnyRules, before: Position, seat: int, action: int, after: Position) -> tuple[float, ...]:
    """What each seat's chance has gained by what was drawn; empty where nothing was."""
    reviewer = REVIEWERS[rules.vocabulary.game]
    return by_seat(reviewer.draws(before, seat, action, after, _luck(rules, before)))


def judge(rules: AnyRules, position: Position, seat: int, action: int) -> Judgement:
    """What a coach would have said, and what the action gave away against that."""
    game = rules.vocabulary.game
    reviewer, coach = REVIEWERS[game], COACHES[game]
    public, mine = rules.public(position), rules.mine(position, seat)
    # The same view gets the same advice, as at a table.
    seen = hashlib.sha256(pack(plain([public, mine, seat]))).digest()
    options = reviewer.weigh(public, mine, seat, Random(seen))
    if not options:
        return Judgement(None, NOTHING_LOST)
    advice = _of_itself(advice_of(coach, public, mine, seat, options, PROMISES))
    best = rules.read(position, seat, plain(options[0].action))
    if reviewer.same(public, best, action):
        return Judgement(advice, NOTHING_LOST)
    return Judgement(advice, reviewer.compare(public, mine, seat, Random(seen + b"again"), best, action))


def _of_itself(advice: Advice) -> Advice:
    """Without a reason that only compares the best action with the next: another one may have been taken."""
    compares = advice.reason is not None and advice.reason.why in COMPARING
    return structs.replace(advice, reason=None) if compares else advice


def _luck(rules: AnyRules, position: Position) -> Random:
    """The same for the same moment, on every machine."""
    views: list[Any] = [rules.public(position), position.owing]
    return Random(hashlib.sha256(pack(plain(views))).digest())
