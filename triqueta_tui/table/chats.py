"""The chat of a table, in two places: beside the board, and in a drawer over it for small terminals."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from protocol.happenings import Said
from triqueta_tui.table.view_model import AnyView
from triqueta_tui.widgets.chat import Chat


class Chats:
    def __init__(self) -> None:
        self.beside = Chat()
        self.drawer = Chat()
        self.drawer.id = "drawer"

    def __iter__(self) -> Iterator[Chat]:
        return iter((self.beside, self.drawer))

    def add(self, happenings: Iterable[Struct]) -> None:
        """Add what was said; the rest is for the log."""
        for one in happenings:
            if isinstance(one, Said):
                for chat in self:
                    chat.add(one)

    def show_readers(self, now: AnyView) -> None:
        """Say who reads it: while a game runs, what watchers write does not reach the players."""
        for chat in self:
            chat.call("watchers" if now.seat is None and not now.over else "everybody")
