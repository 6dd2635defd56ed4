"""A review in words: a decision, the better one, and why."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from triqueta_protocol.archive import AssessmentFound
from triqueta_protocol.games.vocabulary import Vocabulary
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed, percentage
from triqueta_tui.review.decisions import CostlyDecision
from triqueta_tui.review.findings import NOTICEABLE, SURE
from triqueta_tui.review.seats import Player
from triqueta_tui.session.recorded_feed import Recording
from triqueta_tui.table.advice_text import AdviceText
from triqueta_tui.table.prompt import fitting


class ReviewWords:
    def __init__(
        self,
        recording: Recording,
        text: type[AdviceText],
        vocabulary: Vocabulary,
        players: Sequence[Player],
        rounds: Sequence[int],
    ) -> None:
        """``rounds`` are the steps at which they start."""
        self._recording = recording
        self._text = text
        self._vocabulary = vocabulary
        self._players = players
        self.rounds = rounds

    def moment(self, found: AssessmentFound, cells: int) -> str:
        """A moment in a line of this width."""
        if found.action is None:
            winners = [one.name for one in self._players if found.chances[one.seat] > 0]
            return say("review.over", who=listed(winners))
        parts = []
        if found.lost >= max(NOTICEABLE, SURE * found.doubt):
            parts.append(cost(found))
        if found.draws:
            gain = round(100 * found.draws[found.seat])
            parts.append(say("review.draw", percent=percentage(gain, with_sign=True)))
        lines = (say("review.between").join([self._done(found, full=full), *parts]) for full in (True, False))
        return fitting(cells, *lines)

    def costly(self, found: AssessmentFound) -> CostlyDecision:
        return CostlyDecision(
            found.step,
            self._players[found.seat].look,
            (self._done(found, full=True), self._done(found)),
            cost(found),
            self._better(found),
        )

    def _done(self, found: AssessmentFound, *, full: bool = False) -> str:
        number = sum(start <= found.step for start in self.rounds)
        name = self._players[found.seat].name
        action, text = self._typed(found.action), self._text_at(found)
        if action is None or text is None:
            done = ""
        elif full and (better := self._best(found)) is not None:
            done, _ = text.apart(action, better)
        else:
            done = text.in_full(action) if full else text.action(action)
        return say("review.done", round=number, name=name, action=done)

    def _better(self, found: AssessmentFound) -> str:
        if found.advice is None or not found.advice.promises:
            return ""
        best, taken, text = self._best(found), self._typed(found.action), self._text_at(found)
        if best is None or taken is None or text is None:
            return ""
        action, _ = text.apart(best, taken)
        why = found.advice.reason
        if why is None or text.speaks_for(why, taken):
            # Only the cost speaks against the decision.
            reason = say("review.more_wins", percent=round(100 * found.lost))
            return say("review.better_because", action=action, reason=reason)
        reason = text.reason(why)
        if not reason:
            return say("review.better", action=action)
        if found.seat != self._recording.head.seat:
            # Reasons address the deciding player.
            name = self._players[found.seat].name
            return say("review.better_told", action=action, name=name, reason=reason)
        return say("review.better_because", action=action, reason=reason)

    def _best(self, found: AssessmentFound) -> Struct | None:
        """The action that is thought best; None if it is not known."""
        promises = found.advice.promises if found.advice is not None else ()
        return self._typed(promises[0].action) if promises else None

    def _typed(self, action: object) -> Struct | None:
        try:
            typed: Struct = msgspec.convert(action, self._vocabulary.words.action)
        except msgspec.ValidationError:
            return None  # from a newer server
        return typed

    def _text_at(self, found: AssessmentFound) -> AdviceText | None:
        """The words from the deciding seat's view; None for steps not loaded yet."""
        if found.step > self._recording.last:
            return None
        return self._text(self._recording.view(found.step, found.seat))


def cost(found: AssessmentFound) -> str:
    return say("review.cost", percent=percentage(-round(100 * found.lost), with_sign=True))
