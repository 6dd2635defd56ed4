"""One player at one server: how it is reached, what is asked of it, and what is remembered of it."""

import logging
import time
from asyncio import Future
from collections.abc import Callable, Container, Coroutine, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from triqueta_protocol import requests
from triqueta_protocol.internal.defaults import FOLDER_IN_USE, PUBLIC_OPTIONS
from triqueta_protocol.settings import TableSettings
from triqueta_tui.paths import Paths
from triqueta_tui.session.address import Address
from triqueta_tui.session.client_protocol import AnotherServerError, ClientProtocol
from triqueta_tui.session.error_words import SEAT_GONE, LinkGoneError, NoServerError
from triqueta_tui.session.events import (
    LinkChanged,
    ServerMet,
    SessionEvent,
    TableChanged,
    Welcomed,
)
from triqueta_tui.session.hosting_folder import number_of, place
from triqueta_tui.session.hot_seat import HotSeat
from triqueta_tui.session.intents import (
    GoBack,
    GoTo,
    HostTable,
    PlayNow,
    ReplayFile,
    SeeResult,
    ServerIntent,
    ShowGames,
)
from triqueta_tui.session.known_servers import HERE, HOSTED, Memory
from triqueta_tui.session.local_server import LocalServer
from triqueta_tui.session.moved_server import greet_where_it_is
from triqueta_tui.session.opening import GameEndedError, SeatWaitsError
from triqueta_tui.session.own_tables import UnseenResult, WaitingSeat
from triqueta_tui.session.player_keys import PlayerKeys
from triqueta_tui.session.server_tables import remember_tables
from triqueta_tui.session.ways_in import ways_in

if TYPE_CHECKING:
    from triqueta_protocol.archive import Found
    from triqueta_protocol.events import Accepted
    from triqueta_protocol.games.offer import GameOffer
    from triqueta_protocol.login import KeyPair
    from triqueta_tui.session.lan_server import LanServer
    from triqueta_tui.session.link import Link
    from triqueta_tui.session.live_feed import LiveFeed

_log = logging.getLogger(__name__)

_FOLDERS: Final = 4
"""How many games against bots may run at the same time, each with a server of its own."""

Spawn = Callable[[Coroutine[Any, Any, None]], object]


class Session:
    def __init__(
        self,
        name: str,
        games: Container[str],
        paths: Paths | None,
        memory: Memory,
        keys: PlayerKeys,
        spawn: Spawn,
        lan_server: "LanServer | None" = None,
        pace: int = TableSettings().pace,
        preload: Callable[[str], object] = lambda _: None,
        started: LocalServer | None = None,
    ) -> None:
        """``lan_server`` provides the server for friends; without it nobody can be invited.

        Without ``paths`` no server can be started.

        ``pace`` is what bots wait before they move in games on this machine, in milliseconds.
        ``preload`` is called with the game to be played, while the server starts.
        ``started`` is a private server on the first folder that was started ahead of time.
        """
        self._lan_server = lan_server
        self._name = name
        self._pace = pace
        self._games = games
        self._paths = paths
        self._memory = memory
        self._keys = keys
        self._listeners: list[Callable[[SessionEvent], object]] = []
        self._spawn = spawn
        self._preload = preload
        self._started = started
        self._own: LocalServer | None = None
        self._closed = False
        self._server = ""
        """The place where the server is, as the memory calls it."""
        self._identity = ""
        """The public key in hex of a server that is not private."""
        self._expected = ""
        """The identity of the only server that will do; empty if any will."""
        self._password: str | None = None
        self._headers: Mapping[str, str] | None = None
        """Of the HTTP request that opens a connection."""
        self._noted: dict[str, WaitingSeat] = {}
        """What was remembered of each table last."""
        self._link: Link | None = None
        self.hints_given: set[str] | None = None
        """The hints that a new player has been given; None without hints."""
        self.setting_up = False
        """A game is being prepared that begins at once: no waiting room is shown."""
        self.hot_seat: HotSeat | None = None
        """The players at this terminal, if there are several."""
        self.watching = False
        self.welcome: Welcomed | None = None

    @property
    def link(self) -> "Link":
        assert self._link is not None
        return self._link

    @property
    def arrival(self) -> str:
        """The URL by which this client has come."""
        return self.link.address.url

    def ways_in(self) -> dict[str, tuple[str, ...]]:
        """Where others get into the server, by kind of way."""
        return ways_in(self.welcome.addresses, self.arrival) if self.welcome is not None else {}

    @property
    def elsewhere(self) -> Address | None:
        """The address of a server of other people; None for one of this machine."""
        return None if self._server.startswith((HERE, HOSTED)) else self.link.address

    @property
    def solo(self) -> bool:
        """Whether this is a private server for this terminal."""
        return self._server.startswith(HERE)

    @property
    def keeps_seat(self) -> bool:
        """Whether a game that is left waits for its player."""
        return self.solo

    @property
    def beside_another(self) -> bool:
        """Whether this is a private server beside the usual one, whose data another program is using."""
        return self._server.startswith(HERE) and self._server != f"{HERE}/1"

    @property
    def state(self) -> LinkChanged | None:
        """The last report about the link; None before there is one."""
        return self._link.state if self._link is not None else None

    @property
    def here(self) -> bool:
        """Whether the server runs on this machine."""
        return self.elsewhere is None

    def offers(self) -> "tuple[GameOffer, ...]":
        """The games of the server, including those that this program does not know."""
        return self.welcome.games if self.welcome is not None else ()

    def subscribe(self, listener: Callable[[SessionEvent], object]) -> Callable[[], None]:
        """Call ``listener`` with every event, in order of subscription; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def _tell(self, event: SessionEvent) -> None:
        for listener in list(self._listeners):
            try:
                listener(event)
            except Exception:
                _log.exception("a listener of the session failed")

    def ask(self, kind: type[requests.Request], **fields: Any) -> "Future[Accepted]":
        """Send a request; its answer is the result, or a ``RefusalError`` or ``LinkGoneError`` is raised."""
        return self.link.ask(kind, **fields)

    async def find(self, kind: type[requests.ArchiveRequest], **fields: Any) -> "Found":
        """Ask about finished games; raises one of ``error_words.TROUBLES``."""
        found = (await self.ask(kind, **fields)).found
        if found is None:
            raise LinkGoneError("nonsense")
        return found

    async def carry_out(self, intent: ServerIntent) -> None:
        """Connect and take the seat.

        Raises ``RefusalError``, ``LinkGoneError`` or ``NoServerError``; ``SeatWaitsError`` to ask a host, and
        ``GameEndedError`` for a game that has ended meanwhile.
        """
        match intent:
            case PlayNow():
                await self._play(intent)
            case HostTable():
                await self._host(intent)
            case GoTo():
                await self._go(intent)
            case GoBack():
                await self._go_back(intent.seat)
            case SeeResult():
                await self._greet_again(intent.result)
            case ShowGames() | ReplayFile():
                await self._start_private()

    async def enter(
        self, table: str, *, watch: bool, password: str | None = None, take: bool = False
    ) -> None:
        """``take`` it over from another window of the same player."""
        kind = requests.Watch if watch else requests.Join
        await self.link.ask(kind, table=table, password=password, take=take)

    async def open_table(
        self,
        game: str,
        settings: TableSettings,
        options: Mapping[str, Any],
        password: str | None = None,
    ) -> str:
        """Open a table at this server and return its code."""
        created = await self.link.ask(
            requests.Create, game=game, settings=settings, options=options, password=password
        )
        assert created.table is not None
        return created.table

    async def again(self, table: str) -> None:
        """Ask for another game at this table; at a private server, begin it at once."""
        self.setting_up = self.solo
        try:
            await self.link.ask(requests.Rematch, table=table, rotate=True)
            if self.solo:
                await self._begin(table)
        finally:
            self.setting_up = False

    async def leave(self, table: str) -> None:
        """Give up the seat. A game on this machine is kept to be continued, and so is a series."""
        feed = self.link.feeds.get(table)
        if not self.keeps_seat:
            await self.link.ask(requests.Leave, table=table)
            if feed is not None and feed.room.status == "waiting":
                self.forget(table)
            elif table in self._noted:
                # A bot fills in until the player returns.
                self._keep(structs.replace(self._noted[table], yours=False))
            return
        if feed is not None and feed.room.status == "over" and feed.room.goes_on:
            # A game that has begun waits for as long as it takes.
            await self.again(table)
            self.note(feed)

    async def stop(self, table: str) -> None:
        """Stop the game for tonight, and keep the seat."""
        await self.link.ask(requests.Sleep, table=table)

    async def end(self) -> None:
        """Disconnect, and stop the private server."""
        self._closed = True
        if self.solo:
            # What waits here has waited since now.
            for seat in self._noted.values():
                self._memory.tables.keep_seat(structs.replace(seat, since=time.time()))
        running = [one for one in (self._own, self._started) if one is not None]
        self._own = self._started = None
        try:
            for guest in self.hot_seat.guests if self.hot_seat else ():
                await guest.close()
            if self._link is not None:
                await self._link.close()
        finally:
            for server in running:
                await server.stop()

    def note(self, feed: "LiveFeed") -> None:
        """Remember what the player's table shows, so that the player can go back to it."""
        # At a shared keyboard the table may be seen from a companion's seat.
        own = self.link.feeds.get(feed.table, feed)
        if own.seat is None:
            return
        if not own.room.goes_on:
            self.forget(own.table)
        elif own.room.status != "waiting" or not self.setting_up:
            self._note(own)

    def _note(self, own: "LiveFeed") -> None:
        room, seat = own.room, own.seat
        assert seat is not None
        before = self._noted.get(own.table)
        companions = tuple(guest.protocol.name for guest in (self.hot_seat.guests if self.hot_seat else ()))
        playing = room.status == "playing" and own.view is not None
        owing = tuple(own.view.public.owing) if playing and own.view is not None and not self.solo else ()
        now = WaitingSeat(
            self._server,
            own.table,
            room.game,
            self._identity,
            companions or (before.companions if before is not None else ()),
            seat,
            tuple(one.name for one in room.seats),
            tuple(at for at, one in enumerate(room.seats) if one.kind != "player"),
            room.status,
            owing,
            # At a keyboard of one's own nobody else is waited for.
            yours=playing and (self.solo or seat in owing),
            since=before.since if before is not None else None,
        )
        if now != before:
            self._keep(structs.replace(now, since=time.time()))

    def _keep(self, seat: WaitingSeat) -> None:
        self._noted[seat.table] = seat
        self._memory.tables.keep_seat(seat)

    async def refresh_tables(self, *, seen: Sequence[str] = ()) -> None:
        """Ask the server for the player's tables and results, and remember them; ``seen`` are results."""
        found = await self.find(requests.MyTables, seen=tuple(seen))
        remember_tables(self._memory, self._server, self._identity, found)

    def forgotten(self) -> None:
        """Forget the player's key: the server has deleted their data."""
        if self.link.protocol.server is not None:
            self._keys.renew(self.link.protocol.server)
        self._noted.clear()
        tables = self._memory.tables
        tables.replace(tables.keys(self._identity or self._server))

    def forget(self, table: str) -> None:
        self._noted.pop(table, None)
        self._memory.tables.forget(WaitingSeat(self._server, table, "", self._identity).key)

    async def _play(self, intent: PlayNow) -> None:
        self.setting_up = True
        self.hints_given = set() if intent.guided else None
        try:
            await self._start_private(intent.game)
            seats = 1 + len(intent.bots) + len(intent.people)
            settings = structs.replace(
                intent.settings, seats=seats, watchers=False, private=True, pace=self._pace
            )
            table = await self.open_table(intent.game, settings, intent.options)
            for name in intent.people:
                await self._seat_companion(name, table)
            for level in intent.bots:
                await self.link.ask(requests.AddBot, table=table, level=level)
            await self._begin(table)
        finally:
            self.setting_up = False

    async def _seat_companion(self, name: str, table: str) -> None:
        """Seat another player of this terminal."""
        from triqueta_tui.session.link import Link

        if self.hot_seat is None:
            self.hot_seat = HotSeat(self.link, table)
        protocol = ClientProtocol(name, self._password, partial(self._keys.key, companion=name))
        guest = Link(self.link.address, protocol, self._hear_companion, headers=self._headers, solo=self.solo)
        self._spawn(guest.run())
        await guest.welcome()
        self.hot_seat.add(guest)
        await guest.ask(requests.Join, table=table)

    def _hear_companion(self, event: SessionEvent) -> None:
        """Pass on what another player of this terminal sees; the link's state is shown for the owner only."""
        if isinstance(event, TableChanged):
            self._tell(event)

    async def _begin(self, table: str) -> None:
        for guest in self.hot_seat.guests if self.hot_seat else ():
            await guest.ask(requests.Ready, table=table)
        await self.link.ask(requests.Start, table=table)

    async def _host(self, intent: HostTable) -> None:
        gateways = [word for kind, at in intent.gateways.items() for word in (f"--{kind}", str(at))]
        public = [word for kind, url in intent.public.items() for word in (PUBLIC_OPTIONS[kind], url)]
        welcome = await self._go_to_lan_server(intent.port, [*gateways, *public])
        # It may have been running before, and started without them.
        told = welcome.addresses
        if not intent.gateways.keys() <= told.public.keys() | told.local.keys():
            raise LinkGoneError("no_gateways")
        if not intent.public.items() <= told.public.items():
            raise LinkGoneError("no_public")
        seat = next((one for one in welcome.seats if one.game in self._games), None)
        if seat is not None:
            raise SeatWaitsError(seat, intent)
        await self.open_hosted(intent)

    async def open_hosted(self, intent: HostTable) -> None:
        """Open a new table on the server for friends, which is connected."""
        table = await self.open_table(intent.game, intent.settings, intent.options, intent.password)
        for level in intent.bots:
            await self.link.ask(requests.AddBot, table=table, level=level)

    async def _go_to_lan_server(
        self, port: int | None, options: Sequence[str] = (), *, beside: bool = False
    ) -> Welcomed:
        assert self._lan_server is not None
        running = await self._lan_server.open(port, options, beside=beside)
        return await self._greet(running.address, place(running.number, beside=running.beside))

    async def _go(self, intent: GoTo) -> None:
        if self._link is None or self._link.state.state == "gone":
            # The server and the table are given the same password.
            await self._greet(intent.address, str(intent.address), intent.password)
        self.watching = intent.watch
        if intent.table is None:
            self.link.send(requests.Lobby)
        else:
            await self.enter(intent.table, watch=intent.watch, password=intent.password)

    async def _go_back(self, seat: WaitingSeat) -> None:
        welcome = await self._greet_again(seat)
        if not any(own.table == seat.table for own in welcome.seats):
            self.forget(seat.table)
            await self.refresh_tables()
            result = next((one for one in self._memory.results if self._is_result_of(one, seat)), None)
            if result is not None:
                raise GameEndedError(result)
            raise LinkGoneError(SEAT_GONE)
        # It is remembered with the companions, who are not here yet.
        self._noted[seat.table] = seat
        await self.link.ask(requests.Join, table=seat.table)
        for name in seat.companions:
            await self._seat_companion(name, seat.table)

    def _is_result_of(self, result: UnseenResult, seat: WaitingSeat) -> bool:
        here = result.identity or result.server
        return here == (self._identity or self._server) and (result.game, result.names) == (
            seat.game,
            seat.names,
        )

    async def give_up(self, seat: WaitingSeat) -> None:
        """Give up a seat that waits; the others may play on."""
        welcome = await self._greet_again(seat)
        if any(own.table == seat.table for own in welcome.seats):
            await self.link.ask(requests.Leave, table=seat.table)
        self.forget(seat.table)

    async def _greet_again(self, one: WaitingSeat | UnseenResult) -> Welcomed:
        """Connect to the server of a seat or result, wherever it is now."""
        self._expected = one.identity
        if one.server.startswith(HERE):
            return await self._start_private(one.game, one.server)
        if one.server.startswith(HOSTED):
            number, beside = number_of(one.server)
            return await self._go_to_lan_server(number, beside=beside)
        return await greet_where_it_is(one, self._greet_anew)

    async def _start_private(self, game: str = "", only: str | None = None) -> Welcomed:
        """Start a private server for a game, if any, in the first data folder that no program is using."""
        if self._paths is None:
            raise LinkGoneError("closed")
        trouble = NoServerError(self._paths.server_log)
        for number in range(1, _FOLDERS + 1):
            server = f"{HERE}/{number}"
            if only in {None, server}:
                own = LocalServer.private(self._paths.games / str(number), self._paths.server_log)
                if number == 1 and self._started is not None:
                    own, self._started = self._started, None
                try:
                    address = await self._start(own, game)
                except NoServerError as error:
                    if only is not None and error.status == FOLDER_IN_USE:
                        raise LinkGoneError("open_in_window") from error
                    trouble = error
                    continue
                return await self._greet(address, server, own.password)
        raise trouble

    async def _start(self, own: LocalServer, game: str) -> Address:
        if self._closed:  # while another folder was tried
            raise LinkGoneError("closed")
        # From here on it is stopped with the session, even if starting it is cancelled.
        self._own = own
        own.launch()
        # Another process, our server, is busy starting: a good moment to import what comes next.
        import_module("triqueta_tui.session.link")
        if game:
            self._preload(game)
        address = await own.listening()
        self._spawn(own.supervise(lambda: self._own is own))
        return address

    async def _greet_anew(self, address: Address, server: str) -> Welcomed:
        """Connect, instead of a connection that there may be."""
        if self._link is not None:
            await self._link.close()
        return await self._greet(address, server)

    async def _greet(self, address: Address, server: str, password: str | None = None) -> Welcomed:
        self._server = server
        self._password = password
        protocol = ClientProtocol(self._name, password, self._keys.key if self.solo else self._recognise)

        def hear(event: SessionEvent) -> None:
            if isinstance(event, Welcomed) and self._identity:
                self._memory.keep_server(server, self._identity)
            self._tell(event)

        return await self._connect(address, protocol, hear)

    def _recognise(self, key: bytes) -> "KeyPair":
        """Called when the server has said who it is, before it is told anything."""
        self._identity = key.hex()
        if self._expected not in {"", self._identity}:
            raise AnotherServerError(self._server)
        self._tell(ServerMet(self._server, self._memory.standing(self._server, self._identity), key))
        return self._keys.key(key)

    async def _connect(
        self, address: Address, protocol: ClientProtocol, tell: Callable[[SessionEvent], object] | None = None
    ) -> Welcomed:
        from triqueta_tui.session.link import Link

        self._link = Link(address, protocol, tell or self._tell, headers=self._headers, solo=self.solo)
        self._spawn(self._link.run())
        self.welcome = await self._link.welcome()
        return self.welcome
