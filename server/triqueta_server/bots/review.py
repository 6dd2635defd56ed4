"""The review of a finished game: chances of the seats over time, luck, and a judgement of each decision.

A decision is judged from its seat's view alone: the same view and action get the same judgement. Chances and
the luck of draws are judged with everything open except what was still to be drawn, so they may be shown only
when the game is over.
"""

import hashlib
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from msgspec import structs

from triqueta_protocol.advice import Advice
from triqueta_protocol.codec import pack, plain
from triqueta_server.bots import COACHES, REVIEWERS
from triqueta_server.bots.advise import advice_of
from triqueta_server.bots.reasons import COMPARING
from triqueta_server.bots.reviewer import by_seat
from triqueta_server.bots.search import Difference
from triqueta_server.games.game import AnyRules, Position

PROMISES: Final = 3
"""Actions in an advice, at most."""

NOTHING_LOST: Final = Difference(0.0, 0.0)


@dataclass(frozen=True)
class Judgement:
    """The judgement of one decision."""

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
    """What the draw added to each seat's chance; empty if nothing was drawn."""
    reviewer = REVIEWERS[rules.vocabulary.game]
    return by_seat(reviewer.draws(before, seat, action, after, _luck(rules, before)))


def judge(rules: AnyRules, position: Position, seat: int, action: int) -> Judgement:
    """What a coach would have advised, and what the action lost compared with that."""
    game = rules.vocabulary.game
    reviewer, coach = REVIEWERS[game], COACHES[game]
    public, mine = rules.public(position), rules.mine(position, seat)
    # The same view gets the same advice, as at a table.
    seen = hashlib.sha256(pack(plain([public, mine, seat]))).digest()
    options = reviewer.weigh(public, mine, seat, Random(seen))
    if not options:
        return Judgement(None, NOTHING_LOST)
    advice = _without_comparison(advice_of(coach, public, mine, seat, options, PROMISES))
    best = rules.read(position, seat, plain(options[0].action))
    if reviewer.same(public, best, action):
        return Judgement(advice, NOTHING_LOST)
    return Judgement(advice, reviewer.compare(public, mine, seat, Random(seen + b"again"), best, action))


def _without_comparison(advice: Advice) -> Advice:
    """Drop a reason that only compares the best action with the next: another one may have been taken."""
    compares = advice.reason is not None and advice.reason.why in COMPARING
    return structs.replace(advice, reason=None) if compares else advice


def _luck(rules: AnyRules, position: Position) -> Random:
    """The same for the same position, on every machine."""
    views: list[Any] = [rules.public(position), position.owing]
    return Random(hashlib.sha256(pack(plain(views))).digest())
