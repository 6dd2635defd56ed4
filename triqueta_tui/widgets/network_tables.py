"""The tables somebody on the network has announced. Whoever looks for them hands them in through ``show``."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.widgets import Static

from triqueta_tui.locale import say

if TYPE_CHECKING:
    from triqueta_tui.net.address import Address


@dataclass(frozen=True)
class FoundTable:
    """A table on the network."""

    address: "Address"
    server: str
    table: str | None
    players: int
    seats: int


class NetworkTables(Static):
    """A framed list; says what to do instead while it is empty."""

    DEFAULT_CSS = """
    NetworkTables {
        border: round $border;
        border-title-color: $text-muted;
        color: $text-muted;
        padding: 0 1;
    }
    """

    def __init__(self) -> None:
        super().__init__(say("home.network.empty"), markup=False)
        self._found: tuple[FoundTable, ...] = ()
        self.border_title = say("home.network.title")

    def show(self, found: tuple[FoundTable, ...]) -> None:
        """Show what was found."""
        self._found = found
        self.fill()

    def fill(self) -> None:
        """Write the words in the language in use."""
        self.border_title = say("home.network.title")
        words = "\n".join(self._lines()) or say("home.network.empty")
        if words != self.content:
            self.update(words, layout=False)

    def _lines(self) -> list[str]:
        return [
            say(
                "home.network.line",
                server=found.server,
                address=found.address,
                table=found.table or "",
                players=found.players,
                seats=found.seats,
            )
            for found in self._found
        ]
