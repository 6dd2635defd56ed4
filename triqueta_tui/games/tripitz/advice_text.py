"""A coach's words for Tripitz."""

from collections.abc import Callable

from msgspec import Struct

from protocol.games.tripitz import Claim, Exchange, Place, SitOut, StandBack, Swap
from protocol.games.tripitz_board import worked_out
from triqueta_tui.games.tripitz.stone_words import described, spoken
from triqueta_tui.locale import plural, say
from triqueta_tui.table.advice_text import AdviceText


class TripitzAdviceText(AdviceText):
    def action(self, action: Struct) -> str:
        if isinstance(action, Exchange):
            return plural("tripitz.reasons.action.exchange_some", len(action.stones))
        return self._told(action, spoken)

    def in_full(self, action: Struct) -> str:
        return self._told(action, described if isinstance(action, Place | Claim | Swap) else spoken)

    def _told(self, action: Struct, called: Callable[[int], str]) -> str:
        board = self.view.public.board
        match action:
            case Place() | Claim():
                one = self.view.public.one_per_axis
                points = worked_out(board, action.cell, action.stone, one_per_axis=one).points
                return say("tripitz.reasons.action.place", stone=called(action.stone), points=points)
            case Exchange():
                stones = " ".join(map(called, action.stones))
                return say("tripitz.reasons.action.exchange", stones=stones)
            case Swap():
                stone = board[action.cell]
                return say("tripitz.reasons.action.swap", stone="" if stone is None else called(stone))
            case SitOut():
                return say("tripitz.reasons.action.sit_out")
            case StandBack():
                return say("tripitz.reasons.action.stand_back")
        return str(action)

    def reason_key(self, why: str) -> str:
        return f"tripitz.reasons.{why}"

    def value(self, name: str, number: int) -> str:
        return described(number) if name == "stone" else super().value(name, number)
