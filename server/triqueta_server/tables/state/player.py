"""A player, and the clients in which the player is here, each with a link and the answers to its requests."""

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from triqueta_protocol.codec import encode
from triqueta_protocol.events import Accepted, Bye, Rejected
from triqueta_server.store.records import Credential
from triqueta_server.tables.delivery.answers import Answers

if TYPE_CHECKING:
    from triqueta_server.tables.state.table import Table


class Link(Protocol):
    """A connection as the tables see it.

    Sending never waits: a link that is down drops the frame, one that cannot keep up ends itself.
    """

    @property
    def origin(self) -> str:
        """The address it comes from."""

    def send(self, frame: bytes) -> None: ...

    def end(self, bye: Bye) -> None: ...


class Client:
    """A program that a player runs. It keeps its id, and so its requests, when it reconnects."""

    __slots__ = ("answers", "id", "link", "player")

    def __init__(self, player: "Player", client_id: bytes = b"") -> None:
        self.player = player
        self.id = client_id
        self.link: Link | None = None
        self.answers = Answers()

    def send(self, message: Struct) -> None:
        if self.link is not None:
            self.link.send(encode(message))

    def answer(self, answer: Accepted | Rejected) -> None:
        """Send the one answer to a request; any later one is dropped."""
        assert answer.id is not None
        frame = encode(answer)
        if self.answers.settle(answer.id, frame) and self.link is not None:
            self.link.send(frame)

    def accept(self, request: int, table: str, *, told: bool) -> None:
        """Answer a request that was carried out at a table; nothing is sent if an event has ``told`` it."""
        if self.answers.settle(request, table) and not told and self.link is not None:
            self.link.send(encode(Accepted(id=request, table=table)))


class Player:
    """A player known to this server. Seats belong to players, not to links."""

    __slots__ = (
        "advised",
        "bot",
        "client",
        "clients",
        "credential",
        "forgotten",
        "gone_since",
        "id",
        "name",
        "origin",
        "stored_seats",
        "tables",
    )

    def __init__(self, player_id: str, name: str, now: float) -> None:
        self.id = player_id
        self.name = name
        self.credential: Credential | None = None
        """None for a player rebuilt from the store who has not come back yet."""
        self.bot = False
        """It is a program without a person, as its last greeting said."""
        self.forgotten = False
        """The store has been asked to delete this player's data."""
        self.client = Client(self)
        """The one whose request is carried out, or was last."""
        self.clients: dict[bytes, Client] = {}
        """By their ids; the one that connected last is the last."""
        self.origin = ""
        """The address of the client that acted last."""
        self.gone_since: float | None = now
        """When the last link was lost; None while there is one."""
        self.advised = False
        """Whether a question for advice is being thought about."""
        self.stored_seats: set[str] = set()
        """The codes of closed tables whose stored game this player may go on with."""
        self.tables: dict[str, Table] = {}
        """The tables this player sits at or watches, by code."""

    @property
    def is_playing(self) -> bool:
        """Whether a seat in a running game is this player's."""
        return any(
            table.status == "playing" and table.viewers[self.id].seat is not None
            for table in self.tables.values()
        )
