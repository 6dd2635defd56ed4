"""Why a key does nothing now: for keys of a table that stand for something that cannot be done."""

from collections.abc import Mapping
from typing import Any, Final

from textual.actions import parse
from textual.screen import Screen

from triqueta_tui.commands.command import command, keys_of
from triqueta_tui.locale import say
from triqueta_tui.table.view_model import AnyView
from triqueta_tui.widgets.absences import Absences

_SILENT: Final = {"back"}
"""Actions nobody expects anything of when there is nothing to go back from."""


def disabled_action(
    screen: Screen[Any], key: str, keymap: Mapping[str, str]
) -> tuple[str, tuple[object, ...]] | None:
    """The action that a key of a screen would run if it could be done now; None if it can, or is none."""
    if key in screen.active_bindings:
        return None
    for binding in screen.BINDINGS:
        one = command(getattr(binding, "id", None))
        if one is not None and key in keys_of(one, keymap):
            _, name, parameters = parse(one.action)
            if name not in _SILENT:
                return name, parameters
    return None


def why_not(now: AnyView, absences: Absences, action: str, parameters: tuple[object, ...]) -> str:
    """What every game has in common; empty on the own turn, where the game knows why."""
    if action == "talk":
        return say("table.why.alone")
    if action == "sit_in":
        missed = absences.missed()
        return absences.words(missed[0], "") if missed else say("table.why.nobody_away")
    if now.seat is None:
        return say("table.why.watching")
    if now.room.paused is not None:
        return say("table.prompt.paused")
    if now.over:
        return say("table.prompt.over")
    if not now.my_turn:
        return say("table.why.not_your_turn", who=say("log.comma").join(map(now.who, now.public.owing)))
    return ""
