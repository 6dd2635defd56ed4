"""Every player and every table of a server, and the public list of tables."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from triqueta_protocol import requests
from triqueta_protocol.codec import encode
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Accepted, Bye, LobbyGone, LobbyNow, LobbyTable, TableLine
from triqueta_server.limits.places import Places
from triqueta_server.store.records import RoomRecord, StoredGame
from triqueta_server.tables.codes import new_code
from triqueta_server.tables.handlers import absence, playing, seating, sleeping
from triqueta_server.tables.restore import restore, restore_room
from triqueta_server.tables.services import Services
from triqueta_server.tables.state.access import Access, digest
from triqueta_server.tables.state.player import Client, Link, Player
from triqueta_server.tables.state.series import Series
from triqueta_server.tables.state.table import Hooks, Table
from triqueta_server.tables.state.terms import Terms

log = logging.getLogger(__name__)


class Lobby:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.players: dict[str, Player] = {}
        self.tables: dict[str, Table] = {}
        self.suspended: set[str] = set()
        """Codes of closed tables with an unfinished game in the store."""
        self.closing = False
        self.places = Places(services.limits.players, services.limits.players_per_address)
        self._hooks = Hooks(self.table_changed, absence.deserted)
        self._subscribers: dict[Client, None] = {}
        self._lines: dict[str, TableLine] = {}

    # Links

    def attach_link(self, client: Client, link: Link) -> None:
        """Give a client a new link; the old one, if there is one, is closed."""
        player = client.player
        # The one that connected last is the last.
        player.clients.pop(client.id, None)
        while len(player.clients) >= self.services.limits.clients_per_player:
            self._drop_client(player)
        player.clients[client.id] = player.client = client
        old, client.link, player.gone_since = client.link, link, None
        if old is not None:
            self.places.give_up(old.origin)
        self.places.take(link.origin)
        player.origin = link.origin
        self._subscribers.pop(client, None)
        for table in player.tables.values():
            viewer = table.viewers[player.id]
            if viewer.client is client:
                viewer.silence()
        if old is not None:
            old.end(Bye(code=Code.EVICTED))

    def detach_link(self, client: Client, link: Link) -> None:
        """Note that a link is lost; the player's seats are kept."""
        if client.link is not link:
            return
        player, client.link = client.player, None
        if not any(each.link for each in player.clients.values()):
            player.gone_since = self.services.now()
        self.places.give_up(link.origin)
        self._subscribers.pop(client, None)
        for table in list(player.tables.values()):
            self._guard(table, seating.link_lost, client)

    def _drop_client(self, player: Player) -> None:
        """Forget the client that matters least: one that is gone, or else the one that connected first."""
        clients = player.clients.values()
        client = next((each for each in clients if each.link is None), next(iter(clients)))
        if client.link is not None:
            link = client.link
            self.detach_link(client, link)
            link.end(Bye(code=Code.EVICTED))
        del player.clients[client.id]

    def rename(self, player: Player, name: str) -> None:
        """Give a player another name, unless the players at their tables have been told of many."""
        if player.name == name:
            return
        services = self.services
        if player.tables and not (
            services.budgets.renames.try_spend(player.id)
            and services.budgets.address_renames.try_spend(player.origin)
        ):
            return
        player.name = name
        for table in list(player.tables.values()):
            self._guard(table, seating.rename, player)

    def owns_seat(self, player: Player) -> bool:
        """Whether a seat waits for this player at an open table."""
        return any(table.goes_on and table.seat_of(player) is not None for table in self.tables.values())

    def forget_idle_players(self) -> None:
        """Drop players who have been gone for long and are at no table, the longest gone first."""
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

    @property
    def _open(self) -> int:
        """How many tables there are, without those that only wait for their last record to be stored."""
        return sum(not table.closed for table in self.tables.values())

    # Tables

    def subscribe(self, player: Player, request: requests.Lobby) -> None:
        """Begin or stop telling a player about the listed tables."""
        if request.on:
            self._subscribers[player.client] = None
            player.client.send(LobbyNow(tables=tuple(self._lines.values())))
        else:
            self._subscribers.pop(player.client, None)
        player.client.answer(Accepted(id=request.id))

    def open_table(self, player: Player, request: requests.Create) -> Table:
        services = self.services
        self._check_table_limit(player)
        terms = Terms.agreed(services, request.game, request.settings, request.options)
        in_use, private = self.tables.keys() | self.suspended, terms.settings.private
        code = new_code(services.entropy, in_use, private=private, first=services.code_letters)
        access = Access(digest(request.password, code) if request.password else None)
        rule = terms.settings.series
        series = Series.of(rule) if rule is not None else None
        table = Table(
            services, code, terms, self._hooks, access=access, series=series, opened_from=player.origin
        )
        self.tables[code] = table
        who = f"{player.name}, a bot" if player.bot else player.name
        log.info("table opened table=%s game=%s host=%s", code, request.game, who)
        return table

    def _check_table_limit(self, player: Player) -> None:
        limits, origin = self.services.limits, player.origin
        if self._open >= limits.tables:
            self._close_deserted()
        from_there = sum(table.opened_from == origin and not table.done for table in self.tables.values())
        if (
            self._open >= limits.tables
            or len(player.tables) >= limits.tables_per_player
            or from_there >= limits.tables_per_address
        ):
            raise RefusalError(Code.TOO_MANY_TABLES)
        if not self.services.budgets.address_new_tables.try_spend(origin):
            raise RefusalError(Code.FLOODING)

    def _close_deserted(self) -> None:
        """Close the table that has been deserted for longest. A running game stays in the store."""
        long_ago = self.services.now() - self.services.limits.grace
        deserted = [
            (table.deserted_since, code)
            for code, table in self.tables.items()
            if table.deserted_since is not None and (table.done or table.deserted_since <= long_ago)
        ]
        if deserted:
            self._guard(self.tables[min(deserted)[1]], sleeping.put_away)

    async def reopen_table(self, code: str, player: Player) -> Table | None:
        """Set up a table again whose game was put away, if a seat there is the player's."""
        try:
            stored = await self.services.find_unfinished(code)
        except Exception:
            log.exception("stored game not read table=%s", code)
            raise RefusalError(Code.PAUSED) from None
        table = self.tables.get(code)
        # A stranger must not start the clocks of absent players.
        if table is None and stored is not None and player.id in stored.record.players:
            if self._open >= self.services.limits.tables:
                self._close_deserted()
            # Whether there was room or not: the seat is the player's.
            table = self.restore(stored)
        return table

    def restore(self, stored: StoredGame, *, asleep: bool = False) -> Table | None:
        """Rebuild a table from the log of its game; None (and a logged error) if that fails.

        An ``asleep`` one goes back to the store at once, unless it is rated, and waits there for its players.
        """
        try:
            table = restore(self.services, stored, self._hooks, self.get_or_add_player)
        except Exception:
            log.exception("game not rebuilt table=%s game=%s", stored.record.table, stored.record.id)
            return None
        self._open_again(table)
        if asleep and not table.settings.rated:
            self._guard(table, sleeping.put_away)
        return table

    def restore_room(self, stored: RoomRecord) -> Table | None:
        """Rebuild a table that waits for players; None (and a logged error) if that fails."""
        try:
            table = restore_room(self.services, stored, self._hooks, self.get_or_add_player)
        except Exception:
            log.exception("waiting room not rebuilt table=%s", stored.table)
            return None
        self._open_again(table)
        return table

    def _open_again(self, table: Table) -> None:
        self.tables[table.code] = table
        self.suspended.discard(table.code)
        table.update_lobby_line()
        table.update_close_timer()
        self._guard(table, Table.set_paused, self.services.stalled)
        self._guard(table, playing.advance)

    def get_or_add_player(self, player_id: str, name: str) -> Player:
        player = self.players.get(player_id)
        if player is None:
            player = Player(player_id, name, self.services.now())
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
        for client in self._subscribers:
            if client.link is not None:
                client.link.send(frame)

    def _remove(self, table: Table) -> None:
        if self.tables.get(table.code) is table:
            del self.tables[table.code]
            log.info("table closed table=%s", table.code)
            if table.status == "playing":
                self.suspended.add(table.code)
                for seat in table.seats:
                    if seat.owner is not None:
                        seat.owner.stored_seats.add(table.code)

    def close_expired(self) -> None:
        """Close the tables whose games have slept for too long, even with viewers."""
        now = self.services.wall_time()
        for table in list(self.tables.values()):
            if table.asleep is not None and table.asleep.until <= now:
                table.close(Code.TABLE_CLOSED)

    def set_stalled(self, stalled: bool) -> None:
        """Pause every table while the disk is full, and let them go on afterwards."""
        self.services.stalled = stalled
        for table in list(self.tables.values()):
            self._guard(table, Table.set_paused, stalled)
            if not stalled:
                self._guard(table, Table.store_room)
                self._guard(table, playing.advance)
                self._guard(table, absence.update)

    def disconnect_all(self, code: Code) -> None:
        """End every link; the clients come back to the next server unless its host has ended this one."""
        self.closing = True
        for player in list(self.players.values()):
            for client in player.clients.values():
                if client.link is not None:
                    client.link.end(Bye(code=code, again=code is not Code.SERVER_ENDED))

    def _guard(self, table: Table, act: Callable[..., None], *args: Any) -> None:
        """Do something at a table that no request asked for; an exception closes only that table."""
        table.guarded(partial(act, table, *args))()
