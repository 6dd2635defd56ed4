"""A running server: store, tables, bots, listener and gateways, from start to a clean end."""

import asyncio
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct, convert
from msgspec.structs import astuple, replace

from triqueta_protocol.advice import Advice
from triqueta_protocol.announcement import Announcement
from triqueta_protocol.archive import Found
from triqueta_protocol.codes import LETTERS
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.internal.defaults import STORE_FILE
from triqueta_protocol.login import fingerprint
from triqueta_protocol.requests import ArchiveRequest
from triqueta_server import data_folder, memory, workers
from triqueta_server.archive import recount
from triqueta_server.archive.archive import Archive
from triqueta_server.archive.archive import Handler as ArchiveHandler
from triqueta_server.archive.lists import line_of
from triqueta_server.bots import COACHES, NAMES
from triqueta_server.bots.clock import budget
from triqueta_server.bots.pool import BotPool
from triqueta_server.crash_report import BotReport, CrashFolder
from triqueta_server.dispatch import Dispatcher
from triqueta_server.games import RULES
from triqueta_server.gateways.config import GatewayConfig
from triqueta_server.gateways.supervisor import Gateways
from triqueta_server.limits.declared import Limits
from triqueta_server.limits.fair_queue import Owner
from triqueta_server.net.http_pages import HttpPages
from triqueta_server.net.listener import ListenConfig, Listener
from triqueta_server.net.mdns import Announcer
from triqueta_server.net.reachable import Reachable, Way, bound_addresses
from triqueta_server.open_files import raise_limit, room_for
from triqueta_server.secret_files import own_key
from triqueta_server.store.deletion import blocking_seats, unfinished_deletions
from triqueta_server.store.errors import DamagedGameError, StoreBrokenError, StoreStalledError
from triqueta_server.store.journal import Journal
from triqueta_server.store.reading import held_games
from triqueta_server.store.records import DropExpired, StoredGame
from triqueta_server.store.results import unseen_results
from triqueta_server.store.store import Store
from triqueta_server.tables.handlers import forgetting, own_tables
from triqueta_server.tables.handshake import Handshake
from triqueta_server.tables.lobby import Lobby
from triqueta_server.tables.services import ActionMap, Asker, BotQuestion, CoachQuestion, OwnGames, Services

ADVICE_WITHIN = 1.0
"""Seconds a question for advice takes, on a core of its own."""

GOODBYE_WITHIN = 3.0
"""Seconds a closing server has to withdraw its announcement on the local network."""

FLUSH_WITHIN = 10.0
"""Seconds a closing server waits for the disk."""

EXPIRE_EVERY = 3600.0
"""Seconds between two removals of games that have slept for too long, which may take days."""

SWEEP_EVERY = 10.0
"""Seconds between two sweeps of idle players: often enough for whatever the connection limits let in."""

CHECK_NICENESS = 10
"""How far looking at a large store stands back behind the games."""

log = logging.getLogger(__name__)


class Config(Struct, frozen=True):
    listen: ListenConfig
    gateways: GatewayConfig
    data_dir: Path
    name: str
    password: str | None = None
    limits: Limits = Limits()
    gateway_ports: dict[str, int] = {}
    """The gateways to open, by kind."""
    code_letters: str = LETTERS
    """The letters that the codes of new tables begin with."""
    announce: bool = True
    private: bool = False
    """For the one program that has started it, which does not ask who it is."""
    lan: str = ""
    """The interfaces on which to announce, by address or name; empty for all that lead out."""
    public: dict[str, str] = {}
    """Where the server is reached from anywhere, by kind of way."""
    certified: tuple[str, ...] = ()
    """The hosts for which the certificate is valid."""


class Program:
    """One server: constructed, ``run`` once, and stopped with ``stop``."""

    def __init__(self, config: Config) -> None:
        """Open the store; raises ``StoreRefusedError`` or ``StartupError``. Needs a running event loop."""
        loop = asyncio.get_running_loop()
        self._open_files = raise_limit()
        self._wanted_players = config.limits.players
        config = _within(self._open_files, config)
        self._config = config
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = asyncio.Event()
        self._farewell = Code.SERVER_CLOSING
        self._failure: Exception | None = None
        self._warnings = data_folder.prepare(config.data_dir)
        self._store = Store.open(config.data_dir / STORE_FILE)
        self._key = own_key(config.data_dir)
        self.gateways = Gateways(config.gateway_ports, config.gateways)
        self._journal = Journal(self._store, on_stall=self._stalled, on_broken=self._broken)
        crashes = CrashFolder(config.data_dir)
        self._bots = BotPool(serve=workers.serve, keep=lambda **about: crashes.write(BotReport.of(**about)))
        self._archive = Archive(self._store, self._journal.run, self._bots.ask, keeps_files=config.private)
        services = Services(
            name=config.name,
            rules=RULES,
            bot_names=NAMES,
            now=loop.time,
            wall_time=time.time,
            call_later=loop.call_later,
            write=self._journal.add,
            ask_bot=self._ask_bot,
            ask_coach=self._ask_coach,
            coached=COACHES,
            find_unfinished=self._find_unfinished,
            find_own_games=self._find_own_games,
            find_blocking_seats=lambda player: self._journal.run(self._store.read, blocking_seats, player),
            entropy=secrets.token_bytes,
            bot_budget=budget,
            keep_crash=crashes.write,
            code_letters=config.code_letters,
            one_keyboard=config.private,
            limits=config.limits,
        )
        self.lobby = Lobby(services)
        self._dispatcher = Dispatcher(self.lobby, self._ask_archive)
        self._handshake = Handshake(
            self.lobby,
            lambda credential: self._journal.run(self._store.player, credential),
            lambda player: self._journal.run(self._store.unfinished_of, player),
            lambda player: self._journal.run(self._store.moves_of, player, self._open_since()),
            config.password,
            config.public,
            lambda: self._reachable.urls() if self._reachable is not None else {},
        )
        self._pages = HttpPages(
            self.lobby, private=config.password is not None, gateways=self.gateways.counts
        )
        self._listener = self._listen(config.listen)
        self._guest_listener: Listener | None = None
        self._reachable: Reachable | None = None
        """Known when all ports are."""

    def stop(self, farewell: Code = Code.SERVER_CLOSING) -> None:
        """Ask the server to end; ``run`` returns when it has. Clients are told ``farewell``."""
        self._farewell = farewell
        self._stop.set()

    async def run(self, listening: Callable[[int], None]) -> None:
        """Rebuild the tables, listen, call ``listening`` with the port, and serve until asked to stop.

        Raises ``StartupError``, or at the end ``StoreBrokenError`` if that is why it ended.
        """
        self._journal.start()
        try:
            await self._rebuild()
            port = await self._listener.open()
            if not self._config.private:
                log.info("server key read fingerprint=%s", fingerprint(self._key.public))
            await self.gateways.open(self._listen_for_guests)
            self._reachable = await self._find_reachable(port)
            self._log_ways_in(self._reachable)
            collector = memory.Collector()
            self._say_how_many()
            for warning in self._warnings:
                log.warning("%s", warning)
            listening(port)
            self._check_large_store()
            beside = [asyncio.create_task(work) for work in (self._sweep(collector), self._announce(port))]
            await self._stop.wait()
            for task in beside:
                task.cancel()
            await asyncio.wait(beside, timeout=GOODBYE_WITHIN)
            log.info("server closing tables=%d connections=%d", len(self.lobby.tables), self._pages.sockets)
        finally:
            await self.gateways.close()
            if self._guest_listener is not None:
                await self._guest_listener.close()
            self.lobby.closing = self.lobby.services.closing = True
            for task in self._tasks:
                task.cancel()
            await self._save()
            await self._bots.close()
        self.lobby.disconnect_all(self._farewell)
        await self._listener.close()
        if self._failure is not None:
            raise self._failure

    async def _listen_for_guests(self) -> int:
        """Open a port for guests' clients that only this machine can reach; returns it.

        Whatever address and certificate the server shows to the world, theirs is plain and near.
        """
        near = replace(self._config.listen, host="127.0.0.1", port=0, tls=None, for_guests=True)
        self._guest_listener = self._listen(near)
        return await self._guest_listener.open()

    def _listen(self, config: ListenConfig) -> Listener:
        guest_origin, prove = self.gateways.origin_of_guest, self._key.answer
        return Listener(config, self._handshake, self._dispatcher, self._pages, guest_origin, prove)

    def _log_ways_in(self, reachable: Reachable) -> None:
        """For the host: what players are shown for their friends."""
        public = {kind: (url,) for kind, url in self._config.public.items()}
        for kind, urls in (reachable.urls() | public).items():
            shown = "yes" if kind in public else "no"
            log.info("open to players kind=%s public=%s urls=%s", kind, shown, ",".join(urls))

    async def _find_reachable(self, port: int) -> Reachable:
        config = self._config
        secure, names = ("s", config.certified) if config.listen.tls else ("", ())
        ways = {"play": Way(f"ws{secure}", port, names)}
        for kind, at in self.gateways.ports.items():
            ways[kind] = Way("ssh", at) if kind == "ssh" else Way(f"http{secure}", at, names)
        return Reachable(await bound_addresses(config.listen.host, port), ways, config.lan)

    async def _rebuild(self) -> None:
        started = time.perf_counter()
        await self._journal.run(recount.load, self.lobby.services.ratings, self._store.read)
        self._journal.add(DropExpired(time.time()))
        self.lobby.suspended |= await self._journal.run(self._store.tables_in_use)
        rooms = await self._journal.run(self._store.rooms)
        waiting = {room.table for room in rooms}
        # Finished games also: a player may still look at a scoresheet, or have missed the last move.
        # Games that sleep stay in the store until a player returns.
        for game in await self._journal.run(self._read_last_games):
            # After a game its table may wait for the next one.
            if game.end is None or game.record.table not in waiting:
                self.lobby.restore(game, asleep=game.end is None and game.last_at < self._open_since())
        for room in rooms:
            self.lobby.restore_room(room)
        for player in await self._journal.run(self._store.read, unfinished_deletions):
            forgetting.resume(self.lobby.services, player)
        tables, suspended = len(self.lobby.tables), len(self.lobby.suspended)
        if tables or suspended:
            seconds = time.perf_counter() - started
            log.info("tables restored open=%d suspended=%d seconds=%.1f", tables, suspended, seconds)

    def _read_last_games(self) -> list[StoredGame]:
        def skip(damage: DamagedGameError) -> None:
            log.error("damaged game left out error=%s", damage)

        for loss in self._store.losses:
            log.error("moves lost table=%s stored=%d before=%d", *loss)
        if self._store.games_lost:
            log.error("games lost count=%d", self._store.games_lost)
        return list(self._store.last_games(self._open_since(), skip))

    async def _find_unfinished(self, code: str) -> StoredGame | None:
        try:
            return await self._journal.run(self._store.unfinished_at, code)
        except DamagedGameError as damage:
            log.error("damaged game not resumed error=%s", damage)
            return None

    async def _find_own_games(self, player: str) -> OwnGames:
        read, since = self._store.read, time.time() - own_tables.UNSEEN_FOR
        held = await self._journal.run(read, held_games, player, own_tables.MOST)
        unseen = await self._journal.run(read, unseen_results, player, since, own_tables.MOST)
        return OwnGames(held, tuple(map(line_of, unseen)))

    def _open_since(self) -> float:
        """Tables where nothing has happened since this time are closed."""
        return time.time() - self._config.limits.close_after

    async def _save(self) -> None:
        try:
            async with asyncio.timeout(FLUSH_WITHIN):
                await self._journal.close()
        except (TimeoutError, StoreStalledError, StoreBrokenError) as error:
            log.error("last moves not saved, and not sent to any client error=%r", error)
        finally:
            self._store.close()

    async def _announce(self, port: int) -> None:
        if not self._config.announce:
            return
        about = Announcement(
            name=self._config.name,
            version=version("triqueta-tui"),
            password=self._config.password is not None,
            tls=self._config.listen.tls is not None,
            identity=self._key.public.hex(),
        )

        def facts() -> Announcement:
            return replace(about, tables=self.lobby.open_tables)

        try:
            await Announcer(facts, self._config.listen.host, port, self._config.lan).run()
        except Exception:
            log.exception("announcing stopped")

    async def _sweep(self, collector: memory.Collector) -> None:
        was_busy, expire_at = False, time.monotonic() + EXPIRE_EVERY
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            if time.monotonic() >= expire_at:
                expire_at += EXPIRE_EVERY
                self.lobby.close_expired()
                self._journal.add(DropExpired(time.time()))
            self._handshake.forget_idle_players()
            self._check_large_store()
            is_busy = bool(self._pages.sockets or self.lobby.players or self.lobby.tables)
            if was_busy and not is_busy:
                memory.give_back()
            else:
                listeners = (self._listener, self._guest_listener)
                collector.collect_if_due(sum(each.connections_ever for each in listeners if each))
            was_busy = is_busy

    def _ask_bot(self, question: BotQuestion, done: Callable[[ActionMap | None], None]) -> None:
        if self.lobby.closing:
            return  # the decision is asked for again by the server that follows
        task = asyncio.create_task(self._think(question, done))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(self, question: BotQuestion, done: Callable[[ActionMap | None], None]) -> None:
        action: ActionMap | None = None
        try:
            action = await self._bots.think(*astuple(question))
        except Exception:
            log.exception("bot gave no action")
        done(action)

    def _ask_coach(self, question: CoachQuestion, done: Callable[[Advice | None], None]) -> None:
        if self.lobby.closing:
            return  # the client asks the server that follows
        task = asyncio.create_task(self._advise(question, done))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _advise(self, question: CoachQuestion, done: Callable[[Advice | None], None]) -> None:
        advice: Advice | None = None
        *view, player, address = astuple(question)
        try:
            advice = convert(
                await self._bots.ask("advise", Owner(address, player), *view, within=ADVICE_WITHIN), Advice
            )
        except Exception:
            log.exception("coach gave no advice")
        done(advice)

    def _ask_archive(
        self,
        handler: ArchiveHandler,
        asker: Asker,
        request: ArchiveRequest,
        done: Callable[[Found | RefusalError], None],
    ) -> None:
        task = asyncio.create_task(self._look_up(handler, asker, request, done))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_up(
        self,
        handler: ArchiveHandler,
        asker: Asker,
        request: ArchiveRequest,
        done: Callable[[Found | RefusalError], None],
    ) -> None:
        try:
            found = await self._archive.answer(handler, asker, request)
        except Exception:
            log.exception("archive request failed request=%s", type(request).__name__)
            found = RefusalError(Code.ARCHIVE_BUSY)
        done(found)

    def _say_how_many(self) -> None:
        """Say how many clients are possible on this system."""
        wanted, possible = self._wanted_players, self._config.limits.players
        log.info("open files limit files=%d clients=%d", self._open_files, possible)
        if possible < wanted:
            log.warning(
                "too few open files, raise LimitNOFILE= of the service or ulimit -n clients=%d wanted=%d",
                possible,
                wanted,
            )

    def _check_large_store(self) -> None:
        """Look at every page of a large store while the games go on; what is found pauses them."""
        if not self._store.is_checked:
            threading.Thread(target=self._check_store, name="check", daemon=True).start()

    def _check_store(self) -> None:
        with suppress(AttributeError, OSError):
            # On Linux this is the thread's own priority.
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), CHECK_NICENESS)
        since = time.perf_counter()
        self._store.check_pages()
        log.info("store pages checked seconds=%.1f", time.perf_counter() - since)

    def _stalled(self, stall: StoreStalledError | None) -> None:
        if stall is not None:
            log.error("games paused error=%s", stall)
        else:
            log.warning("games resumed")
        self.lobby.set_stalled(stall is not None)

    def _broken(self, error: Exception) -> None:
        log.critical("store broken, server closing error=%s", error)
        self._failure = error
        self.stop()


def _within(files: int, config: Config) -> Config:
    """As much of it as fits into so many open files."""
    # Beside as many that stay, as many may have just come.
    players = room_for(config.limits.players, 2, files)
    return replace(config, limits=replace(config.limits, players=players))
