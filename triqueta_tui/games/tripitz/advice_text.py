"""A coach's words for Tripitz."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from triqueta_protocol.advice import Reason
from triqueta_protocol.games.tripitz import Claim, Exchange, Place, SitOut, StandBack, Swap
from triqueta_protocol.games.tripitz_board import COORDINATES, worked_out
from triqueta_tui.games.tripitz.board_layout import ROWS
from triqueta_tui.games.tripitz.stone_words import brief_name, full_name
from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import all_of
from triqueta_tui.table.advice_text import AdviceText

_MIDDLE: Final = 0.5
"""Up to this many cells from the middle count neither as left or right, nor as top or bottom."""


class TripitzAdviceText(AdviceText):
    @property
    def points_head(self) -> str:
        return say("tripitz.reasons.list.points")

    def action(self, action: Struct) -> str:
        return self._in_a_list(action, brief_name)

    def at_length(self, action: Struct) -> str:
        return self._in_a_list(action, full_name)

    def listed(self, actions: Sequence[Struct]) -> list[tuple[str, str]]:
        brief, whole = self._apart(actions, brief_name, "brief"), self._apart(actions, full_name, "whole")
        return list(zip(brief, whole, strict=True))

    def _apart(self, actions: Sequence[Struct], called: Callable[[int], str], style: str) -> list[str]:
        """The actions of a list; those with the same words as others say the exact cell."""
        told = [self._in_a_list(action, called) for action in actions]
        return [
            self._exactly(action, called, style) if told.count(words) > 1 else words
            for action, words in zip(actions, told, strict=True)
        ]

    def _exactly(self, action: Struct, called: Callable[[int], str], style: str) -> str:
        match action:
            case Place():
                return self._placed(action, called, _which(action.cell, style))
            case Exchange():
                return self._exchange(action, called)
        return self._in_a_list(action, called)

    def _in_a_list(self, action: Struct, called: Callable[[int], str]) -> str:
        if isinstance(action, Exchange):
            return plural("tripitz.reasons.action.exchange_some", len(action.stones))
        if isinstance(action, Place):
            return self._placed(action, called, _where(action.cell))
        return self._told(action, called)

    def _placed(self, action: Place, called: Callable[[int], str], where: str) -> str:
        stone, points = called(action.stone), self._points(action)
        return say("tripitz.reasons.action.placed", stone=stone, points=points, where=where)

    def in_full(self, action: Struct) -> str:
        if isinstance(action, Exchange):
            return self._exchange(action, full_name)
        if isinstance(action, Place):
            return self._laid(action, _where(action.cell))
        return self._told(action, full_name)

    def apart(self, one: Struct, other: Struct) -> tuple[str, str]:
        told = super().apart(one, other)
        if told[0] == told[1] and isinstance(one, Place) and isinstance(other, Place):
            return self._laid(one, _which(one.cell, "whole")), self._laid(other, _which(other.cell, "whole"))
        return told

    def speaks_for(self, reason: Reason, action: Struct) -> bool:
        points = self._points(action) if isinstance(action, Place | Claim) else None
        return reason.why == "most_points" and points == reason.values.get("points")

    def _laid(self, action: Place, where: str) -> str:
        stone, points = full_name(action.stone), self._points(action)
        return say("tripitz.reasons.action.place_at", stone=stone, points=points, where=where)

    def _told(self, action: Struct, called: Callable[[int], str]) -> str:
        board = self.view.public.board
        match action:
            case Place() | Claim():
                points = self._points(action)
                return say("tripitz.reasons.action.place", stone=called(action.stone), points=points)
            case Swap():
                stone = board[action.cell]
                return say("tripitz.reasons.action.swap", stone="" if stone is None else called(stone))
            case SitOut():
                return say("tripitz.reasons.action.sit_out")
            case StandBack():
                return say("tripitz.reasons.action.stand_back")
        return str(action)

    def _exchange(self, action: Exchange, called: Callable[[int], str]) -> str:
        """The stones to exchange, or those to keep if they are fewer."""
        rack = self.view.public.racks[self.view.seat] if self.view.seat is not None else ()
        kept = [stone for stone in rack if stone not in action.stones]
        if rack and not kept:
            return say("tripitz.reasons.action.exchange_all", count=len(rack))
        few = "exchange_but" if 0 < len(kept) < len(action.stones) else "exchange"
        *others, last = map(called, kept if few == "exchange_but" else action.stones)
        listed = all_of([*others, last])
        return say(f"tripitz.reasons.action.{few}", stones=listed)

    def _points(self, action: Place | Claim) -> int:
        public = self.view.public
        return worked_out(public.board, action.cell, action.stone, one_per_axis=public.one_per_axis).points

    def reason_key(self, why: str) -> str:
        return f"tripitz.reasons.{why}"

    def value(self, name: str, number: int) -> str:
        return full_name(number) if name == "stone" else super().value(name, number)


def _where(cell: int) -> str:
    """The part of the board: the same stone may score the same in several places."""
    across, down = COORDINATES[cell]
    right = across + down / 2 - 0.5
    column, row = ((at >= -_MIDDLE) + (at > _MIDDLE) for at in (right, down))
    return say(f"tripitz.reasons.where.{3 * row + column}")


def _which(cell: int, style: str) -> str:
    """A cell as its row from the top and its place from the left."""
    row, before = ROWS[cell], ROWS[:cell]
    return say(f"tripitz.reasons.cell.{style}", row=row + 1, cell=before.count(row) + 1)
