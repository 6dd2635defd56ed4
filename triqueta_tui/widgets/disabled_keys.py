"""Keys of actions that are disabled now."""

from collections.abc import Iterable, Mapping
from typing import Final

from textual.actions import parse
from textual.dom import DOMNode

from triqueta_tui.commands.command import command, keys_of

_SILENT: Final = {"back"}
"""Actions that need no explanation when there is nothing to cancel."""


def disabled_action(
    nodes: Iterable[DOMNode], key: str, keymap: Mapping[str, str]
) -> tuple[str, tuple[object, ...]] | None:
    """The action that a key of these nodes would run if it could be done now; None if it can, or is none."""
    found = None
    for node in nodes:
        for binding in node.BINDINGS:
            one = command(getattr(binding, "id", None))
            if one is None or key not in keys_of(one, keymap):
                continue
            _, name, parameters = parse(one.action)
            if name in _SILENT or node.check_action(name, parameters):
                return None
            found = name, parameters
    return found
