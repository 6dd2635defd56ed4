"""An expert's opinion of a moment of a finished game, worked out in another process and kept for a while."""

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from msgspec import convert
from msgspec.structs import replace

from protocol.archive import AssessmentFound
from protocol.codec import plain
from protocol.errors import Code, Refusal
from protocol.requests import Assess
from server.archive import access, replay
from server.archive.finished_game import FinishedGame
from server.bots import REVIEWERS
from server.bots.review import chances, drawn, judge
from server.games import RULES
from server.rate_limit import TokenBucket
from server.tables.services import Asker

if TYPE_CHECKING:
    from server.archive.archive import Archive

WITHIN: Final = 15.0
"""Seconds that a moment may take, on a slow machine."""
AT_ONCE: Final = 2
"""Moments that are thought about at the same time, whoever asks: bots need the processes, too."""
RATE: Final = 1.0
"""How many moments a second one player may have thought about in the long run, where others play as well."""
BURST: Final = 60.0
KEPT: Final = 4000
"""Moments that are kept, of whatever games; what was asked for last stays longest."""
DIGITS: Final = 4


class Assessments:
    """What was found out lately, and how much is being thought about."""

    def __init__(self) -> None:
        self.running = 0
        self._kept: OrderedDict[str, dict[int, AssessmentFound]] = OrderedDict()
        self._count = 0
        self._limits: dict[str, TokenBucket] = {}

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

    def may(self, player: str, now: float) -> bool:
        """Count a question of a player, unless it is one too many."""
        if len(self._limits) > KEPT:
            self._limits = {who: one for who, one in self._limits.items() if not one.is_full(now)}
        limit = self._limits.setdefault(player, TokenBucket(RATE, BURST, now))
        return limit.try_spend(now)


async def assess(archive: "Archive", asker: Asker, request: Assess) -> AssessmentFound:
    game = (await access.find(archive, asker, request.game)).game
    if game.game not in REVIEWERS:
        raise Refusal(Code.NO_REVIEW)
    step = min(request.step, len(game.decisions))
    memory = archive.assessments
    known = memory.find(game.id, step)
    if known is not None:
        return known
    if memory.running >= AT_ONCE or not (archive.keeps_files or memory.may(asker.player, archive.now())):
        raise Refusal(Code.ARCHIVE_BUSY)
    # What comes after the decision is of no use to whoever thinks about it.
    until = replace(game, decisions=game.decisions[: step + 1])
    memory.running += 1
    try:
        answer = await archive.work("assess", asker.player, plain(until), step, within=WITHIN)
    finally:
        memory.running -= 1
    found = replace(convert(answer, AssessmentFound), total=len(game.decisions) + 1)
    memory.keep(game.id, found)
    return found


def assessed(game: FinishedGame, step: int) -> AssessmentFound:
    """The moment after so many decisions; of those that follow only the next one may be known."""
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
    """For a worker: plain in, plain out."""
    found: dict[str, Any] = plain(assessed(convert(game, FinishedGame), step))
    return found
