"""Every player and every table of a server, and the dispatch of requests to tables."""

import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from msgspec import UNSET

from protocol import requests
from protocol.archive import Found
from protocol.codec import encode
from protocol.errors import Code, Refusal
from protocol.events import Accepted, Bye, LobbyGone, LobbyNow, LobbyTable, Rejected, TableLine
from protocol.series import SeriesRule
from protocol.text import clean_seed
from server.address_limits import Deed
from server.store.records import StoredGame
from server.tables.codes import new_code
from server.tables.delivery.answers import RequestState
from server.tables.guesses import Entering, Guesses
from server.tables.handlers import absence, between_games, forgetting, playing, rated, seating
from server.tables.handlers.by_request import HANDLERS
from server.tables.passwords import digest
from server.tables.restore import restore
from server.tables.services import Asker, Services
from server.tables.state.places import Places
from server.tables.state.player import Link, Player
from server.tables.state.series import Series
from server.tables.state.table import Table

log = logging.getLogger(__name__)


class Lobby:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.players: dict[str, Player] = {}
        self.tables: dict[str, Table] = {}
        self.suspended: set[str] = set()
        """Codes of closed tables with an unfinished game in the store."""
        self.closing = False
        self.places = Places(services.limits)
        self._guesses = Guesses(services, self.tables, self.suspended, self._enter, self._reject)
        self._subscribers: dict[str, Player] = {}
        self._lines: dict[str, TableLine] = {}

    # Links

    def attach_link(self, player: Player, link: Link) -> None:
        """Give a player a new link; the old one, if there is one, is closed."""
        old, player.link, player.gone_since = player.link, link, None
        if old is not None:
            self.places.give_up(old.origin)
        self.places.take(link.origin)
        player.origin = link.origin
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
        self.places.give_up(link.origin)
        self._subscribers.pop(player.id, None)
        for table in list(player.tables.values()):
            self._guard(table, seating.link_lost, player)

    def rename(self, player: Player, name: str) -> None:
        """Give a player another name, unless those who would hear of it have heard of many."""
        if player.name == name:
            return
        services = self.services
        if player.tables and not (
            player.rename_limit.try_spend(services.now())
            and services.addresses.try_spend(player.origin, Deed.RENAME)
        ):
            return
        player.name = name
        for table in list(player.tables.values()):
            self._guard(table, seating.rename, player)

    def owns_seat(self, player: Player) -> bool:
        """Whether a seat waits for this player at an open table."""
        return any(table.goes_on and table.seat_of(player) is not None for table in self.tables.values())

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

    def request(self, player: Player, request: requests.AnyRequest) -> Coroutine[Any, Any, None] | None:
        """Carry out a request and answer it once, now or when its effect is stored.

        What has to be read from the store first is returned, to be awaited.
        """
        self.services.counts.requests += 1
        found = player.answers.find(request.id)
        if isinstance(found, bytes):
            if player.link:
                player.link.send(found)
            return None
        if found is RequestState.PENDING:
            return None
        if found is RequestState.STALE:
            player.send(Rejected(id=request.id, code=Code.STALE_REQUEST))
            return None
        player.answers.begin(request.id)
        try:
            return self._carry_out(player, request)
        except Refusal as refusal:
            self._reject(player, request, refusal)
            return None

    def _carry_out(self, player: Player, request: requests.AnyRequest) -> Coroutine[Any, Any, None] | None:
        if self.closing:
            raise Refusal(Code.SERVER_CLOSING)
        if isinstance(request, requests.Lobby):
            self._subscribe(player, request.on)
            player.answer(Accepted(id=request.id))
        elif player.forgotten:
            raise Refusal(Code.FORGOTTEN)
        elif isinstance(request, requests.Act):
            return self._at_known_table(player, request)  # by far the most requests are decisions
        elif isinstance(request, requests.ForgetMe):
            forgetting_me = forgetting.forget(self.services, self.tables, self.players, player, request)
            return self._after_all(player, request, forgetting_me)
        elif isinstance(request, requests.ArchiveRequest):
            done = partial(self._answer_archive, player, request)
            self.services.ask_archive(self._asker(player), request, done)
        elif isinstance(request, requests.Create):
            self._at_table(self._create(player, request), player, request)
        elif isinstance(request, Entering) and self._guesses.is_guess(player, request.table):
            self._guesses.hear(player, request)
        else:
            return self._at_known_table(player, request)
        return None

    def _at_known_table(
        self, player: Player, request: requests.TableRequest
    ) -> Coroutine[Any, Any, None] | None:
        code = request.table.upper()
        table = self.tables.get(code)
        if table is not None:
            self._at_open_table(table, player, request)
            return None
        if code not in self.suspended:
            raise Refusal(Code.UNKNOWN_TABLE)
        return self._after_all(player, request, self._at_stored_table(code, player, request))

    async def _after_all(
        self, player: Player, request: requests.Request, rest: Coroutine[Any, Any, None]
    ) -> None:
        """Do the rest of a request, for which something had to be waited for."""
        try:
            await rest
        except Refusal as refusal:
            self._reject(player, request, refusal)

    def _at_open_table(self, table: Table, player: Player, request: requests.Request) -> None:
        if table.closed:
            raise Refusal(Code.TABLE_CLOSED)
        self._at_table(table, player, request)

    async def _at_stored_table(self, code: str, player: Player, request: requests.Request) -> None:
        """Set up a table again whose game was put away, if a seat there is the player's."""
        stored = await self._fetch(code)
        table = self.tables.get(code)
        # A stranger must not set the clocks going while nobody is there whose time it is.
        if table is None and stored is not None and player.id in stored.record.players:
            if len(self.tables) >= self.services.limits.tables:
                self._close_deserted()
            # Whether there was room or not: the seat is the player's.
            table = self.restore(stored)
        if table is None:
            raise Refusal(Code.UNKNOWN_TABLE)
        self._at_open_table(table, player, request)

    def _at_table(self, table: Table, player: Player, request: requests.Request) -> None:
        """Do at a table what a request asks for. The answer follows what it causes, perhaps after a while."""
        answer: Accepted | Rejected | None = None
        try:
            result = HANDLERS[type(request)](table, player, request)
            if result is not RequestState.PENDING:
                answer = Accepted(id=request.id, table=table.code, history=result)
        except Refusal as refusal:
            if refusal.code == Code.PAUSED:
                raise  # what is written now may have to wait for long
            answer = self._rejected(request, refusal)
        except Exception as error:
            table.fail(error)
            raise Refusal(Code.TABLE_FAILED) from None
        if player.link is None:
            self._guard(table, seating.link_lost, player)  # gone while the request had to wait
        if answer is None:
            return
        # What the answer rests on may still wait for the disk; a refusal, too, can tell of a move.
        failed = Rejected(id=request.id, code=Code.TABLE_FAILED)
        table.outbox.post(partial(player.answer, answer), instead=partial(player.answer, failed))

    def _enter(self, table: Table, player: Player, request: Entering) -> None:
        """Come to a table as somebody new, perhaps after a while."""
        if self.closing:
            raise Refusal(Code.SERVER_CLOSING)
        self._at_table(table, player, request)

    def _reject(self, player: Player, request: requests.Request, refusal: Refusal) -> None:
        player.answer(self._rejected(request, refusal))

    def _asker(self, player: Player) -> Asker:
        over = (table.match for table in player.tables.values() if table.match and table.match.over)
        return Asker(player.id, frozenset(match.id for match in over))

    def _answer_archive(self, player: Player, request: requests.Request, found: Found | Refusal) -> None:
        if isinstance(found, Refusal):
            self._reject(player, request, found)
        else:
            player.answer(Accepted(id=request.id, found=found))

    def _rejected(self, request: requests.Request, refusal: Refusal) -> Rejected:
        self.services.counts.requests_rejected += 1
        return Rejected(id=request.id, code=refusal.code, detail=refusal.detail)

    def _create(self, player: Player, request: requests.Create) -> Table:
        services = self.services
        self._check_table_limit(player)
        rules = between_games.find_rules(services.rules, request.game)
        options = between_games.read_options(rules, request.rules, request.options)
        in_use, private = self.tables.keys() | self.suspended, request.rules.private
        code = new_code(services.entropy, in_use, private=private, first=services.code_letters)
        password = digest(request.password, code) if request.password else None
        seeded = None if request.seed is None else clean_seed(request.seed)
        coach, practice, counts = (flag is True for flag in (request.coach, request.practice, request.rated))
        rated.check_rules(rated=counts, coach=coach, practice=practice, seeded=seeded is not None)
        substitute = "auto" if request.substitute is UNSET else request.substitute
        more = (self.table_changed, password, seeded, substitute)
        table = Table(services, code, rules, request.rules, options, *more)
        table.coach, table.practice, table.rated = coach, practice, counts
        table.play_out = rated.play_out
        table.series = Series.of(request.series) if isinstance(request.series, SeriesRule) else None
        table.opened_from = player.origin
        self.tables[code] = table
        who = f"{player.name}, a bot" if player.bot else player.name
        log.info("table %s is opened by %s (%s)", code, who, rules.vocabulary.game)
        return table

    def _check_table_limit(self, player: Player) -> None:
        limits, origin = self.services.limits, player.origin
        if len(self.tables) >= limits.tables:
            self._close_deserted()
        from_there = sum(table.opened_from == origin and not table.done for table in self.tables.values())
        if (
            len(self.tables) >= limits.tables
            or len(player.tables) >= limits.tables_per_player
            or from_there >= limits.tables_per_address
        ):
            raise Refusal(Code.TOO_MANY_TABLES)
        if not self.services.addresses.try_spend(origin, Deed.TABLE):
            raise Refusal(Code.FLOODING)

    def _close_deserted(self) -> None:
        """Close the table that has been deserted for longest, to make room. A running game stays stored."""
        long_ago = self.services.now() - self.services.limits.grace
        deserted = [
            (table.deserted_since, code)
            for code, table in self.tables.items()
            if table.deserted_since is not None and (table.done or table.deserted_since <= long_ago)
        ]
        if deserted:
            self.tables[min(deserted)[1]].close(Code.TABLE_CLOSED)

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
        table.play_out = rated.play_out
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
            log.info("table %s is closed", table.code)
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
