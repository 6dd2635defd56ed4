"""A table of any game at which the viewer may ask a coach."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from tests.triqueta_tui.games.local import LocalGame
from tests.triqueta_tui.games.playing import Seated
from triqueta_protocol.advice import Advice, Promise, Reason
from triqueta_protocol.codec import plain
from triqueta_protocol.requests import Advise
from triqueta_protocol.settings import TableSettings
from triqueta_tui.table.coach_dialog import CoachDialog


def let_coach(table: LocalGame[Any]) -> None:
    """Let the players of a table ask."""
    table.room = structs.replace(table.room, settings=TableSettings(coach=True))
    table.tell([], {"settings": {"coach": True}})


def asked(table: LocalGame[Any]) -> list[int]:
    """The requests for advice that were sent."""
    return [request.id for request in table.sent if isinstance(request, Advise)]


def advice_for(actions: Sequence[Struct], reason: Reason | None = None) -> Advice:
    """Advice in which each action is a little worse than the one before."""
    promises = tuple(
        Promise(plain(action), 64 - 7 * place, 21.5 - 2 * place) for place, action in enumerate(actions)
    )
    return Advice(promises, reason)


async def hear(at: Seated[Any, Any], actions: Sequence[Struct], reason: Reason | None = None) -> CoachDialog:
    """Ask, and be answered."""
    await at.press("e")
    dialog = at.top(CoachDialog)
    at.table.answer(advice=advice_for(actions, reason))
    await at.pilot.pause()
    return dialog
