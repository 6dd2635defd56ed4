"""Keys of a screen that stand for something that cannot be done now."""

from collections.abc import Mapping
from typing import Any, Final

from textual.actions import parse
from textual.screen import Screen

from triqueta_tui.commands.command import command, keys_of

_SILENT: Final = {"back"}
"""Actions nobody expects anything of when there is nothing to go back from."""


def disabled_action(
    screen: Screen[Any], key: str, keymap: Mapping[str, str]
) -> tuple[str, tuple[object, ...]] | None:
    """The action that a key of a screen would run if it could be done now; None if it can, or is none."""
    found = None
    for binding in screen.BINDINGS:
        one = command(getattr(binding, "id", None))
        if one is None or key not in keys_of(one, keymap):
            continue
        _, name, parameters = parse(one.action)
        if name in _SILENT or screen.check_action(name, parameters):
            return None
        found = name, parameters
    return found
