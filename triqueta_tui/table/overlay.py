"""Cards that lie over a table and follow it."""

from typing import Protocol, runtime_checkable

from msgspec import Struct

from triqueta_tui.table.view_model import AnyView


@runtime_checkable
class Overlay(Protocol):
    """A screen above the table that wants to know when the table changes."""

    def look(self, now: AnyView, happenings: tuple[Struct, ...]) -> None:
        """The table has changed."""
