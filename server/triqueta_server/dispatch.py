"""From a request to its handler: the one table of handlers, and the one way to the table that is named."""

from collections.abc import Awaitable, Callable, Coroutine
from enum import Enum, auto
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from triqueta_protocol import requests
from triqueta_protocol.archive import Found
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Accepted, Rejected
from triqueta_server.archive import assess, files, leaderboard, lists, replay
from triqueta_server.archive.archive import Handler as ArchiveHandler
from triqueta_server.limits.join_throttle import JoinThrottle
from triqueta_server.tables.delivery.answers import RequestState
from triqueta_server.tables.handlers import (
    access,
    between_games,
    chat,
    coaching,
    forgetting,
    own_tables,
    playing,
    resume,
    seating,
    sleeping,
)
from triqueta_server.tables.lobby import Lobby
from triqueta_server.tables.services import Asker
from triqueta_server.tables.state.player import Client, Player
from triqueta_server.tables.state.presence import Status
from triqueta_server.tables.state.table import Table

Entering = requests.Join | requests.Watch

Later = Coroutine[Any, Any, None] | None
"""The rest of a request, to be awaited."""


class Scope(Enum):
    """What a request is about; decides the arguments of its handler."""

    SERVER = auto()
    """The player's data: the lobby. The handler gets the client, and returns a coroutine."""
    LOBBY = auto()
    """The list of tables: the lobby."""
    TABLE = auto()
    """One table. The handler may return a history, or that the answer comes later."""
    ARCHIVE = auto()
    """Finished games: the archive answers when it has time."""


class Handler(NamedTuple):
    scope: Scope
    act: Callable[..., Any]
    who: Literal["any", "viewer", "seat", "host"] = "any"
    """The caller it needs at a table."""
    status: Status | None = None
    """The table's status that it needs."""
    store: bool = False
    """It needs a store that takes records."""

    def check(self, table: Table, player: Player) -> None:
        """Refuse a request at a table that lacks what it needs."""
        if self.who == "host":
            table.require_host(player)
        elif self.who == "seat":
            table.require_seat(player)
        elif self.who == "viewer":
            table.require_viewer(player)
        if self.status is not None:
            table.require_status(self.status)
        if self.store:
            table.require_store()


_at_table: Final = partial(Handler, Scope.TABLE)
_by_host: Final = partial(_at_table, who="host")
_in_archive: Final = partial(Handler, Scope.ARCHIVE)

HANDLERS: Final[dict[type, Handler]] = {
    requests.ForgetMe: Handler(Scope.SERVER, forgetting.forget),
    requests.MyTables: Handler(Scope.SERVER, own_tables.find),
    requests.Lobby: Handler(Scope.LOBBY, Lobby.subscribe),
    requests.Create: _at_table(seating.sit_down_first),
    requests.Join: _at_table(seating.join),
    requests.Watch: _at_table(seating.watch),
    requests.Leave: _at_table(seating.leave, who="viewer"),
    requests.Sleep: _at_table(sleeping.sleep, who="seat", status="playing", store=True),
    requests.Kick: _by_host(seating.kick, store=True),
    requests.KickWatcher: _by_host(access.kick_watcher, store=True),
    requests.Lock: _by_host(access.lock, store=True),
    requests.AddBot: _by_host(seating.add_bot, status="waiting"),
    requests.RemoveBot: _by_host(seating.remove_bot, status="waiting"),
    requests.SitIn: _at_table(seating.sit_in, who="seat", store=True),
    requests.Configure: _by_host(between_games.configure, status="waiting"),
    requests.Ready: _at_table(between_games.ready, who="seat", status="waiting"),
    requests.Start: _by_host(between_games.start, status="waiting", store=True),
    requests.Rematch: _at_table(between_games.rematch, who="seat", status="over"),
    requests.Act: _at_table(playing.act, who="seat", status="playing", store=True),
    requests.Undo: _at_table(playing.undo, who="seat", status="playing", store=True),
    requests.Hold: _at_table(playing.hold, who="seat", status="playing"),
    requests.Advise: _at_table(coaching.advise, who="seat", status="playing", store=True),
    requests.Chat: _at_table(chat.chat, who="viewer"),
    requests.Resume: _at_table(resume.resume, who="viewer"),
    requests.History: _at_table(resume.history, who="viewer"),
    requests.Replay: _in_archive(replay.replay),
    requests.ExportGame: _in_archive(files.export_game),
    requests.ImportGame: _in_archive(files.import_game),
    requests.DropGame: _in_archive(files.drop_game),
    requests.Assess: _in_archive(assess.assess),
    requests.Games: _in_archive(lists.games),
    requests.Statistics: _in_archive(lists.own_statistics),
    requests.Leaderboard: _in_archive(leaderboard.leaderboard),
}
"""By the type of the request."""

AskArchive = Callable[
    [ArchiveHandler, Asker, requests.ArchiveRequest, Callable[[Found | RefusalError], None]], None
]
"""Has the archive carry out a request; the callback gets its answer."""


class Dispatcher:
    """Carries out the requests of all players of a server, and answers each once."""

    def __init__(self, lobby: Lobby, ask_archive: AskArchive) -> None:
        self.lobby = lobby
        self._ask_archive = ask_archive
        self._throttle = JoinThrottle(lobby.services.budgets, lobby.services.call_later)

    def request(self, client: Client, request: requests.AnyRequest) -> Later:
        """Carry out a request unless it was before, and answer it, now or when its effect is stored."""
        self.lobby.services.counts.requests += 1
        found = client.answers.find(request.id)
        if found is RequestState.NEW:
            client.answers.begin(request.id)
            try:
                return self.dispatch(client, request)
            except RefusalError as refusal:
                self._reject(client, request, refusal)
        elif found is RequestState.STALE:
            client.send(Rejected(id=request.id, code=Code.STALE_REQUEST))
        elif isinstance(found, bytes) and client.link is not None:
            client.link.send(found)
        return None

    def dispatch(self, client: Client, request: requests.AnyRequest, table: Table | None = None) -> Later:
        """Call the handler of a request, and answer; with its ``table``, if that had to be waited for."""
        player = client.player
        player.client = client
        if client.link is not None:
            player.origin = client.link.origin
        if self.lobby.closing:
            raise RefusalError(Code.SERVER_CLOSING)
        handler = HANDLERS[type(request)]
        if player.forgotten and handler.scope is not Scope.LOBBY:
            raise RefusalError(Code.FORGOTTEN)
        if handler.scope is not Scope.TABLE:
            return self._elsewhere(handler, client, request)
        if table is None:
            found = self._find_table(client, request)
            if not isinstance(found, Table):
                return found
            table = found
        answer: Accepted | Rejected | None = None
        try:
            handler.check(table, player)
            result = handler.act(table, player, request)
            if result is not RequestState.PENDING:
                answer = Accepted(id=request.id, table=table.code, history=result)
        except RefusalError as refusal:
            if refusal.code == Code.PAUSED:
                raise  # what is written now may have to wait for long
            answer = self._rejected(request, refusal)
        except Exception as error:
            table.fail(error)
            raise RefusalError(Code.TABLE_FAILED) from None
        if client.link is None:
            table.guarded(partial(seating.link_lost, table, client))()  # gone while the request had to wait
        if answer is not None:
            # What the answer rests on may still wait for the disk; a refusal, too, can tell of a move.
            failed = Rejected(id=request.id, code=Code.TABLE_FAILED)
            table.outbox.post(partial(client.answer, answer), instead=partial(client.answer, failed))
        return None

    def _elsewhere(self, handler: Handler, client: Client, request: requests.AnyRequest) -> Later:
        """Carry out a request that is about no table."""
        player = client.player
        if isinstance(request, requests.ArchiveRequest) and handler.scope is Scope.ARCHIVE:
            over = (table.match for table in player.tables.values() if table.match and table.match.over)
            asker = Asker(player.id, frozenset(match.id for match in over), player.origin)
            answer = partial(self._answer_archive, client, request)
            self._ask_archive(handler.act, asker, request, answer)
            return None
        if handler.scope is Scope.SERVER:
            return self._finish(client, request, handler.act(self.lobby, client, request))
        handler.act(self.lobby, player, request)
        return None

    def _find_table(self, client: Client, request: Any) -> Table | Later:
        """The table that a request is about; every request that names one comes through here.

        None or a coroutine if the request goes on with the table later. A table that the player is not at is
        not told from a code that no table has.
        """
        player = client.player
        if isinstance(request, requests.Create):
            return self.lobby.open_table(player, request)
        code = request.table.upper()
        table = self.lobby.tables.get(code)
        if table is not None and table.knows_player(player):
            if table.closed:
                raise RefusalError(Code.TABLE_CLOSED)
            _check_client(table, client, request)
            return table
        if table is None and code in player.stored_seats and code in self.lobby.suspended:
            return self._finish(client, request, self._at_stored_table(code, client, request))
        locked = None
        if isinstance(request, Entering) and request.password is not None:
            locked = code if table is not None and table.access.password is not None else None
        self._throttle.attempt(
            player.id, player.origin, locked, partial(self._enter, client, request, locked)
        )
        return None

    def _enter(self, client: Client, request: requests.AnyRequest, locked: str | None) -> None:
        """Go on with what may be a guess; ``locked`` is the table whose password is tried."""
        try:
            if not isinstance(request, Entering):
                raise RefusalError(Code.NOT_AT_TABLE)
            table = self.lobby.tables.get(request.table.upper())
            if table is None or table.closed:
                raise RefusalError(Code.UNKNOWN_TABLE)
            if request.password is None or table.access.opens_with(request.password, table.code):
                self._throttle.was_right(client.player.origin, locked)
            self.dispatch(client, request, table)
        except RefusalError as refusal:
            self._reject(client, request, refusal)

    async def _at_stored_table(self, code: str, client: Client, request: requests.AnyRequest) -> None:
        table = await self.lobby.reopen_table(code, client.player)
        if table is None:
            raise RefusalError(Code.UNKNOWN_TABLE if isinstance(request, Entering) else Code.NOT_AT_TABLE)
        if table.closed:
            raise RefusalError(Code.TABLE_CLOSED)
        self.dispatch(client, request, table)

    async def _finish(self, client: Client, request: requests.Request, rest: Awaitable[None]) -> None:
        """Do the rest of a request, for which something had to be waited for."""
        try:
            await rest
        except RefusalError as refusal:
            self._reject(client, request, refusal)

    def _answer_archive(self, client: Client, request: requests.Request, found: Found | RefusalError) -> None:
        if isinstance(found, RefusalError):
            self._reject(client, request, found)
        else:
            client.answer(Accepted(id=request.id, found=found))

    def _reject(self, client: Client, request: requests.Request, refusal: RefusalError) -> None:
        client.answer(self._rejected(request, refusal))

    def _rejected(self, request: requests.Request, refusal: RefusalError) -> Rejected:
        self.lobby.services.counts.requests_rejected += 1
        return Rejected(id=request.id, code=refusal.code, detail=refusal.detail)


def _check_client(table: Table, client: Client, request: Any) -> None:
    """Refuse a client while another one of the same player is at the table, unless it takes over."""
    viewer = table.viewers.get(client.player.id)
    if viewer is None or viewer.client is client or viewer.client.link is None:
        return
    if not (isinstance(request, Entering) and request.take):
        raise RefusalError(Code.OPEN_ELSEWHERE, table=table.code)
