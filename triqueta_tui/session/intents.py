"""What a person wants: intents of the command line and the screens; navigator and session carry them out."""

from dataclasses import dataclass, field
from typing import Any, Final

from triqueta_protocol.settings import TableSettings
from triqueta_tui.session.address import Address
from triqueta_tui.session.own_tables import UnseenResult, WaitingSeat

DEFAULTS: Final = TableSettings()
WITH_COACH: Final = TableSettings(coach=True)
"""The default of games on this machine."""


@dataclass(frozen=True)
class PlayNow:
    """A game on this machine against bots, and with others at the same keyboard."""

    game: str
    bots: tuple[str, ...] = ("normal", "normal")
    """Their levels."""
    people: tuple[str, ...] = ()
    """Names of the other players at this keyboard."""
    settings: TableSettings = WITH_COACH
    """Seats, pace and access follow from the rest."""
    options: dict[str, Any] = field(default_factory=dict)
    guided: bool = False
    """With hints for a new player of the game."""
    offer_guided: bool = False
    """Offer the guided game instead, once, to a player who has never played this one."""


@dataclass(frozen=True)
class HostTable:
    """A new table on a server of this machine that friends can reach."""

    game: str
    settings: TableSettings = DEFAULTS
    options: dict[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ()
    """Levels of the bots at the table from the start."""
    password: str | None = None
    """Of the table."""
    port: int | None = None
    """None: the default, or the next free port."""
    gateways: dict[str, int] = field(default_factory=dict)
    """Ports of the SSH and browser gateways to open, by kind."""
    public: dict[str, str] = field(default_factory=dict)
    """Where the server is reached from anywhere, by kind of way in."""


@dataclass(frozen=True)
class GoTo:
    """A server that is running already: a table of it, or the list of its tables."""

    address: Address
    table: str | None = None
    watch: bool = False
    password: str | None = None
    """Of the server or of the table."""
    typed: bool = False
    """Whether it was typed on the form, to which giving up leads back."""


@dataclass(frozen=True)
class AskWhere:
    """A server whose address has to be asked for."""

    code: str = ""
    watch: bool = False


@dataclass(frozen=True)
class GoBack:
    """A seat in a game that was left."""

    seat: WaitingSeat


@dataclass(frozen=True)
class SeeResult:
    """The result of a game that ended while the player was away."""

    result: UnseenResult


@dataclass(frozen=True)
class ShowGames:
    """The finished games on this machine; for a guest, on the server."""


@dataclass(frozen=True)
class ReplayFile:
    """A game from a file, to be seen again."""

    name: str
    """What the person calls the file."""
    data: bytes


@dataclass(frozen=True)
class Practise:
    """Exercises of a game, or the position of the day."""

    game: str | None
    """None for the position of the day."""


Intent = PlayNow | HostTable | GoTo | AskWhere | GoBack | SeeResult | ShowGames | ReplayFile | Practise

ServerIntent = PlayNow | HostTable | GoTo | GoBack | SeeResult | ShowGames | ReplayFile
"""The intents that need a server."""
