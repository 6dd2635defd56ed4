"""Every player and every table of a server, and the dispatch of requests to tables."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import UNSET

from protocol import requests
from protocol.codec import encode
from protocol.errors import Code, Refusal
from protocol.events import Accepted, Bye, LobbyGone, LobbyNow, LobbyTable, Rejected, TableLine
from protocol.text import clean_seed
from server.store.records import StoredGame
from server.tables.codes import new_code
from server.tables.delivery.answers import RequestState
from server.tables.handlers import absence, between_games, chat, playing, resume, seating
from server.tables.passwords import digest
from server.tables.restore import restore
from server.tables.services import Services
from server.tables.state.player import Link, Player
from server.tables.state.table import Table

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
    requests.Configure: between_games.configure,
    requests.Ready: between_games.ready,
    requests.Start: between_games.start,
    requests.Rematch: between_games.rematch,
    requests.Act: playing.act,
    requests.Chat: chat.chat,
    requests.Resume: resume.resume,
    requests.History: resume.history,
}


class Lobby:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.players: dict[str, Player] = {}
        self.tables: dict[str, Table] = {}
        self.suspended: set[str] = set()
        """Codes of closed tables with an unfinished game in the store."""
        self.closing = False
        self._subscribers: dict[str, Player] = {}
        self._lines: dict[str, TableLine] = {}

    # Links

    def attach_link(self, player: Player, link: Link) -> None:
        """Give a player a new link; the old one, if there is one, is closed."""
        old, player.link, player.gone_since = player.link, link, None
        self._subscribers.pop(player.id, None)
        for table in player.tables.values():
            table.viewers[player.id].live = False
        if old is not None:
            old.end(Bye(code=Code.EVICTED))

    def detach_link(self, player: Player, link: Link) -> None:
        """Note that a link is gone; the player's seats are kept."""
        if player.link is not link:
            return
        player.link, player.gone_since = None, self.services.now()
        self._subscribers.pop(player.id, None)
        for table in list(player.tables.values()):
            self._guard(table, seating.link_lost, player)

    def rename(self, player: Player, name: str) -> None:
        if player.name != name:
            player.name = name
            for table in list(player.tables.values()):
                self._guard(table, seating.rename, player)

    def forget_idle_players(self) -> None:
        """Forget players who have been gone for long and are at no table, the longest gone first."""
        limits = self.services.limits
        long_ago = self.services.now() - limits.forget_after
        owners = {seat.owner for table in self.tables.values() for seat in table.seats}
        idle = sorted(
            (player.gone_since, player.id)
            for player in self.players.values()
            if player.gone_since is not None and not player.tables and player not in owners
        )
        too_many = len(idle) - limits.idle_players
        for order, (gone_since, player_id) in enumerate(idle):
            if gone_since <= long_ago or order < too_many:
                del self.players[player_id]

    @property
    def open_tables(self) -> int:
        """How many tables of the public list have an open seat."""
        lines = self._lines.values()
        return sum(line.status == "waiting" and len(line.players) < line.seats for line in lines)

    # Requests

    async def request(self, player: Player, request: requests.AnyRequest) -> None:
        """Carry out a request and answer it once, now or when its effect is stored."""
        self.services.counts.requests += 1
        found = player.answers.find(request.id)
        if isinstance(found, bytes):
            if player.link:
                player.link.send(found)
            return
        if found is RequestState.PENDING:
            return
        if found is RequestState.STALE:
            player.send(Rejected(id=request.id, code=Code.STALE_REQUEST))
            return
        player.answers.begin(request.id)
        try:
            answer = await self._carry_out(player, request)
        except Refusal as refusal:
            answer = self._rejected(request, refusal)
        if answer is not None:
            player.answer(answer)

    async def _carry_out(self, player: Player, request: requests.AnyRequest) -> Accepted | Rejected | None:
        if self.closing:
            raise Refusal(Code.SERVER_CLOSING)
        if isinstance(request, requests.Lobby):
            self._subscribe(player, request.on)
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
            if refusal.code == Code.PAUSED:
                raise  # what is written now may have to wait for long
            answer = self._rejected(request, refusal)
        except Exception as error:
            table.fail(error)
            raise Refusal(Code.TABLE_FAILED) from None
        if player.link is None:
            self._guard(table, seating.link_lost, player)  # gone while the table was being fetched
        # What the answer rests on may still wait for the disk; a refusal, too, can tell of a move.
        table.outbox.post(partial(player.answer, answer))
        return None

    def _rejected(self, request: requests.AnyRequest, refusal: Refusal) -> Rejected:
        self.services.counts.requests_rejected += 1
        return Rejected(id=request.id, code=refusal.code, detail=refusal.detail)

    def _create(self, player: Player, request: requests.Create) -> Table:
        services = self.services
        self._check_table_limit()
        if len(player.tables) >= services.limits.tables_per_player:
            raise Refusal(Code.TOO_MANY_TABLES)
        rules = between_games.find_rules(services.rules, request.game)
        options = between_games.read_options(rules, request.rules, request.options)
        code = new_code(services.entropy, self.tables.keys() | self.suspended, private=request.rules.private)
        password = digest(request.password, code) if request.password else None
        seeded = None if request.seed is None else clean_seed(request.seed)
        table = Table(services, code, rules, request.rules, options, self.table_changed, password, seeded)
        table.substitute = "auto" if request.substitute is UNSET else request.substitute
        self.tables[code] = table
        return table

    def _check_table_limit(self) -> None:
        if len(self.tables) >= self.services.limits.tables:
            raise Refusal(Code.TOO_MANY_TABLES)

    async def _find(self, code: str, player: Player) -> Table:
        code = code.upper()
        table = self.tables.get(code)
        if table is None and code in self.suspended:
            stored = await self._fetch(code)
            table = self.tables.get(code)
            # A stranger must not set the clocks going while nobody is there whose time it is.
            if table is None and stored is not None and player.id in stored.record.players:
                self._check_table_limit()
                table = self.restore(stored)
        if table is None:
            raise Refusal(Code.UNKNOWN_TABLE)
        if table.closed:
            raise Refusal(Code.TABLE_CLOSED)
        return table

    async def _fetch(self, code: str) -> StoredGame | None:
        try:
            return await self.services.find_unfinished(code)
        except Exception:
            log.exception("the game at table %s cannot be read", code)
            raise Refusal(Code.PAUSED) from None

    # Tables

    def restore(self, stored: StoredGame) -> Table | None:
        """Rebuild a table from the log of its game; None (and a logged error) if that fails."""
        try:
            table = restore(self.services, stored, self.table_changed, self.get_or_add_player)
        except Exception:
            log.exception("the game at table %s cannot be rebuilt from its log", stored.record.table)
            return None
        self.tables[table.code] = table
        self.suspended.discard(table.code)
        table.update_lobby_line()
        table.update_close_timer()
        self._guard(table, Table.set_paused, self.services.stalled)
        self._guard(table, playing.advance)
        return table

    def get_or_add_player(self, player_id: str, name: str) -> Player:
        player = self.players.get(player_id)
        if player is None:
            player = Player(player_id, name, self.services.limits, self.services.now())
            self.players[player_id] = player
        return player

    def table_changed(self, table: Table, line: TableLine | None) -> None:
        """Update the public list of tables and its subscribers."""
        if table.closed:
            line = None
            # Not before all it wrote is stored: from then on its game can be taken up again.
            table.outbox.post(partial(self._remove, table))
        if line == self._lines.get(table.code):
            return
        if line is None:
            del self._lines[table.code]
            frame = encode(LobbyGone(table=table.code))
        else:
            self._lines[table.code] = line
            frame = encode(LobbyTable(line=line))
        for player in self._subscribers.values():
            if player.link is not None:
                player.link.send(frame)

    def _remove(self, table: Table) -> None:
        if self.tables.get(table.code) is table:
            del self.tables[table.code]
            if table.status == "playing":
                self.suspended.add(table.code)

    def set_stalled(self, stalled: bool) -> None:
        """Pause every table while the disk is full, and let them go on afterwards."""
        self.services.stalled = stalled
        for table in list(self.tables.values()):
            self._guard(table, Table.set_paused, stalled)
            if not stalled:
                self._guard(table, playing.advance)
                self._guard(table, absence.update)

    def disconnect_all(self, code: Code) -> None:
        """End every link; the clients may come back to the next server."""
        self.closing = True
        for player in list(self.players.values()):
            if player.link is not None:
                player.link.end(Bye(code=code, again=True))

    def _subscribe(self, player: Player, on: bool) -> None:
        if not on:
            self._subscribers.pop(player.id, None)
            return
        self._subscribers[player.id] = player
        player.send(LobbyNow(tables=tuple(self._lines.values())))

    def _guard(self, table: Table, act: Callable[..., None], *args: Any) -> None:
        """Do something at a table that no request asked for; an exception closes only that table."""
        table.guarded(partial(act, table, *args))()
