"""The base of screens on which the focus moves often."""

from typing import TypeVar

from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

Result = TypeVar("Result")


class QuietScreen(Screen[Result]):
    """A screen that paints only what changes when the focus moves; Textual's own paints all of itself."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
