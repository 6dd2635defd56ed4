"""The interface of cards that lie over a table and follow it."""

from typing import Protocol, runtime_checkable

from msgspec import Struct

from triqueta_tui.table.view_model import AnyView


@runtime_checkable
class Overlay(Protocol):
    """A screen above the table that follows it."""

    def look(self, now: AnyView, happenings: tuple[Struct, ...]) -> None:
        """Called when the table has changed."""
