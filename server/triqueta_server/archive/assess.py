"""The expert's judgement of one decision of a finished game, made in another process and cached."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from msgspec import convert
from msgspec.structs import replace

from triqueta_protocol.archive import AssessmentFound
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import Assess
from triqueta_server.archive import access, replay
from triqueta_server.archive.finished_game import FinishedGame
from triqueta_server.bots import REVIEWERS
from triqueta_server.bots.review import chances, drawn, judge
from triqueta_server.games import RULES
from triqueta_server.limits.budgets import Buckets
from triqueta_server.limits.declared import ArchiveLimits
from triqueta_server.limits.places import Places
from triqueta_server.tables.services import Asker

if TYPE_CHECKING:
    from triqueta_server.archive.archive import Archive

WITHIN: Final = 15.0
"""Seconds that a judgement may take, on a slow machine."""
LIMITS: Final = ArchiveLimits()
KEPT: Final = 4000
"""Cached judgements of all games, least recently used first."""
DIGITS: Final = 4


class Assessments:
    """Cached judgements, and the number in progress."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.in_work = Places(LIMITS.reviews_at_once, LIMITS.reviews_per_address)
        self.players = Buckets(LIMITS.reviews, now)
        self.addresses = Buckets(LIMITS.address_reviews, now)
        self._kept: OrderedDict[str, dict[int, AssessmentFound]] = OrderedDict()
        self._count = 0

    def find(self, game: str, step: int) -> AssessmentFound | None:
        of_game = self._kept.get(game)
        if of_game is None:
            return None
        self._kept.move_to_end(game)
        return of_game.get(step)

    def keep(self, game: str, found: AssessmentFound) -> None:
        of_game = self._kept.setdefault(game, {})
        self._kept.move_to_end(game)
        self._count += found.step not in of_game
        of_game[found.step] = found
        while self._count > KEPT and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._count -= len(oldest)

    def try_count(self, asker: Asker) -> bool:
        """Count a question, unless it is one too many."""
        return self.players.try_spend(asker.player) and self.addresses.try_spend(asker.address)


async def assess(archive: "Archive", asker: Asker, request: Assess) -> AssessmentFound:
    game = (await access.find(archive, asker, request.game)).game
    if game.game not in REVIEWERS:
        raise RefusalError(Code.NO_REVIEW)
    step = min(request.step, len(game.decisions))
    memory = archive.assessments
    known = memory.find(game.id, step)
    if known is not None:
        return known
    if not memory.in_work.has_room(asker.address) or not (archive.keeps_files or memory.try_count(asker)):
        raise RefusalError(Code.ARCHIVE_BUSY)
    # Later decisions are not needed for the judgement.
    until = replace(game, decisions=game.decisions[: step + 1])
    memory.in_work.take(asker.address)
    try:
        answer = await archive.work("assess", asker.owner, plain(until), step, within=WITHIN)
    finally:
        memory.in_work.give_up(asker.address)
    found = replace(convert(answer, AssessmentFound), total=len(game.decisions) + 1)
    memory.keep(game.id, found)
    return found


def assessed(game: FinishedGame, step: int) -> AssessmentFound:
    """Judge the position after so many decisions; of the later ones only the next may be included."""
    rules, position, seats = RULES[game.game], replay.begin(game), len(game.seats)
    for decision in game.decisions[:step]:
        position.apply(decision.seat, rules.read(position, decision.seat, decision.action))
    now = tuple(round(chance, DIGITS) for chance in chances(rules, position, seats))
    total = len(game.decisions) + 1
    if step == len(game.decisions):
        return AssessmentFound(step=step, total=total, chances=now)
    decision = game.decisions[step]
    seat, action = decision.seat, rules.read(position, decision.seat, decision.action)
    judgement = judge(rules, position, seat, action)
    after = position.copy()
    after.apply(seat, action)
    return AssessmentFound(
        step=step,
        total=total,
        chances=now,
        seat=seat,
        action=decision.action,
        advice=judgement.advice,
        lost=round(judgement.lost.mean, DIGITS),
        doubt=round(judgement.lost.error, DIGITS),
        draws=tuple(round(gain, DIGITS) for gain in drawn(rules, position, seat, action, after)),
    )


def assess_step(game: dict[str, Any], step: int) -> dict[str, Any]:
    """The worker's function, with plain arguments and result."""
    found: dict[str, Any] = plain(assessed(convert(game, FinishedGame), step))
    return found
