"""What screens and tables may ask of the program they run in. The app itself is put together above them."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from textual.app import App

from triqueta_tui.game import Games
from triqueta_tui.paths import Paths
from triqueta_tui.settings import Settings, SettingsFile

if TYPE_CHECKING:
    from protocol.games.offer import GameOffer
    from protocol.mirror import Mirror
    from protocol.requests import Request
    from triqueta_tui.intents import GoTo, Intent
    from triqueta_tui.net.address import Address
    from triqueta_tui.net.discovery.model import Network
    from triqueta_tui.net.memory import Memory
    from triqueta_tui.net.messages import LinkChanged

HelpScreen = Literal["rules", "keys", "settings"]


class Sender(Protocol):
    """Where requests go: the link, which gives each its id."""

    def send(self, kind: "type[Request]", **fields: Any) -> int:
        """Queue a request, for example ``send(Act, table="KNOT", action={"do": "draw"})``; returns its id."""


@dataclass(frozen=True)
class Whereabouts:
    """How others get to the server one is at."""

    addresses: "tuple[Address, ...]"
    """The best first."""
    doors: Mapping[str, int] = field(default_factory=dict)
    """Ports of the ways in for people without the program."""
    own: bool = False
    """The server runs on this machine."""


class Client(App[None], inherit_bindings=False):
    """The program as everything on the screen knows it."""

    settings: Settings
    file: SettingsFile
    paths: Paths
    games: Games
    link: Sender | None = None
    link_state: "LinkChanged | None" = None
    network: "Network | None" = None
    """The local network as it was last seen."""
    mirror: "Mirror | None" = None
    """The table one is at."""

    @abstractmethod
    def change_settings(self, **fields: Any) -> None:
        """Set something, show it at once and keep it."""

    @abstractmethod
    def memory(self) -> "Memory":
        """What is remembered of servers."""

    @abstractmethod
    def whereabouts(self) -> Whereabouts | None:
        """How others get to the server one is at; None at none."""

    @abstractmethod
    def offers(self) -> "tuple[GameOffer, ...]":
        """The games of the server one is at, also those that this program does not know."""

    @abstractmethod
    def open_help(self, which: HelpScreen) -> None:
        """Show rules, keys or settings on top of what is shown; asked for again, they close."""

    @abstractmethod
    def look_out(self) -> None:
        """Look for servers on the local network from now on."""

    @abstractmethod
    def look_away(self) -> None:
        """Look no more, unless the screen on top shows them, too."""

    @abstractmethod
    def go(self, intent: "Intent") -> None:
        """Go where the person wants to be; whatever was under way before is given up."""

    @abstractmethod
    def ask_where(self, intent: "GoTo") -> None:
        """Let the person correct the way to a server."""

    @abstractmethod
    def go_home(self) -> None:
        """Hang up and show the home screen. In a running game the seat is kept."""

    @abstractmethod
    def enter(self, table: str, *, watch: bool, password: str | None = None) -> None:
        """To a table of the server one is at."""

    @abstractmethod
    def show_tables(self, *, watch: bool) -> None:
        """To the list of tables of the server that this client belongs to, if it belongs to one."""

    @abstractmethod
    def enter_by_code(self, code: str, password: str | None) -> None:
        """To a table of the server that this client belongs to, if it belongs to one."""

    @abstractmethod
    def open_table(self) -> None:
        """Open a table at the server one is at."""

    @abstractmethod
    def leave_table(self) -> None:
        """Get up for good and go home. A game on this machine is only left waiting."""

    @abstractmethod
    def play_again(self) -> None:
        """Another game at this table."""

    @abstractmethod
    async def action_quit(self) -> None:
        """Leave the program."""
