"""A row of a player's pieces, each with its key."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from triqueta_tui.widgets.board import Board


class PieceRow(Board):
    @dataclass
    class Pressed(Message):
        """A piece was clicked."""

        place: int

    def __init__(self, *, name: str) -> None:
        super().__init__(id=name)
        self.pieces: Sequence[int] = ()
        self.keys: Sequence[str] = ()
        self.cursor: int | None = None
        self.selected: frozenset[int] = frozenset()
        """Places of the selected pieces."""
        self.words = ""
        """Shown where there are no pieces."""

    @abstractmethod
    def place_at(self, x: int) -> int | None:
        """The place of the piece in a column."""

    def on_click(self, event: events.Click) -> None:
        place = self.place_at(event.screen_offset.x - self.content_region.x)
        if place is not None:
            self.post_message(self.Pressed(place))
