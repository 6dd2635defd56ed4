"""A server's world in the hands of a test: its time, its journal, its bots and its luck."""

import hashlib
import heapq
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Concatenate, ParamSpec, TypeVar, cast
from weakref import finalize

from msgspec.structs import replace

from triqueta_protocol.advice import Advice
from triqueta_protocol.archive import Found
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import ArchiveRequest
from triqueta_server.archive.archive import Archive, Handler
from triqueta_server.archive.lists import line_of
from triqueta_server.bots import COACHES, NAMES
from triqueta_server.bots.advise import advise
from triqueta_server.bots.choose import choose
from triqueta_server.bots.clock import budget
from triqueta_server.dispatch import Dispatcher
from triqueta_server.games import RULES
from triqueta_server.limits.declared import Limits
from triqueta_server.limits.fair_queue import Owner
from triqueta_server.store.deletion import blocking_seats
from triqueta_server.store.reading import held_games
from triqueta_server.store.records import (
    Credential,
    DeletePlayer,
    DropExpired,
    Entry,
    GameEnd,
    GameRecord,
    GameSleep,
    HeldSeat,
    OwnMove,
    PlayerRecord,
    Record,
    RoomClosed,
    RoomRecord,
    StoredGame,
)
from triqueta_server.store.results import unseen_results
from triqueta_server.store.store import Store
from triqueta_server.tables.handlers import own_tables
from triqueta_server.tables.handshake import Handshake
from triqueta_server.tables.lobby import Lobby
from triqueta_server.tables.services import ActionMap, Asker, BotQuestion, CoachQuestion, OwnGames, Services
from triqueta_server.tables.state.table import Table
from triqueta_server.workers import find_work

P = ParamSpec("P")
T = TypeVar("T")

Done = Callable[[], None]
Refused = Callable[[Exception], None]


@dataclass(order=True)
class Alarm:
    """Something that will be called at a moment, unless it is cancelled."""

    at: float
    order: int
    act: Done = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class Time:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._alarms: list[Alarm] = []
        self._order = count()

    def later(self, delay: float, act: Done) -> Alarm:
        alarm = Alarm(self.now + max(0.0, delay), next(self._order), act)
        heapq.heappush(self._alarms, alarm)
        return alarm

    def ring(self, until: float) -> bool:
        """Let the next alarm ring if it is due by then; false if none is."""
        while self._alarms and self._alarms[0].at <= until:
            alarm = heapq.heappop(self._alarms)
            if not alarm.cancelled:
                self.now = max(self.now, alarm.at)
                alarm.act()
                return True
        return False


class _Database:
    """A store in a folder of its own, brought up to date when it is needed."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp())
        self._store = Store.open(self._folder / "store.db")
        self._written = 0

    def with_all(self, records: list[Record]) -> Store:
        if len(records) > self._written:
            self._store.write(records[self._written :])
            self._written = len(records)
        return self._store

    def close(self) -> None:
        self._store.close()
        shutil.rmtree(self._folder)


class FakeJournal:
    """Keeps what is committed; while ``hanging``, what is written waits for ``commit``."""

    def __init__(self) -> None:
        self.hanging = False
        self.waiting: list[tuple[Record, Done, Refused]] = []
        self.players: dict[str, PlayerRecord] = {}
        self.games: dict[str, StoredGame] = {}
        self.rooms: dict[str, RoomRecord] = {}
        self.committed: list[Record] = []
        self._store: _Database | None = None

    def write(self, record: Record, done: Done, refused: Refused) -> None:
        self.waiting.append((record, done, refused))

    def refuse(self, error: Exception) -> None:
        """Turn away what waits, as the journal does with records that the store does not take."""
        turned_away, self.waiting = self.waiting, []
        for refused in {one: None for _, _, one in turned_away}:
            refused(error)

    def commit(self, most: int | None = None) -> bool:
        """Store what waits (or only the oldest few) and call back; false if nothing waits."""
        batch = self.waiting[:most]
        del self.waiting[:most]
        for record, _, _ in batch:
            self.committed.append(record)
            self._keep(record)
        for _, done, _ in batch:
            done()
        return bool(batch)

    def _keep(self, record: Record) -> None:
        match record:
            case PlayerRecord():
                self.players[record.id] = record
            case GameRecord():
                assert record.id not in self.games
                self.games[record.id] = StoredGame(record, ())
                self.rooms.pop(record.table, None)
            case RoomRecord():
                self.rooms[record.table] = record
            case RoomClosed():
                del self.rooms[record.table]
            case Entry():
                game = self.games[record.game]
                assert record.n == len(game.entries) + 1, "the entries of a game are numbered without gaps"
                assert game.end is None, "nothing is added to a game that is over"
                self.games[record.game] = replace(game, entries=(*game.entries, record))
            case GameEnd():
                game = self.games[record.game]
                assert game.end is None, "a game ends once"
                self.games[record.game] = StoredGame(game.record, game.entries, replace(record, summary=None))
            case GameSleep():
                self.games[record.game] = replace(self.games[record.game], sleep=record)
            case DropExpired():
                self.games = {key: game for key, game in self.games.items() if not expired(game, record.now)}
            case DeletePlayer():
                record.progress.done = True
                self.players.pop(record.player, None)
                self.games = {
                    key: record.without(record.player, game)
                    for key, game in self.games.items()
                    if game.end is not None or record.player not in game.record.players
                }

    def unfinished(self) -> list[StoredGame]:
        return [game for game in self.games.values() if game.end is None]

    def last_games(self) -> list[StoredGame]:
        """What the program sets up again: the last game of each table, had it just ended or not."""
        return list({game.record.table: game for game in self.games.values()}.values())

    def game(self, game_id: str) -> StoredGame | None:
        return self.games.get(game_id)

    async def unfinished_at(self, table: str) -> StoredGame | None:
        newest = [game for game in self.games.values() if game.record.table == table][-1:]
        return next((game for game in newest if game.end is None), None)

    async def player(self, credential: Credential) -> PlayerRecord | None:
        return next((known for known in self.players.values() if known.credential == credential), None)

    async def in_the_way(self, player: str) -> list[HeldSeat]:
        return self.read(blocking_seats, player)

    def read(
        self, query: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Ask a real database that has got all that was committed."""
        if self._store is None:
            self._store = _Database()
            finalize(self, self._store.close)
        return self._store.with_all(self.committed).read(query, *args, **more)

    async def seats_of(self, player: str) -> tuple[HeldSeat, ...]:
        return tuple(
            HeldSeat(game.record.table, game.record.game, seat)
            for game in self.unfinished()
            for seat, owner in enumerate(game.record.players)
            if owner == player
        )

    async def moves_of(self, player: str) -> tuple[OwnMove, ...]:
        return tuple(
            OwnMove(entry.request, game.record.table, entry.client)
            for game in self.last_games()
            for entry in game.entries
            if entry.player == player and entry.request is not None
        )


def is_asleep(game: StoredGame) -> bool:
    return game.end is None and game.sleep is not None and game.sleep.until is not None


def expired(game: StoredGame, now: float) -> bool:
    return is_asleep(game) and game.sleep is not None and (game.sleep.until or now) <= now


class Thinker:
    """Asks the real bots; while ``held``, their answers wait for ``release``."""

    def __init__(self, time: Time) -> None:
        self.held = False
        self.asked: list[BotQuestion] = []
        self._time = time
        self._waiting: list[tuple[BotQuestion, Callable[[ActionMap | None], None]]] = []

    def think(self, question: BotQuestion, done: Callable[[ActionMap | None], None]) -> None:
        self.asked.append(question)
        if self.held:
            self._waiting.append((question, done))
        else:
            self._time.later(0.0, lambda: done(self._decide(question)))

    @property
    def busy(self) -> list[BotQuestion]:
        """The decisions that are being question about."""
        return [question for question, _ in self._waiting]

    def release(self) -> None:
        """Answer whatever waits with the bots' own decisions."""
        for question, done in self._taken():
            done(self._decide(question))

    def release_with(self, answer: ActionMap | None) -> None:
        """Answer whatever waits with this."""
        for _, done in self._taken():
            done(answer)

    def _taken(self) -> list[tuple[BotQuestion, Callable[[ActionMap | None], None]]]:
        waiting, self._waiting = self._waiting, []
        return waiting

    def _decide(self, question: BotQuestion) -> dict[str, Any]:
        rng = Random(question.seed)
        return choose(question.level, question.game, question.public, question.mine, question.seat, rng)


class Adviser:
    """Asks the real coaches; while ``held``, their answers wait for ``release``."""

    def __init__(self, time: Time) -> None:
        self.held = False
        self.broken = False
        self.asked: list[CoachQuestion] = []
        self._time = time
        self._waiting: list[Done] = []

    def advise(self, question: CoachQuestion, done: Callable[[Advice | None], None]) -> None:
        self.asked.append(question)
        if self.held:
            self._waiting.append(lambda: done(self._think(question)))
        else:
            self._time.later(0.0, lambda: done(self._think(question)))

    def release(self) -> None:
        waiting, self._waiting = self._waiting, []
        for answer in waiting:
            answer()

    def _think(self, question: CoachQuestion) -> Advice | None:
        if self.broken:
            return None
        rng = Random(question.seed)
        return advise(question.game, question.public, question.mine, question.seat, rng)


class Luck:
    """Bytes that look random and are the same in each run."""

    def __init__(self, seed: str = "luck") -> None:
        self._seed = seed
        self._drawn = count()

    def draw(self, size: int) -> bytes:
        return hashlib.shake_256(f"{self._seed} {next(self._drawn)}".encode()).digest(size)


async def run_at_once(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    return read(*args, **kwargs)


async def work_at_once(kind: str, owner: Owner, *arguments: Any, within: float) -> Any:
    assert owner.name
    assert within > 0
    return find_work(kind)(*arguments)


class FakeServer:
    """Lobby and handshake of a server without sockets, and all around them that a test turns by hand."""

    def __init__(
        self,
        limits: Limits | None = None,
        password: str | None = None,
        seed: str = "luck",
        journal: FakeJournal | None = None,
    ) -> None:
        self.time = Time()
        self.complaints: list[str] = []
        """What clients found wrong with what they were sent. A table would take an exception for its own."""
        self.journal = journal or FakeJournal()
        self.bots = Thinker(self.time)
        self.coach = Adviser(self.time)
        self.services = Services(
            name="The Knot",
            rules=dict(RULES),
            bot_names=NAMES,
            now=lambda: self.time.now,
            wall_time=lambda: 1_700_000_000.0 + self.time.now,
            call_later=self.time.later,
            write=self.journal.write,
            ask_bot=self.bots.think,
            ask_coach=self.coach.advise,
            coached=COACHES,
            find_unfinished=self.journal.unfinished_at,
            find_own_games=self._find_own_games,
            find_blocking_seats=self.journal.in_the_way,
            entropy=Luck(seed).draw,
            bot_budget=budget,
            limits=limits or Limits(),
        )
        self.archive = Archive(cast("Store", self.journal), run_at_once, work_at_once)
        self.lobby = Lobby(self.services)
        self.dispatcher = Dispatcher(self.lobby, self._ask_archive)
        self.handshake = Handshake(
            self.lobby, self.journal.player, self.journal.seats_of, self.journal.moves_of, password
        )

    def _ask_archive(
        self,
        handler: Handler,
        asker: Asker,
        request: ArchiveRequest,
        done: Callable[[Found | RefusalError], None],
    ) -> None:
        """Nothing in it waits for anything here, so it can be driven to its end at once."""
        answering = self.archive.answer(handler, asker, request)
        try:
            answering.send(None)
        except StopIteration as end:
            done(end.value)
        else:
            raise AssertionError("the archive waits for something")

    async def _find_own_games(self, player: str) -> OwnGames:
        since = self.services.wall_time() - own_tables.UNSEEN_FOR
        held = self.journal.read(held_games, player, own_tables.MOST)
        unseen = self.journal.read(unseen_results, player, since, own_tables.MOST)
        return OwnGames(held, tuple(map(line_of, unseen)))

    def table(self, code: str) -> Table:
        return self.lobby.tables[code]

    def settle(self) -> None:
        """Let everything happen that needs no time: commits, and what is due now."""
        while self._commit() or self.time.ring(self.time.now):
            pass
        assert not self.complaints, self.complaints

    def advance(self, seconds: float) -> None:
        """Let time pass, and whatever falls due meanwhile happen in its order."""
        self.settle()
        until = self.time.now + seconds
        while self.time.ring(until):
            self.settle()
        self.time.now = until
        self.settle()

    def commit(self) -> None:
        """The disk is quick again: store what was left hanging, and go on so."""
        self.journal.hanging = False
        self.settle()

    def fill_disk(self) -> None:
        self.journal.hanging = True
        self.lobby.set_stalled(True)

    def free_disk(self) -> None:
        """In the journal's order: first the tables hear that there is room, then what waited is told."""
        self.lobby.set_stalled(False)
        self.commit()

    def restarted(self, seed: str = "another life") -> "FakeServer":
        """The server that follows after a crash: it has what was committed and nothing else."""
        after = FakeServer(self.services.limits, seed=seed, journal=FakeJournal())
        after.journal.players = dict(self.journal.players)
        after.journal.games = dict(self.journal.games)
        after.journal.committed = list(self.journal.committed)
        after.journal.rooms = dict(self.journal.rooms)
        for stored in after.journal.last_games():
            if is_asleep(stored):
                after.lobby.suspended.add(stored.record.table)
            elif stored.record.table not in after.journal.rooms:
                assert after.lobby.restore(stored) is not None
        for room in after.journal.rooms.values():
            assert after.lobby.restore_room(room) is not None
        after.settle()
        return after

    def say_goodbye(self) -> None:
        self.lobby.disconnect_all(Code.SERVER_CLOSING)

    def _commit(self) -> bool:
        return not self.journal.hanging and self.journal.commit()
