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

_AT_TABLE: dict[type, Callable[[Table, Player, Any], None]] = {
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
_ANSWERED_LATER = frozenset({requests.Act, requests.Start, requests.History})
"""Requests that are answered by whoever carries them out, once their effect is stored."""


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
        old, player.link = player.link, link
        self._listeners.pop(player.id, None)
        for table in player.tables.values():
            table.viewers[player.id].live = False
        if old is not None:
            old.end(Bye(code=Code.EVICTED))

    def detach(self, player: Player, link: Link) -> None:
        """A link is gone; the player's seats are kept."""
        if player.link is not link:
            return
        player.link = None
        self._listeners.pop(player.id, None)
        for table in list(player.tables.values()):
            self._guard(table, seating.link_lost, player)
        self.house.later(self.house.limits.forget_after, lambda: self._forget(player))

    def _forget(self, player: Player) -> None:
        if player.link is None and not player.tables and not self._holds_seat(player):
            self.players.pop(player.id, None)

    def _holds_seat(self, player: Player) -> bool:
        return any(table.seat_of(player) is not None for table in self.tables.values())

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
            self.house.counts.rejected += 1
            answer = Rejected(id=request.id, code=refusal.code, detail=refusal.detail)
        if answer is not None:
            player.settle(answer)

    async def _carry_out(self, player: Player, request: requests.AnyRequest) -> Accepted | Rejected | None:
        if self.closing:
            raise Refusal(Code.SERVER_CLOSING)
        if isinstance(request, requests.Lobby):
            self._listen(player, request.on)
            return Accepted(id=request.id)
        if isinstance(request, requests.Create):
            return Accepted(id=request.id, table=self._create(player, request).code)
        table = await self._find(request.table)
        try:
            _AT_TABLE[type(request)](table, player, request)
        except Refusal:
            raise
        except Exception:
            table.fail()
            raise Refusal(Code.TABLE_FAILED) from None
        if type(request) in _ANSWERED_LATER:
            return None
        # Events that tell of the request may still wait for the disk; the answer must not overtake them.
        table.outbox.say(lambda: player.settle(Accepted(id=request.id, table=table.code)))
        return None

    def _create(self, player: Player, request: requests.Create) -> Table:
        house = self.house
        if len(self.tables) >= house.limits.tables:
            raise Refusal(Code.TOO_MANY_TABLES)
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
            seeded=request.seed,
        )
        self.tables[code] = table
        seating.sit_down(table, player)
        return table

    async def _find(self, code: str) -> Table:
        code = code.upper()
        table = self.tables.get(code)
        if table is None and code in self.sleeping:
            stored = await self.house.fetch(code)
            table = self.tables.get(code)
            if table is None and stored is not None:
                table = self.restore(stored)
        if table is None:
            raise Refusal(Code.UNKNOWN_TABLE)
        return table

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
        self.table_changed(table)
        table.watch_over_emptiness()
        self._guard(table, playing.go_on)
        return table

    def player_known_as(self, player_id: str, name: str) -> Player:
        """The player with this id, made anew if this server has not seen them since it started."""
        player = self.players.get(player_id)
        if player is None:
            player = self.players[player_id] = self.new_player(player_id, name, None)
        return player

    def new_player(self, player_id: str, name: str, token_hash: bytes | None) -> Player:
        """A player who is not in the lobby yet."""
        limits = self.house.limits
        chat = Bucket(limits.chat_rate, limits.chat_burst, self.house.now())
        return Player(player_id, name, token_hash, chat)

    def table_changed(self, table: Table) -> None:
        """Keep the list of open tables true for those who look at it."""
        if table.closed and self.tables.get(table.code) is table:
            del self.tables[table.code]
            if table.status == "playing":
                self.sleeping.add(table.code)
        line = table.line()
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
