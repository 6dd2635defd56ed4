"""The app's interface for screens and tables; it is implemented in ``navigation`` and ``app``."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import Struct
from textual.app import App

from triqueta_tui.game import Games
from triqueta_tui.paths import Paths
from triqueta_tui.settings import Settings, SettingsFile
from triqueta_tui.terminal import Terminal

if TYPE_CHECKING:
    from protocol.archive import Found
    from protocol.games.offer import GameOffer
    from protocol.mirror import Mirror
    from protocol.requests import ArchiveRequest, Request
    from triqueta_tui.intents import GoTo, Intent
    from triqueta_tui.net.address import Address
    from triqueta_tui.net.discovery.found_servers import Network
    from triqueta_tui.net.known_servers import Memory
    from triqueta_tui.net.messages import LinkChanged

HelpScreen = Literal["rules", "keys", "settings"]


class Sender(Protocol):
    def send(self, kind: "type[Request]", **fields: Any) -> int:
        """Queue a request, for example ``send(Act, table="KNOT", action={"do": "draw"})``; returns its id."""


class Whereabouts(Struct, frozen=True):
    """How others reach the server that this client is connected to."""

    ways: Mapping[str, tuple[str, ...]]
    """URLs by kind of way in, see ``net/ways_in.py``; the best first."""
    own: bool = False
    """Whether the server runs on this machine."""


class Client(App[None], inherit_bindings=False):
    settings: Settings
    terminal: Terminal
    file: SettingsFile
    paths: Paths
    games: Games
    link: Sender | None = None
    link_state: "LinkChanged | None" = None
    network: "Network | None" = None
    """The local network as it was last seen."""
    mirror: "Mirror | None" = None
    """The table that is joined or watched."""

    @abstractmethod
    def change_settings(self, **fields: Any) -> None:
        """Change settings, apply them at once and save them."""

    @abstractmethod
    def memory(self) -> "Memory": ...

    @abstractmethod
    def whereabouts(self) -> Whereabouts | None:
        """None without a connection."""

    @abstractmethod
    def offers(self) -> "tuple[GameOffer, ...]":
        """The games of the connected server, including those that this program does not know."""

    @property
    def solo(self) -> bool:
        """Whether the table is on a server that is only for the people at this terminal."""
        return False

    def server_knows(self, word: str) -> bool:
        """Whether the connected server has a capability."""
        return False

    @abstractmethod
    async def find(self, kind: "type[ArchiveRequest]", **fields: Any) -> "Found":
        """Ask the connected server about finished games; raises one of ``net.error_words.TROUBLES``."""

    @abstractmethod
    def leave_forgotten(self) -> None:
        """Go home from a server that has forgotten this player, and be somebody new there the next time."""

    @abstractmethod
    def open_games(self) -> None:
        """List the player's finished games on the connected server."""

    @abstractmethod
    def open_leaderboard(self) -> None:
        """Show the ratings on the connected server."""

    @property
    def writes_files(self) -> bool:
        """Whether files on this machine are the person's own; a guest's client runs on the server's."""
        return True

    @abstractmethod
    def open_help(self, which: HelpScreen) -> None:
        """Show rules, keys or settings on top of the screen; close them if they are shown already."""

    @abstractmethod
    def start_discovery(self) -> None:
        """Start looking for servers on the local network."""

    @abstractmethod
    def stop_discovery(self) -> None:
        """Stop looking, unless the screen on top shows the network, too."""

    @abstractmethod
    def go(self, intent: "Intent") -> None:
        """Carry out an intent; navigation that was under way is cancelled."""

    @abstractmethod
    def ask_where(self, intent: "GoTo") -> None:
        """Let the person correct the address of a server."""

    @abstractmethod
    def ask_password(self, intent: "GoTo") -> None:
        """Ask for the password of a server or table, and go there with it."""

    def place(self, address: "Address") -> str:
        """What the person at this client calls a server."""
        return str(address)

    @abstractmethod
    def go_home(self) -> None:
        """Disconnect and show the home screen. A seat in a running game is kept."""

    @abstractmethod
    def enter(self, table: str, *, watch: bool, password: str | None = None) -> None:
        """Join or watch a table of the connected server."""

    def show_tables(self, *, watch: bool) -> None:
        """List the tables of the server that this client is bound to; without one, do nothing."""

    def enter_by_code(self, code: str, password: str | None) -> None:
        """Join a table of the server that this client is bound to; without one, do nothing."""

    @property
    def remembered(self) -> bool:
        """Whether somebody else, a server of whom one is the guest, keeps the settings."""
        return False

    def forget_me(self) -> None:
        """Delete the settings that a server keeps of its guest; otherwise do nothing."""

    @abstractmethod
    def open_table(self) -> None: ...

    @abstractmethod
    def open_replay(self, game: str, *, at: int | None = None, decisive: int | None = None) -> None:
        """Show a finished game of the connected server again, over what is shown now.

        It begins with step ``at``, by default the first; ``decisive`` is the step of the decisive moment, if
        somebody knows it better than the points do.
        """

    @abstractmethod
    def open_review(self, game: str) -> None:
        """Let an expert go through a finished game of the connected server, over what is shown now."""

    @abstractmethod
    def change_door(self) -> None:
        """Let the host of the table say who may come to it."""

    @abstractmethod
    def leave_table(self) -> None:
        """Give up the seat and go home. A game on this machine is kept to be continued."""

    @abstractmethod
    def play_again(self) -> None: ...

    @abstractmethod
    async def action_quit(self) -> None: ...
