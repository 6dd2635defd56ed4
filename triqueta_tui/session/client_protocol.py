"""The client's side of the protocol across connections: bytes in, events out, no I/O.

``link.py`` opens sockets and waits. This part knows what has to be sent, which requests are unanswered, and
what the tables look like.
"""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from triqueta_protocol import events, requests
from triqueta_protocol.codec import decode_message, encode
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.mirror import EventGapError, Mirror, UnknownGameError
from triqueta_protocol.tagged import UnknownTagError
from triqueta_protocol.version import PROTOCOL, capabilities, missing_capability
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.session.events import LobbyChanged, TableClosed, TableUnknown, Welcomed
from triqueta_tui.session.ways_in import ServerAddresses

if TYPE_CHECKING:
    from triqueta_protocol.login import Exchange, KeyPair

_log = logging.getLogger(__name__)

_CLIENT_ID: Final = 8
"""Bytes."""

_AUTOMATIC: Final = (requests.Resume, requests.Lobby)
"""Requests this class makes by itself, again on each connection."""

_ENTERING: Final = (requests.Create, requests.Join, requests.Watch)
"""Requests that are followed by a view of the whole table."""

_SLOW: Final = (requests.Advise, requests.ArchiveRequest)
"""Requests whose answer takes the server some thought."""

_TEMPORARY: Final = {Code.SERVER_CLOSING, Code.SERVER_FULL, Code.ADDRESS_BUSY, Code.HELLO_LATE}
"""Reasons to refuse a greeting that may not hold at the next attempt."""


class NonsenseError(Exception):
    """The peer does not speak the protocol."""


class AnotherServerError(ConnectionError):
    """Where the server was, another one answers now."""


Recall = Callable[[bytes], "KeyPair"]
"""Finds the player's key pair for the server with this public key.

It raises ``AnotherServerError`` if this is not the server that was looked for.
"""


Answer = Callable[[events.Accepted | Exception], object]
"""Receives the answer to one request: what was accepted, a ``RefusalError``, or a ``LinkGoneError``."""


@dataclass
class _Pending:
    """A request that has not been answered."""

    request: requests.Request
    answer: Answer | None
    sent: bool = False
    """On some connection."""
    repeated: bool = False
    """On more than one."""


@dataclass(frozen=True)
class TableTold:
    """A mirror has changed."""

    mirror: Mirror
    events: tuple[Struct, ...]
    fresh: bool
    """The whole table was sent: after joining, or after a connection that was gone for too long."""


Told = Welcomed | TableTold | TableClosed | TableUnknown | LobbyChanged


@dataclass(frozen=True)
class End:
    """Why the server ended the connection, and whether to connect again."""

    code: str
    again: bool
    detail: events.Detail = field(default_factory=dict)


class ClientProtocol:
    """The state of one player at one server, across connections."""

    def __init__(
        self,
        name: str,
        password: str | None = None,
        recall: Recall | None = None,
    ) -> None:
        """With ``recall`` the server is asked for its identity, and the player has a key.

        Without it the player has a token, for as long as this object lives.
        """
        self.name = name
        self.client = secrets.token_bytes(_CLIENT_ID)
        """The id of this client, on all its connections."""
        self.recall = recall
        self.server: bytes | None = None
        """The public key of the server, once it has proven to have it."""
        self._key: KeyPair | None = None
        self._token: str | None = None
        self.player: str | None = None
        self.mirrors: dict[str, Mirror] = {}
        self.end: End | None = None
        self.greeted = False
        """Whether this connection has been welcomed."""
        self._password = password
        self._next_id = 1
        self._highest_answered = 0
        self._unanswered: dict[int, _Pending] = {}
        self._outgoing: list[bytes] = []
        self._lobby: dict[str, events.TableLine] | None = None
        self._catching_up: set[str] = set()
        self._watched: dict[str, str | None] = {}
        """The tables that are watched, with the password of each."""
        self._joined: dict[str, str | None] = {}
        """The tables where this player has sat down, with the password of each."""
        self._sitting_down_again: set[str] = set()
        """The tables whose seat was freed in the waiting room while this player was gone."""

    @property
    def welcomed(self) -> bool:
        """Whether the server has ever welcomed this player."""
        return self.player is not None

    def connected(self, exchange: "Exchange | None" = None) -> None:
        """Call when a connection is open: queues the greeting; raises ``AnotherServerError``.

        ``exchange`` is there if the server has proven its identity.
        """
        self.greeted = False
        self.end = None
        server = exchange.server if exchange else None
        if self.server not in {None, server}:
            raise AnotherServerError("another server answers")
        if self.recall and server and not self.welcomed:
            self._key = self.recall(server)
        self.server = server
        hello = requests.Hello(
            PROTOCOL, self.name, capabilities(), self._token, self._password, client=self.client
        )
        if exchange is not None and self._key is not None:
            signature = self._key.sign(exchange)
            hello = msgspec.structs.replace(hello, key=self._key.public, signature=signature)
        self._outgoing = [encode(hello)]

    def disconnected(self) -> None:
        """Call when a connection is lost: unanswered requests wait for the next one."""
        self.greeted = False
        self._outgoing = []
        self._catching_up.clear()
        for identifier, pending in list(self._unanswered.items()):
            if isinstance(pending.request, _AUTOMATIC):
                del self._unanswered[identifier]

    def give_up(self, reason: str, detail: events.Detail | None = None) -> None:
        """Drop the unanswered requests, since no connection will follow."""
        unanswered, self._unanswered = self._unanswered, {}
        for pending in unanswered.values():
            _settle(pending, LinkGoneError(reason, detail))

    def send(self, kind: type[requests.Request], answer: Answer | None = None, **fields: Any) -> int:
        """Queue a request and return its id. It is sent now or after the next welcome."""
        if not self.welcomed:
            raise RuntimeError("ids are known after the first welcome")
        identifier = self._next_id
        self._next_id += 1
        request = kind(id=identifier, **fields)
        if isinstance(request, requests.Lobby):
            self._lobby = {} if request.on else None
        pending = self._unanswered[identifier] = _Pending(request, answer)
        if self.greeted:
            self._put_out(pending)
        return identifier

    @property
    def last_id(self) -> int:
        """The id of the last request."""
        return self._next_id - 1

    def owes(self, last: int | None = None, *, at_once: bool = False) -> bool:
        """Whether a request up to the id ``last`` is unanswered; ``at_once`` leaves out those that may be."""
        return self.greeted and any(
            (last is None or identifier <= last) and not (at_once and isinstance(pending.request, _SLOW))
            for identifier, pending in self._unanswered.items()
        )

    def outgoing(self) -> list[bytes]:
        """Take the frames to send now, in order."""
        frames, self._outgoing = self._outgoing, []
        return frames

    def receive(self, frame: bytes | str) -> list[Told]:
        """Process a frame: settle what it answers, and return what everybody is told."""
        if isinstance(frame, str):
            raise NonsenseError("a text frame")
        try:
            return self._take_in(decode_message(frame))
        except UnknownTagError as unknown:
            _log.warning("unknown message skipped: %s", unknown)
            return []
        except (msgspec.ValidationError, ValueError) as error:
            raise NonsenseError(str(error)) from error

    def _take_in(self, message: events.FromServer) -> list[Told]:
        if not self.greeted and not isinstance(message, events.Welcome | events.Refused | events.Bye):
            # Nothing can be asked yet, and so there is nothing to be told.
            raise NonsenseError("something else before the welcome")
        match message:
            case events.Welcome():
                return self._on_welcome(message)
            case events.Refused():
                self.end = End(message.code, message.code in _TEMPORARY, message.detail)
            case events.Bye():
                self.end = End(message.code, again=message.again)
            case events.Accepted():
                self._on_accepted(message)
            case events.Rejected():
                return self._on_rejected(message)
            case events.TableNow():
                return self._on_table(message)
            case events.Event():
                told = self._on_event(message)
                if message.accepted is not None:
                    # Settled before anybody is told: the decision is not pending any more when it is shown.
                    self._on_accepted(events.Accepted(id=message.accepted, table=message.table))
                return told
            case events.Closed():
                return self._closed(message.table, message.code)
            case events.LobbyNow() | events.LobbyTable() | events.LobbyGone():
                return self._on_lobby(message)
        return []

    def _on_welcome(self, welcome: events.Welcome) -> list[Told]:
        missing = missing_capability(welcome.capabilities, capabilities())
        if missing is not None:
            self.end = End(Code.MISSING_CAPABILITY, again=False, detail={"capability": missing})
            return []
        same_player = self.player in {None, welcome.player}
        forgetful = welcome.next_id <= self._highest_answered
        for identifier, pending in list(self._unanswered.items()):
            # A server that was restarted no longer knows which of the requests it has carried out. Asking
            # again could act twice; the table it shows next tells the truth.
            if not same_player or (forgetful and pending.sent):
                del self._unanswered[identifier]
                _settle(pending, LinkGoneError("started_anew"))
        self.player, self._token, self.name = welcome.player, welcome.token or None, welcome.name
        self._next_id = max(self._next_id, welcome.next_id)
        self.greeted = True
        # Older ids go first: a server takes an id below one it has seen for a request of long ago.
        for pending in self._unanswered.values():
            pending.repeated = pending.sent
            self._put_out(pending)
        for table in self.mirrors:
            self._resume(table)
        if self._lobby is not None:
            self.send(requests.Lobby)
        addresses = ServerAddresses(welcome.public_urls, welcome.local_urls)
        return [
            Welcomed(
                welcome.name,
                welcome.server,
                welcome.seats,
                addresses,
                welcome.games,
                welcome.capabilities,
            )
        ]

    def _on_accepted(self, accepted: events.Accepted) -> None:
        pending = self._answered(accepted.id)
        if pending is None:
            return
        request = pending.request
        table = accepted.table or (request.table if isinstance(request, requests.TableRequest) else None)
        if isinstance(request, requests.Leave):
            self.mirrors.pop(request.table, None)
        if isinstance(request, requests.Watch):
            self._watched[request.table] = request.password
        elif isinstance(request, requests.Leave | requests.Join):
            self._watched.pop(request.table, None)
        if isinstance(request, requests.Join | requests.Create) and table is not None:
            self._joined[table] = request.password
            self._sitting_down_again.discard(table)
        if pending.repeated and isinstance(request, _ENTERING) and table and table not in self.mirrors:
            # The table may have been told on a connection that is gone.
            kind = requests.Watch if isinstance(request, requests.Watch) else requests.Join
            self.send(kind, table=table, password=request.password)
        _settle(pending, msgspec.structs.replace(accepted, table=table))

    def _on_rejected(self, rejected: events.Rejected) -> list[Told]:
        pending = self._answered(rejected.id) if rejected.id is not None else None
        if pending is None:
            _log.warning("a request of which nothing is known was refused: %s", rejected.code)
            return []
        request = pending.request
        _settle(pending, RefusalError(rejected.code, **rejected.detail))
        if isinstance(request, requests.Resume):
            if rejected.code == Code.NOT_AT_TABLE and request.table in self._watched:
                # A restarted server remembers who sits where, but not who looked on.
                self.send(requests.Watch, table=request.table, password=self._watched[request.table])
                return []
            if rejected.code == Code.NOT_AT_TABLE and self._waits_to_begin(request.table):
                self._sitting_down_again.add(request.table)
                self.send(requests.Join, table=request.table, password=self._joined.get(request.table))
                return []
            return self._closed(request.table, rejected.code)
        if isinstance(request, requests.Watch) and request.table in self.mirrors:
            return self._closed(request.table, rejected.code)
        if isinstance(request, requests.Join) and request.table in self._sitting_down_again:
            self._sitting_down_again.discard(request.table)
            return self._closed(request.table, rejected.code)
        return []

    def _waits_to_begin(self, table: str) -> bool:
        """Whether a table was in its waiting room when it was last seen, from a seat."""
        mirror = self.mirrors.get(table)
        return mirror is not None and mirror.seat is not None and mirror.room.status == "waiting"

    def _on_table(self, now: events.TableNow) -> list[Told]:
        self._catching_up.discard(now.table)
        mirror = self.mirrors.get(now.table)
        try:
            if mirror is not None:
                mirror.replace(now)
            else:
                mirror = self.mirrors[now.table] = Mirror(now)
        except UnknownGameError as unknown:
            return self._leave_unknown(now.table, unknown.game)
        return [TableTold(mirror, (), fresh=True)]

    def _leave_unknown(self, table: str, game: str) -> list[Told]:
        """Leave a table that cannot be shown, so that nobody waits for this player."""
        self.mirrors.pop(table, None)
        self.send(requests.Leave, table=table)
        return [TableUnknown(table, game)]

    def _on_event(self, event: events.Event) -> list[Told]:
        mirror = self.mirrors.get(event.table)
        if mirror is None:
            return []
        known = mirror.n
        try:
            events = mirror.apply(event)
        except EventGapError:
            if event.table not in self._catching_up:
                self._resume(event.table)
            return []
        except UnknownGameError as unknown:
            return self._leave_unknown(event.table, unknown.game)
        return [TableTold(mirror, events, fresh=False)] if mirror.n != known else []

    def _on_lobby(self, message: events.LobbyNow | events.LobbyTable | events.LobbyGone) -> list[Told]:
        if self._lobby is None:
            return []
        match message:
            case events.LobbyNow():
                self._lobby = {line.table: line for line in message.tables}
            case events.LobbyTable():
                self._lobby[message.line.table] = message.line
            case events.LobbyGone():
                self._lobby.pop(message.table, None)
        return [LobbyChanged(tuple(self._lobby.values()))]

    def _closed(self, table: str, code: str) -> list[Told]:
        self._catching_up.discard(table)
        return [TableClosed(table, code)] if self.mirrors.pop(table, None) else []

    def _resume(self, table: str) -> None:
        self._catching_up.add(table)
        mirror = self.mirrors[table]
        self.send(requests.Resume, table=table, epoch=mirror.room.epoch, last=mirror.n)

    def _put_out(self, pending: _Pending) -> None:
        pending.sent = True
        self._outgoing.append(encode(pending.request))

    def _answered(self, identifier: int) -> _Pending | None:
        pending = self._unanswered.pop(identifier, None)
        if pending is not None:
            self._highest_answered = max(self._highest_answered, identifier)
            if isinstance(pending.request, requests.Resume):
                self._catching_up.discard(pending.request.table)
        return pending


def _settle(pending: _Pending, answer: events.Accepted | Exception) -> None:
    if pending.answer is not None:
        pending.answer(answer)
