"""A screen above a table that follows it."""

from typing import Protocol, runtime_checkable

from msgspec import Struct

from triqueta_tui.table.view_model import AnyView


@runtime_checkable
class Overlay(Protocol):
    def look(self, now: AnyView, happenings: tuple[Struct, ...]) -> None:
        """Called when the table has changed."""
