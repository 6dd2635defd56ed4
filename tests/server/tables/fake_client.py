"""Somebody at the fake server: a link that remembers what it was sent, and mirrors kept true from it."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import Struct, structs

from tests.server.tables.fake_server import FakeServer
from triqueta_protocol import events, requests
from triqueta_protocol.codec import decode_message, decode_request, encode, plain
from triqueta_protocol.games.triqueta import AnyAction, Mine, Public
from triqueta_protocol.login import Exchange, KeyPair, new_challenge
from triqueta_protocol.mirror import EventGapError, Mirror
from triqueta_protocol.requests import Hello
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.version import PROTOCOL, capabilities
from triqueta_server.tables.state.player import Client, Player
from triqueta_server.tables.state.table import Table

EventT = TypeVar("EventT", bound=Struct)
Answer = events.Accepted | events.Rejected


class FakeLink:
    """A connection that hands every frame to its client while it is up."""

    def __init__(self, take: Callable[[bytes], None], origin: str) -> None:
        self._take = take
        self.origin = origin
        self.frames: list[bytes] = []
        self.bye: events.Bye | None = None

    def send(self, frame: bytes) -> None:
        if self.bye is None:
            self._take(frame)
        self.frames.append(frame)

    def end(self, bye: events.Bye) -> None:
        self.bye = bye


class FakeClient:
    """A client without a socket. What it was told, in order, is in ``messages`` and ``happened``."""

    def __init__(self, server: FakeServer, name: str, origin: str = "192.0.2.1") -> None:
        self.server = server
        self.name = name
        self.origin = origin
        self.token: str | None = None
        self.key: KeyPair | None = None
        """To log in with instead."""
        self.welcome: events.Welcome
        self.client: Client
        self.player: Player
        self.instance = b""
        """The id of this client, of several of one player."""
        self.link: FakeLink
        self.mirrors: dict[str, Mirror] = {}
        self.messages: list[events.FromServer] = []
        self.happened: list[Struct] = []
        self.lobby: dict[str, events.TableLine] = {}
        self.closed: dict[str, str] = {}
        self._told: dict[tuple[str, str, int], bytes] = {}
        self._next_id = 1

    # Coming and going

    async def arrive(self, server: FakeServer | None = None, **hello: Any) -> "FakeClient":
        """Greet, with the key or the token of last time if there is one."""
        self.server = server or self.server
        greeting: dict[str, Any] = {
            "version": PROTOCOL,
            "name": self.name,
            "capabilities": capabilities(),
            "token": self.token,
            "client": self.instance,
        }
        exchange: Exchange | None = None
        if self.key is not None:
            exchange = Exchange(bytes(32), new_challenge(), new_challenge())
            greeting |= {"token": None, "key": self.key.public, "signature": self.key.sign(exchange)}
        link = FakeLink(self._take, self.origin)
        greet = self.server.handshake.greet
        self.client, self.welcome = await greet(Hello(**greeting | hello), link, exchange)
        self.player = self.client.player
        self.link = link
        self.token = self.welcome.token
        self._next_id = max(self._next_id, self.welcome.next_id)
        return self

    def vanish(self) -> None:
        """Lose the link."""
        self.server.lobby.detach_link(self.client, self.link)
        self.server.settle()

    async def come_back(self, table: str) -> None:
        """Greet again and take up a table's events where they broke off."""
        await self.arrive()
        await self.resume(table)

    async def resume(self, table: str) -> None:
        answer = self.answer(await self.send_resume(table))
        assert isinstance(answer, events.Accepted), answer

    # Asking

    async def send(self, kind: type[requests.Request], **fields: Any) -> int:
        """Send a request and do not look at the answer; returns its id."""
        return await self.send_again(self.request(kind, **fields))

    async def send_again(self, request: Any) -> int:
        """Send a request as it is, over the wire's own encoding."""
        decoded = decode_request(encode(request))
        assert not isinstance(decoded, Hello)
        rest = self.server.dispatcher.request(self.client, decoded)
        if rest is not None:
            await rest
        self.server.settle()
        return decoded.id

    def request(self, kind: type[requests.Request], **fields: Any) -> requests.Request:
        """A request with the next id."""
        self._next_id += 1
        if kind in {requests.Create, requests.Configure}:
            self._fill_in(fields)
        return kind(**{"id": self._next_id - 1, **fields})

    def _fill_in(self, fields: dict[str, Any]) -> None:
        """A table's game and settings: as they are, or the usual ones, with those given one by one."""
        mirror = self.mirrors.get(fields.get("table", ""))
        fields.setdefault("game", mirror.room.game if mirror else "triqueta")
        changes = {name: fields.pop(name) for name in TableSettings.__struct_fields__ if name in fields}
        settings = fields.get("settings", mirror.room.settings if mirror else TableSettings())
        fields["settings"] = structs.replace(settings, **changes)

    async def ask(self, kind: type[requests.Request], **fields: Any) -> events.Accepted:
        """Send a request that is to be accepted."""
        answer = self.answer(await self.send(kind, **fields))
        assert isinstance(answer, events.Accepted), answer
        return answer

    async def refusal(self, kind: type[requests.Request], **fields: Any) -> str:
        """Send a request that is to be rejected; returns why."""
        answer = self.answer(await self.send(kind, **fields))
        assert isinstance(answer, events.Rejected), answer
        return answer.code

    def answers(self, identifier: int) -> list[Answer]:
        """Every answer that came for a request, by itself or in an event; one told again is one."""
        found: list[Answer] = []
        numbers: set[int] = set()
        for message in self.messages:
            match message:
                case events.Accepted(id=one) | events.Rejected(id=one) if one == identifier:
                    found.append(message)
                case events.Event(accepted=one, n=n) if one == identifier and n not in numbers:
                    numbers.add(n)
                    found.append(events.Accepted(id=identifier, table=message.table))
        return found

    def answer(self, identifier: int) -> Answer | None:
        """The one answer to a request, if it has come."""
        found = self.answers(identifier)
        assert len(found) <= 1, "a request gets one answer"
        return found[0] if found else None

    # What everybody asks for

    async def create(self, seats: int = 3, **fields: Any) -> str:
        """Open a table; bots do not dawdle at it unless told to."""
        answer = await self.ask(requests.Create, **{"seats": seats, "pace": 0} | fields)
        assert answer.table is not None
        return answer.table

    async def join(self, table: str, password: str | None = None) -> None:
        await self.ask(requests.Join, table=table, password=password)

    async def watch(self, table: str, password: str | None = None) -> None:
        await self.ask(requests.Watch, table=table, password=password)

    async def leave(self, table: str) -> None:
        await self.ask(requests.Leave, table=table)
        self.mirrors.pop(table, None)

    async def ready(self, table: str, ready: bool = True) -> None:
        await self.ask(requests.Ready, table=table, ready=ready)

    async def start(self, table: str) -> None:
        await self.ask(requests.Start, table=table)

    async def add_bot(self, table: str, level: str = "normal") -> None:
        await self.ask(requests.AddBot, table=table, level=level)

    async def say(self, table: str, text: str) -> None:
        await self.ask(requests.Chat, table=table, text=text)

    async def act(self, table: str, action: AnyAction | None = None) -> None:
        """Take a decision: this one, or the first that is open."""
        answer = self.answer(await self.send_move(table, action))
        assert isinstance(answer, events.Accepted), answer

    # The same without waiting for the answer

    async def send_move(self, table: str, action: AnyAction | None = None) -> int:
        wire = plain(action or self.mine(table).choices[0].action)
        return await self.send(requests.Act, table=table, action=wire)

    async def send_join(self, table: str) -> int:
        return await self.send(requests.Join, table=table)

    async def send_watch(self, table: str) -> int:
        return await self.send(requests.Watch, table=table)

    async def send_start(self, table: str) -> int:
        return await self.send(requests.Start, table=table)

    async def send_leave(self, table: str) -> int:
        return await self.send(requests.Leave, table=table)

    async def send_resume(self, table: str) -> int:
        mirror = self.mirrors[table]
        return await self.send(requests.Resume, table=table, epoch=mirror.room.epoch, last=mirror.n)

    # Looking

    def room(self, table: str) -> events.Room:
        return self.mirrors[table].room

    def public(self, table: str) -> Public:
        public = self.mirrors[table].public
        assert isinstance(public, Public)
        return public

    def mine(self, table: str) -> Mine:
        mine = self.mirrors[table].mine
        assert isinstance(mine, Mine)
        return mine

    def seat(self, table: str) -> int:
        seat = self.mirrors[table].seat
        assert seat is not None
        return seat

    def owes(self, table: str) -> bool:
        """Whether this client knows of a decision to take."""
        mirror = self.mirrors.get(table)
        return mirror is not None and isinstance(mirror.mine, Mine) and bool(mirror.mine.choices)

    def saw(self, kind: type[EventT]) -> list[EventT]:
        """What this client was told of one kind, in order."""
        return [one for one in self.happened if isinstance(one, kind)]

    def sees_what_is(self, table: str) -> bool:
        """Whether the copy kept from events is what a fresh look would show, clocks aside."""
        return seen(self.mirrors[table]) == fresh(self.server.table(table), self)

    def _take(self, frame: bytes) -> None:
        message = decode_message(frame)
        self.messages.append(message)
        match message:
            case events.TableNow():
                self.mirrors[message.table] = Mirror(message)
            case events.Event():
                self._take_event(message, frame)
            case events.Closed():
                self.closed[message.table] = message.code
                self.mirrors.pop(message.table, None)
            case events.LobbyNow():
                self.lobby = {line.table: line for line in message.tables}
            case events.LobbyTable():
                self.lobby[message.line.table] = message.line
            case events.LobbyGone():
                del self.lobby[message.table]
            case _:
                pass

    def _take_event(self, event: events.Event, frame: bytes) -> None:
        mirror = self.mirrors.get(event.table)
        if mirror is None:
            self.server.complaints.append(f"{self.name} is not at {event.table}: {event}")
            return
        number = (event.table, mirror.room.epoch, event.n)
        if self._told.setdefault(number, frame) != frame:
            self.server.complaints.append(f"{self.name} was told two different events {number}")
        try:
            self.happened += mirror.apply(event)
        except EventGapError as gap:
            self.server.complaints.append(f"{self.name} missed something at {event.table}: {gap}")


def seen(mirror: Mirror) -> tuple[Struct | None, ...]:
    """What a mirror shows, but for clocks and absences, which go on by themselves."""
    away = tuple(structs.replace(one, since=0, left=None) for one in mirror.room.away)
    return structs.replace(mirror.room, clocks=None, away=away), mirror.public, mirror.mine


def fresh(table: Table, client: FakeClient) -> tuple[Struct | None, ...]:
    """What a client who asked for a table now would be shown, after a trip over the wire."""
    now = decode_message(encode(table.snapshot(table.viewers[client.player.id])))
    assert isinstance(now, events.TableNow)
    return seen(Mirror(now))


async def seated(
    server: FakeServer, *names: str, bots: int = 0, keys: Sequence[KeyPair] = (), **rules: Any
) -> tuple[str, list[FakeClient]]:
    """A table with everybody seated and ready; the first is the host, bots sit behind the people."""
    clients = [FakeClient(server, name) for name in names]
    for client, key in zip(clients, keys, strict=False):
        client.key = key
    for client in clients:
        await client.arrive()
    table = await clients[0].create(**{"seats": max(2, len(names) + bots)} | rules)
    for client in clients[1:]:
        await client.join(table, rules.get("password"))
        await client.ready(table)
    for _ in range(bots):
        await clients[0].add_bot(table)
    return table, clients


async def playing(server: FakeServer, *names: str, **rules: Any) -> tuple[str, list[FakeClient]]:
    """A table where a game has just begun."""
    table, clients = await seated(server, *names, **rules)
    await clients[0].start(table)
    return table, clients


def mover(table: str, clients: list[FakeClient]) -> FakeClient:
    """The first client who owes a decision."""
    return next(client for client in clients if client.owes(table))


async def play_on(table: str, clients: list[FakeClient], moves: int | None = None) -> int:
    """Take decisions, the first that is open each time; all of them, or so many. Returns how many."""
    taken = 0
    while taken != moves and any(client.owes(table) for client in clients):
        await mover(table, clients).act(table)
        taken += 1
    return taken
