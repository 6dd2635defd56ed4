"""The base of screens on which the focus moves often."""

from typing import TypeVar

from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from triqueta_protocol.internal.tuning_switches import is_on

Result = TypeVar("Result")


class QuietScreen(Screen[Result]):
    """A screen that paints only what changes when the focus moves; Textual's paints all of itself."""

    if is_on("quiet_focus"):
        focused: Reactive[Widget | None] = Reactive(None, repaint=False)
