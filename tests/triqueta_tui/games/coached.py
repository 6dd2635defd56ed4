"""A table of any game at which the viewer may ask a coach."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from protocol.advice import Advice, Promise, Reason
from protocol.codec import plain
from protocol.requests import Advise
from tests.triqueta_tui.games.local import LocalGame
from tests.triqueta_tui.games.playing import Seated
from triqueta_tui.table.coach_card import CoachCard


def let_coach(table: LocalGame[Any]) -> None:
    """Let the players of a table ask."""
    table.room = structs.replace(table.room, coach=True)
    table.tell([], {"coach": True})


def asked(table: LocalGame[Any]) -> list[int]:
    """The requests for advice that were sent."""
    return [request.id for request in table.sent if isinstance(request, Advise)]


def advice_for(actions: Sequence[Struct], reason: Reason | None = None) -> Advice:
    """Advice in which each action is a little worse than the one before."""
    promises = tuple(
        Promise(plain(action), 64 - 7 * place, 21.5 - 2 * place) for place, action in enumerate(actions)
    )
    return Advice(promises, reason)


async def hear(at: Seated[Any, Any], actions: Sequence[Struct], reason: Reason | None = None) -> CoachCard:
    """Ask, and be answered."""
    await at.press("e")
    card = at.top(CoachCard)
    card.hear_advice(at.table.mirror.you, asked(at.table)[-1], advice_for(actions, reason))
    await at.pilot.pause()
    return card
