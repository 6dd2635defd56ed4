"""One connection to a server: how it is reached, what is requested, and what is remembered of it."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from textual.message import Message

from protocol import requests
from protocol.internal.defaults import PUBLIC_OPTIONS
from protocol.mirror import Mirror
from protocol.series import SeriesRule
from triqueta_tui.game import Games
from triqueta_tui.intents import GoBack, GoTo, HostTable, PlayNow, ReplayFile, ServerIntent, ShowGames
from triqueta_tui.navigation.hot_seat import HotSeat
from triqueta_tui.navigation.local_server import LocalServer
from triqueta_tui.navigation.moved_server import greet_where_it_is
from triqueta_tui.navigation.opening import SeatWaitsError, unusual
from triqueta_tui.net.address import Address
from triqueta_tui.net.client_protocol import AnotherServerError, ClientProtocol
from triqueta_tui.net.error_words import SEAT_GONE, LinkGoneError, NoServerError
from triqueta_tui.net.known_servers import HERE, HOSTED, Memory, WaitingSeat
from triqueta_tui.net.messages import (
    AdviceGiven,
    HistoryTold,
    RequestRejected,
    RequestUnsent,
    ServerMet,
    TableChanged,
    Welcomed,
)
from triqueta_tui.net.ways_in import ways_in
from triqueta_tui.paths import Paths

if TYPE_CHECKING:
    from triqueta_tui.navigation.lan_server import LanServer
    from triqueta_tui.net.link import Link

_BESIDE: Final = ":beside"
"""Ends the name of a server of this machine that runs beside another one."""

_FOLDERS: Final = 4
"""How many games against bots may run at the same time, each with a server of its own."""

_FOR_GUESTS: Final = (AdviceGiven, HistoryTold, RequestRejected, RequestUnsent, TableChanged)
"""What is passed on of the links of the other players at this terminal."""

Spawn = Callable[[Coroutine[Any, Any, None]], object]


class ServerSession:
    def __init__(
        self,
        name: str,
        games: Games,
        paths: Paths,
        memory: Memory,
        tell: Callable[[Message], object],
        spawn: Spawn,
        lan_server: "LanServer | None" = None,
        pace: int = requests.TableRules().pace,
    ) -> None:
        """``lan_server`` provides the server for friends; without it nobody can be invited.

        ``pace`` is what bots wait before they move in games on this machine, in milliseconds.
        """
        self._lan_server = lan_server
        self._name = name
        self._pace = pace
        self._games = games
        self._paths = paths
        self._memory = memory
        self._tell = tell
        self._spawn = spawn
        self._own: LocalServer | None = None
        self._server = ""
        """The place where the server is, as the memory calls it."""
        self._identity = ""
        """The server's public key in hex, if it has proven one."""
        self._expected = ""
        """The identity of the only server that will do; empty if any will."""
        self._password: str | None = None
        self._headers: Mapping[str, str] | None = None
        """Of the HTTP request that opens a connection."""
        self._kept: str | None = None
        self._link: Link | None = None
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
        """The address, if somebody else runs the server."""
        return None if self._server.startswith((HERE, HOSTED)) else self.link.address

    @property
    def solo(self) -> bool:
        """Whether this is a private server for this terminal."""
        return self._server.startswith(HERE)

    @property
    def beside_another(self) -> bool:
        """Whether this is a private server beside the usual one, whose data another program is using."""
        return self.solo and self._server not in {HERE, f"{HERE}/1"}

    async def carry_out(self, intent: ServerIntent) -> None:
        """Connect and take the seat.

        Raises ``Refusal``, ``LinkGoneError`` or ``NoServerError``, and ``SeatWaitsError`` to ask a host.
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
            case ShowGames() | ReplayFile():
                await self._start_private(self._name)

    async def enter(self, table: str, *, watch: bool, password: str | None = None) -> None:
        await self.link.ask(requests.Watch if watch else requests.Join, table=table, password=password)

    async def open_table(
        self,
        game: str,
        rules: requests.TableRules,
        options: Mapping[str, Any],
        substitute: requests.Substitute | None = None,
        coach: bool | None = None,
        *,
        rated: bool | None = None,
        series: SeriesRule | None = None,
        **more: object,
    ) -> str:
        """Open a table at this server, with a password or a seed if given, and return its code."""
        more |= unusual(substitute, coach, rated, series)
        created = await self.link.ask(requests.Create, game=game, rules=rules, options=options, **more)
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
        if not self.solo:
            await self.link.ask(requests.Leave, table=table)
            return
        mirror = self.link.protocol.mirrors.get(table)
        if mirror is not None and mirror.room.status == "over" and mirror.room.goes_on:
            # A game that has begun waits for as long as it takes.
            await self.again(table)
            self.note(mirror)

    async def end(self) -> None:
        """Disconnect, and stop the private server."""
        for guest in self.hot_seat.guests if self.hot_seat else ():
            await guest.close()
        if self._link is not None:
            await self._link.close()
        own, self._own = self._own, None
        if own is not None:
            await own.stop()

    def sees(self, mirror: Mirror) -> bool:
        """Whether the table belongs to this session: a message of the last one may still arrive."""
        links = [self.link, *(self.hot_seat.guests if self.hot_seat else ())]
        return any(link.protocol.mirrors.get(mirror.table) is mirror for link in links)

    def note(self, mirror: Mirror) -> None:
        """Remember a seat in a running game, so that it can be found again after a crash."""
        if mirror.seat is None:
            return
        if not mirror.room.goes_on:
            self.forget()
        elif mirror.room.status == "playing" and self._kept != mirror.table:
            self._kept = mirror.table
            name = self.link.protocol.name
            self._memory.keep_seat(
                WaitingSeat(self._server, name, mirror.table, mirror.room.game, self._identity)
            )

    def forgotten(self) -> None:
        """The server does not know this player any more."""
        self._memory.drop_token(self._server, self.link.protocol.name, self._identity)

    def forget(self) -> None:
        self._kept = None
        self._memory.forget_seat(self._server, self.link.protocol.name, self._identity)

    async def _play(self, intent: PlayNow) -> None:
        self.setting_up = True
        try:
            welcome = await self._start_private(self._name, intent.game)
            for seat in welcome.seats:
                self.link.send(requests.Leave, table=seat.table)
            seats = 1 + len(intent.bots) + len(intent.people)
            rules = requests.TableRules(seats=seats, watchers=False, private=True, pace=self._pace)
            more: dict[str, Any] = {"seed": intent.seed} | ({"practice": True} if intent.practice else {})
            more |= {"coach": intent.coach and not intent.rated, "rated": intent.rated}
            more["series"] = intent.series
            table = await self.open_table(intent.game, rules, intent.options, **more)
            for name in intent.people:
                await self._seat_companion(name, table)
            for level in intent.bots:
                await self.link.ask(requests.AddBot, table=table, level=level)
            await self._begin(table)
        finally:
            self.setting_up = False

    async def _seat_companion(self, name: str, table: str) -> None:
        """Seat another player of this terminal."""
        from triqueta_tui.net.link import Link

        if self.hot_seat is None:
            self.hot_seat = HotSeat(self.link, table)
        token = self._memory.token(self._server, name)
        protocol = ClientProtocol(name, token, self._password)
        guest = Link(self.link.address, protocol, self._hear_guest, headers=self._headers)
        self._spawn(guest.run())
        await guest.welcome()
        assert guest.protocol.token is not None
        self._memory.keep_token(self._server, name, guest.protocol.token)
        self.hot_seat.add(guest)
        await guest.ask(requests.Join, table=table)

    def _hear_guest(self, message: Message) -> None:
        """Pass on what another player of this terminal sees; the link's state is shown for the owner only."""
        if isinstance(message, _FOR_GUESTS):
            self._tell(message)

    async def _begin(self, table: str) -> None:
        for guest in self.hot_seat.guests if self.hot_seat else ():
            await guest.ask(requests.Ready, table=table)
        await self.link.ask(requests.Start, table=table)

    async def _host(self, intent: HostTable) -> None:
        doors = [word for kind, at in intent.doors.items() for word in (f"--{kind}", str(at))]
        public = [word for kind, url in intent.public.items() for word in (PUBLIC_OPTIONS[kind], url)]
        welcome = await self._go_to_lan_server(intent.port, self._name, [*doors, *public])
        # It may have been running before, and started without them.
        if not intent.doors.keys() <= welcome.addresses.doors.keys():
            raise LinkGoneError("no_doors")
        if not intent.public.items() <= welcome.addresses.public.items():
            raise LinkGoneError("no_public")
        seat = next((one for one in welcome.seats if one.game in self._games), None)
        if seat is not None:
            raise SeatWaitsError(seat, intent)
        await self.open_hosted(intent)

    async def open_hosted(self, intent: HostTable) -> None:
        """Open a new table on the server for friends, which is connected."""
        rules, password = intent.rules, intent.password
        more: dict[str, Any] = {"rated": intent.rated, "series": intent.series, "password": password}
        more |= {"substitute": intent.substitute, "coach": intent.coach}
        table = await self.open_table(intent.game, rules, intent.options, **more)
        for level in intent.bots:
            await self.link.ask(requests.AddBot, table=table, level=level)

    async def _go_to_lan_server(
        self, port: int | None, name: str, options: Sequence[str] = (), *, beside: bool = False
    ) -> Welcomed:
        assert self._lan_server is not None
        running = await self._lan_server.open(port, options, beside=beside)
        place = f"{HOSTED}:{running.number}{_BESIDE if running.beside else ''}"
        return await self._greet(running.address, place, name)

    async def _go(self, intent: GoTo) -> None:
        if self._link is None or self._link.state.state == "gone":
            # Whoever asks for a password, the server or the table, gets this one.
            await self._greet(intent.address, str(intent.address), self._name, intent.password)
        self.watching = intent.watch
        if intent.table is None:
            self.link.send(requests.Lobby)
        else:
            await self.enter(intent.table, watch=intent.watch, password=intent.password)

    async def _go_back(self, seat: WaitingSeat) -> None:
        self._expected = seat.identity
        if seat.server.startswith(HERE):
            welcome = await self._start_private(seat.name, seat.game, seat.server)
        elif seat.server.startswith(HOSTED):
            number = int(seat.server.removesuffix(_BESIDE).partition(":")[2])
            beside = seat.server.endswith(_BESIDE)
            welcome = await self._go_to_lan_server(number, seat.name, beside=beside)
        else:
            welcome = await greet_where_it_is(seat, self._greet_anew)
        if not any(own.table == seat.table for own in welcome.seats):
            self.forget()
            raise LinkGoneError(SEAT_GONE)
        await self.link.ask(requests.Join, table=seat.table)
        for name in self._companions(seat.table):
            await self._seat_companion(name, seat.table)

    def _companions(self, table: str) -> list[str]:
        """The other players of this terminal at a table on this machine."""
        mirror = self.link.protocol.mirrors.get(table)
        if mirror is None or not self.solo:
            return []
        people = [seat for seat in mirror.room.seats if seat.player is not None and seat.player != mirror.you]
        return [seat.name for seat in people if self._memory.token(self._server, seat.name)]

    async def _start_private(self, name: str, game: str = "", only: str | None = None) -> Welcomed:
        """Start a private server for a game, if any, in the first data folder that no program is using."""
        trouble = NoServerError(self._paths.server_log)
        for number in range(1, _FOLDERS + 1):
            server = f"{HERE}/{number}"
            if only in {None, server}:
                own = LocalServer.private(self._paths.games / str(number), self._paths.server_log)
                try:
                    address = await self._start(own, game)
                except NoServerError as error:
                    trouble = error
                    continue
                return await self._greet(address, server, name, own.password)
        raise trouble

    async def _start(self, own: LocalServer, game: str) -> Address:
        # From here on it is stopped with the session, even if starting it is cancelled.
        self._own = own
        own.launch()
        # Another process, our server, is busy starting: a good moment to import what comes next.
        import_module("triqueta_tui.net.link")
        if game:
            self._games.chosen(game).load_table()
        address = await own.listening()
        self._spawn(own.supervise(lambda: self._own is own))
        return address

    async def _greet_anew(self, address: Address, server: str, name: str) -> Welcomed:
        """Connect, instead of a connection that there may be."""
        if self._link is not None:
            await self._link.close()
        return await self._greet(address, server, name)

    async def _greet(self, address: Address, server: str, name: str, password: str | None = None) -> Welcomed:
        self._server = server
        self._password = password

        def recall(key: bytes | None) -> str | None:
            """Called when the server has said who it is, before it is told anything."""
            self._identity = key.hex() if key else ""
            if self._expected not in {"", self._identity}:
                raise AnotherServerError(server)
            self._tell(ServerMet(server, self._memory.standing(server, self._identity), key))
            return self._memory.token(server, name, self._identity)

        if self.solo:
            protocol = ClientProtocol(name, self._memory.token(server, name), password)
        else:
            protocol = ClientProtocol(name, password=password, recall=recall)

        def hear(message: Message) -> None:
            # At each welcome: a server that has lost its memory, or was updated, may have brought news.
            if isinstance(message, Welcomed) and protocol.token is not None:
                self._identity = protocol.server.hex() if protocol.server else ""
                self._memory.keep_token(server, name, protocol.token, self._identity)
            self._tell(message)

        return await self._connect(address, protocol, hear)

    async def _connect(
        self, address: Address, protocol: ClientProtocol, tell: Callable[[Message], object] | None = None
    ) -> Welcomed:
        from triqueta_tui.net.link import Link

        self._link = Link(address, protocol, tell or self._tell, headers=self._headers)
        self._spawn(self._link.run())
        self.welcome = await self._link.welcome()
        return self.welcome
