"""Why a key does nothing at a table now, whatever is played there."""

from collections.abc import Iterable

from msgspec import Struct

from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.session.view import AnyView
from triqueta_tui.widgets.absences import Absences


def why_not(now: AnyView, absences: Absences, action: str, told: Iterable[Struct]) -> str:
    """The reasons that all games share; empty on the player's own turn, where the game knows why.

    ``told`` is what has happened in the game itself.
    """
    if action == "talk":
        return say("table.why.alone")
    if action == "undo" and now.room.settings.rated:
        return say("ratings.no_undo")
    if action == "undo":
        return say(f"table.why.undo_{_why_no_undo(now, told)}")
    if action == "sit_in":
        missed = absences.missed()
        return absences.words(missed[0], "") if missed else say("table.why.nobody_away")
    if now.seat is None:
        return say("table.why.watching")
    if now.room.paused is not None:
        return say("table.prompt.paused")
    if now.over:
        return say("table.prompt.over")
    if action == "coach" and not now.room.settings.coach:
        return say("ratings.no_coach" if now.room.settings.rated else "table.why.no_coach")
    if not now.my_turn:
        return say("table.why.not_your_turn", who=listed(map(now.who, now.public.owing)))
    return ""


def _why_no_undo(now: AnyView, told: Iterable[Struct]) -> str:
    settings = now.room.settings
    if sum(seat.kind == "player" for seat in now.room.seats) > 1:
        return "among_people"
    if settings.clock is not None:
        return "clock"
    if settings.watchers or not settings.private:
        return "open"
    if not any(getattr(one, "seat", None) == now.seat for one in told):
        return "nothing"
    # In practice the only thing left is the limit.
    return "often" if settings.practice else "shown"
