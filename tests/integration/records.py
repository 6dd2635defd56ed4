"""What a server has stored, read after it has ended, and played again from the beginning."""

import sqlite3
from contextlib import closing
from typing import Any, NamedTuple

import msgpack
import msgspec

from tests.serving import ServerProcess
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games import RULES
from triqueta_server.games.game import Position
from triqueta_server.store.records import Entry, StoredGame
from triqueta_server.store.store import Store
from triqueta_server.tables.state.stored_setup import Setup
from triqueta_server.tables.state.terms import read_options


class Replay(NamedTuple):
    """A stored game, and the position its moves lead to."""

    stored: StoredGame
    position: Position
    public: Any
    winners: tuple[int, ...]
    what: list[Any]
    """Everything that happened, as it looks on the wire."""

    @property
    def moves(self) -> list[Entry]:
        """The decisions, in order."""
        return [entry for entry in self.stored.entries if entry.kind == "move"]


def stored_games(server: ServerProcess) -> set[str]:
    """The ids of all games in the store of a server that may be running."""
    with closing(sqlite3.connect(f"{server.store.as_uri()}?mode=ro", uri=True)) as reader:
        return {game for (game,) in reader.execute("SELECT id FROM game")}


def replays(server: ServerProcess, games: set[str]) -> dict[str, Replay]:
    """The stored games with these ids by table; every move is checked by the rules on the way."""
    return {game.stored.record.table: game for game in all_replays(server, games)}


def all_replays(server: ServerProcess, games: set[str]) -> list[Replay]:
    """The same where tables have had the same code, one after the other."""
    store = Store.open(server.store)
    try:
        stored = [store.game(game) for game in games]
    finally:
        store.close()
    return [replay(game) for game in stored if game is not None]


def replay(stored: StoredGame) -> Replay:
    """Every move is checked by the rules on the way."""
    record = stored.record
    rules = RULES[record.game]
    setup = msgspec.convert(msgpack.unpackb(record.setup), Setup)
    options = read_options(rules, setup.settings.seats, setup.options)
    position = rules.begin(len(setup.seats), options, record.seed)
    what: list[TableEvent] = []
    for number, entry in enumerate(stored.entries, 1):
        assert entry.n == number, "entries are numbered without gaps"
        if entry.kind == "move":
            action = rules.read(position, entry.seat, action_of(entry))
            assert action in position.legal(entry.seat)
            position.apply(entry.seat, action, what)
    told = msgpack.unpackb(pack(plain(what)))
    return Replay(stored, position, rules.public(position), rules.winners(position), told)


def action_of(entry: Entry) -> dict[str, Any]:
    """The action that a move's entry holds."""
    action: dict[str, Any] = msgpack.unpackb(entry.body)[0]
    return action
