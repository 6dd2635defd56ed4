"""A player: an identity with a token, at most one link at a time, and the answers it was given."""

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from protocol.codec import encode
from protocol.events import Accepted, Bye, Rejected
from server.rate_limit import TokenBucket
from server.tables.delivery.answers import Answers
from server.tables.services import Limits

if TYPE_CHECKING:
    from server.tables.state.table import Table


class Link(Protocol):
    """A connection as the tables see it.

    Sending never waits: a link that is down drops the frame, one that cannot keep up ends itself.
    """

    @property
    def origin(self) -> str:
        """The address it comes from."""

    def send(self, frame: bytes) -> None: ...

    def end(self, bye: Bye) -> None: ...


class Player:
    """Somebody known to this server. Seats belong to players, not to links."""

    __slots__ = (
        "advice_limit",
        "advised",
        "answers",
        "bot",
        "chat_limit",
        "forgotten",
        "gone_since",
        "guessing",
        "id",
        "link",
        "name",
        "origin",
        "reads_events",
        "rename_limit",
        "return_limit",
        "shows_rated",
        "tables",
        "token_hash",
    )

    def __init__(self, player_id: str, name: str, limits: Limits, now: float) -> None:
        self.id = player_id
        self.name = name
        self.token_hash: bytes | None = None
        """None for a player rebuilt from the store, until the owner of the token has come back."""
        self.bot = False
        """Whether it said, when it last greeted, that it is a program and no person."""
        self.shows_rated = True
        """Whether its client shows that a game is rated, or there is nobody to show it to."""
        self.reads_events = False
        """Whether its client finds the answers to decisions in the events that tell of them."""
        self.forgotten = False
        """Whether the store has been asked to forget who this is."""
        self.link: Link | None = None
        self.origin = ""
        """The address of the last link."""
        self.gone_since: float | None = now
        """When the last link was lost; None while there is one."""
        self.answers = Answers()
        self.chat_limit = TokenBucket(limits.chat_rate, limits.chat_burst, now)
        self.rename_limit = TokenBucket(limits.rename_rate, limits.rename_burst, now)
        self.advice_limit = TokenBucket(limits.advice_rate, limits.advice_burst, now)
        self.advised = False
        """Whether a question for advice is being thought about."""
        self.guessing = False
        """Whether a request waits that may be a guess at a table's code or password."""
        self.return_limit = TokenBucket(limits.return_rate, limits.return_burst, now)
        """Of seats taken back after getting up: each time stays in the log of the game."""
        self.tables: dict[str, Table] = {}
        """The tables this player sits at or watches, by code."""

    @property
    def is_playing(self) -> bool:
        """Whether a seat in a running game is this player's."""
        return any(
            table.status == "playing" and table.viewers[self.id].seat is not None
            for table in self.tables.values()
        )

    def send(self, message: Struct) -> None:
        if self.link is not None:
            self.link.send(encode(message))

    def answer(self, answer: Accepted | Rejected) -> None:
        """Give a request its one answer; another one that comes later is dropped."""
        assert answer.id is not None
        frame = encode(answer)
        if self.answers.settle(answer.id, frame) and self.link is not None:
            self.link.send(frame)

    def accept(self, request: int, table: str, *, told: bool) -> None:
        """Answer a request that was carried out at a table; nothing is sent if an event has ``told`` it."""
        if self.answers.settle(request, table) and not told and self.link is not None:
            self.link.send(encode(Accepted(id=request, table=table)))
