"""The chat of a table, in two places: beside the board, and in a drawer over it for small terminals."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from triqueta_protocol.table_events import Said
from triqueta_tui.session.view import AnyView
from triqueta_tui.widgets.chat import Chat


class Chats:
    def __init__(self, leave: Callable[[], object]) -> None:
        """``leave`` gives the focus back to the board."""
        self.beside = Chat(leave)
        self.drawer = Chat(leave)
        self.drawer.id = "drawer"

    def __iter__(self) -> Iterator[Chat]:
        return iter((self.beside, self.drawer))

    def put(self, said: Iterable[Said]) -> None:
        """Show what was said before."""
        for one in said:
            for chat in self:
                chat.add(one)

    def add(self, events: Iterable[Struct]) -> None:
        """Add what was said; the rest is for the log."""
        self.put(one for one in events if isinstance(one, Said))

    def show_readers(self, now: AnyView) -> None:
        """Say who reads it: while a game runs, what watchers write does not reach the players."""
        for chat in self:
            chat.call("watchers" if now.seat is None and not now.over else "everybody")
