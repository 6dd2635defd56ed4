"""The lobby: every player and every table of a server, and the way from a request to its table."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from protocol import requests
from protocol.codec import encode
from protocol.errors import Code, Refusal
from protocol.events import (
    Accepted,
    Bye,
    LobbyGone,
    LobbyNow,
    LobbyTable,
    Rejected,
    TableLine,
)
from protocol.text import clean_seed
from server.store.records import StoredGame
from server.tables import playing, returning, seating, starting, talking
from server.tables.answers import Known
from server.tables.bucket import Bucket
from server.tables.codes import new_code
from server.tables.house import House
from server.tables.passwords import digest
from server.tables.player import Link, Player
from server.tables.restoring import restore
from server.tables.table import Table

log = logging.getLogger(__name__)

_AT_TABLE: dict[type, Callable[[Table, Player, Any], tuple[Any, ...] | None]] = {
    requests.Create: lambda table, player, _request: seating.sit_down(table, player),
    requests.Join: seating.join,
    requests.Watch: seating.watch,
    requests.Leave: seating.leave,
    requests.Kick: seating.kick,
    requests.AddBot: seating.add_bot,
    requests.RemoveBot: seating.remove_bot,
    requests.SitIn: seating.sit_in,
    requests.Configure: starting.configure,
    requests.Ready: starting.ready,
    requests.Start: starting.start,
    requests.Rematch: starting.rematch,
    requests.Act: playing.act,
    requests.Chat: talking.chat,
    requests.Resume: returning.resume,
    requests.History: returning.history,
}


class Lobby:
    """Who and what is here."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.players: dict[str, Player] = {}
        self.tables: dict[str, Table] = {}
        self.sleeping: set[str] = set()
        """Codes of tables that are closed while their game waits in the store."""
        self.closing = False
        self._listeners: dict[str, Player] = {}
        self._lines: dict[str, TableLine] = {}

    # Links

    def attach(self, player: Player, link: Link) -> None:
        """A player's new link takes the place of the old one, if there is one."""
        old, player.link, player.gone_since = player.link, link, None
        self._listeners.pop(player.id, None)
        for table in player.tables.values():
            table.viewers[player.id].live = False
        if old is not None:
            old.end(Bye(code=Code.EVICTED))

    def detach(self, player: Player, link: Link) -> None:
        """A link is gone; the player's seats are kept."""
        if player.link is not link:
            return
        player.link, player.gone_since = None, self.house.now()
        self._listeners.pop(player.id, None)
        for table in list(player.tables.values()):
            self._guard(table, seating.link_lost, player)

    def rename(self, player: Player, name: str) -> None:
        """A player goes by another name from now on."""
        if player.name != name:
            player.name = name
            for table in list(player.tables.values()):
                self._guard(table, seating.rename, player)

    def forget_strangers(self) -> None:
        """Let go of everybody who has been gone for long and has nothing here to come back to."""
        limits = self.house.limits
        long_ago = self.house.now() - limits.forget_after
        owners = {seat.owner for table in self.tables.values() for seat in table.seats}
        strangers = sorted(
            (player.gone_since, player.id)
            for player in self.players.values()
            if player.gone_since is not None and not player.tables and player not in owners
        )
        too_many = len(strangers) - limits.strangers
        for place, (gone_since, player_id) in enumerate(strangers):
            if gone_since <= long_ago or place < too_many:
                del self.players[player_id]

    @property
    def open_tables(self) -> int:
        """How many tables of the list have an open seat."""
        lines = self._lines.values()
        return sum(line.status == "waiting" and len(line.players) < line.seats for line in lines)

    # Requests

    async def request(self, player: Player, request: requests.AnyRequest) -> None:
        """Deal with a request; its one answer goes to the player, now or when its effect is stored."""
        self.house.counts.requests += 1
        known = player.answers.find(request.id)
        if isinstance(known, bytes):
            if player.link:
                player.link.send(known)
            return
        if known is Known.PENDING:
            return
        if known is Known.STALE:
            player.send(Rejected(id=request.id, code=Code.STALE_REQUEST))
            return
        player.answers.begin(request.id)
        try:
            answer = await self._carry_out(player, request)
        except Refusal as refusal:
            answer = self._rejected(request, refusal)
        if answer is not None:
            player.settle(answer)

    async def _carry_out(self, player: Player, request: requests.AnyRequest) -> Accepted | Rejected | None:
        if self.closing:
            raise Refusal(Code.SERVER_CLOSING)
        if isinstance(request, requests.Lobby):
            self._listen(player, request.on)
            return Accepted(id=request.id)
        if isinstance(request, requests.Create):
            table = self._create(player, request)
        else:
            table = await self._find(request.table, player)
        answer: Accepted | Rejected
        try:
            history = _AT_TABLE[type(request)](table, player, request)
            answer = Accepted(id=request.id, table=table.code, history=history)
        except Refusal as refusal:
            if refusal.code is Code.PAUSED:
                raise  # what is written now may have to wait for long
            answer = self._rejected(request, refusal)
        except Exception as error:
            table.fail(error)
            raise Refusal(Code.TABLE_FAILED) from None
        if player.link is None:
            self._guard(table, seating.link_lost, player)  # gone while the table was being fetched
        # What the answer rests on may still wait for the disk; a refusal, too, can tell of a move.
        table.outbox.say(partial(player.settle, answer))
        return None

    def _rejected(self, request: requests.AnyRequest, refusal: Refusal) -> Rejected:
        self.house.counts.rejected += 1
        return Rejected(id=request.id, code=refusal.code, detail=refusal.detail)

    def _create(self, player: Player, request: requests.Create) -> Table:
        house = self.house
        self._check_room()
        if len(player.tables) >= house.limits.tables_per_player:
            raise Refusal(Code.TOO_MANY_TABLES)
        rules = house.rules.get(request.game)
        if rules is None:
            raise Refusal(Code.UNKNOWN_GAME, game=request.game)
        options = starting.read_options(rules, request.rules, request.options)
        code = new_code(house.entropy, self.tables.keys() | self.sleeping, private=request.rules.private)
        table = Table(
            house,
            code,
            request.game,
            request.rules,
            options,
            self.table_changed,
            password=digest(request.password, code) if request.password else None,
            seeded=None if request.seed is None else clean_seed(request.seed),
        )
        self.tables[code] = table
        return table

    def _check_room(self) -> None:
        if len(self.tables) >= self.house.limits.tables:
            raise Refusal(Code.TOO_MANY_TABLES)

    async def _find(self, code: str, player: Player) -> Table:
        code = code.upper()
        table = self.tables.get(code)
        if table is None and code in self.sleeping:
            stored = await self._fetch(code)
            table = self.tables.get(code)
            # A stranger must not set the clocks going while nobody is there whose time it is.
            if table is None and stored is not None and player.id in stored.record.players:
                self._check_room()
                table = self.restore(stored)
        if table is None:
            raise Refusal(Code.UNKNOWN_TABLE)
        if table.closed:
            raise Refusal(Code.TABLE_CLOSED)
        return table

    async def _fetch(self, code: str) -> StoredGame | None:
        try:
            return await self.house.fetch(code)
        except Exception:
            log.exception("the game at table %s cannot be read", code)
            raise Refusal(Code.PAUSED) from None

    # Tables

    def restore(self, stored: StoredGame) -> Table | None:
        """Set up a table again from the log of its game; None (and a line in the log) if that fails."""
        try:
            table = restore(self.house, stored, self.table_changed, self.player_known_as)
        except Exception:
            log.exception("the game at table %s cannot be rebuilt from its log", stored.record.table)
            return None
        self.tables[table.code] = table
        self.sleeping.discard(table.code)
        table.list_anew()
        table.watch_over_emptiness()
        self._guard(table, Table.pause, self.house.stalled)
        self._guard(table, playing.go_on)
        return table

    def player_known_as(self, player_id: str, name: str) -> Player:
        """The player with this id, made anew if this server has not seen them since it started."""
        player = self.players.get(player_id)
        if player is None:
            limits, now = self.house.limits, self.house.now()
            chat = Bucket(limits.chat_rate, limits.chat_burst, now)
            returns = Bucket(limits.return_rate, limits.return_burst, now)
            player = self.players[player_id] = Player(player_id, name, chat, returns, now)
        return player

    def table_changed(self, table: Table, line: TableLine | None) -> None:
        """Keep the list of open tables true for those who look at it."""
        if table.closed:
            line = None
            # Not before all it wrote is stored: from then on its game can be taken up again.
            table.outbox.say(partial(self._let_go, table))
        if line == self._lines.get(table.code):
            return
        frame: bytes
        if line is None:
            del self._lines[table.code]
            frame = encode(LobbyGone(table=table.code))
        else:
            self._lines[table.code] = line
            frame = encode(LobbyTable(line=line))
        for player in self._listeners.values():
            if player.link is not None:
                player.link.send(frame)

    def _let_go(self, table: Table) -> None:
        if self.tables.get(table.code) is table:
            del self.tables[table.code]
            if table.status == "playing":
                self.sleeping.add(table.code)

    def stall(self, stalled: bool) -> None:
        """The disk is full, or has room again."""
        self.house.stalled = stalled
        for table in list(self.tables.values()):
            self._guard(table, Table.pause, stalled)
            if not stalled:
                self._guard(table, playing.go_on)

    def farewell(self, code: Code) -> None:
        """Say goodbye to everybody; they may come back to the server that follows."""
        self.closing = True
        for player in list(self.players.values()):
            if player.link is not None:
                player.link.end(Bye(code=code, again=True))

    def _listen(self, player: Player, on: bool) -> None:
        if not on:
            self._listeners.pop(player.id, None)
            return
        self._listeners[player.id] = player
        player.send(LobbyNow(tables=tuple(self._lines.values())))

    def _guard(self, table: Table, act: Callable[..., None], *args: Any) -> None:
        """Do something at a table that nobody asked for; a fault ends only that table."""
        table.guarded(partial(act, table, *args))()
