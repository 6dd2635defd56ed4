"""The schema of the store's file, and the scripts that upgrade it."""

import sqlite3
from collections.abc import Sequence
from typing import Final

APPLICATION_ID: Final = int.from_bytes(b"TRQT")
"""SQLite's application id in the file's header, which marks our files."""

SCHEMA: Final = """
    -- Identifies this store, so that a tally of another one is ignored.
    CREATE TABLE store (id BLOB NOT NULL);
    INSERT INTO store (id) VALUES (randomblob(8));

    CREATE TABLE player (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        seen_at REAL NOT NULL
    ) WITHOUT ROWID;

    -- What proves to be a player: a public key (kind 'key'), or the hash of a token (kind 'token').
    CREATE TABLE credential (
        kind TEXT NOT NULL,
        value BLOB NOT NULL,
        player TEXT NOT NULL REFERENCES player (id),
        PRIMARY KEY (kind, value)
    ) WITHOUT ROWID;
    CREATE INDEX credential_player ON credential (player);

    -- Tables that wait for players.
    CREATE TABLE room (
        table_code TEXT NOT NULL PRIMARY KEY,
        game TEXT NOT NULL,
        games INTEGER NOT NULL,
        setup BLOB NOT NULL
    ) WITHOUT ROWID;

    -- The number ``seq`` keeps entries small, and games in the order in which they began.
    CREATE TABLE game (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        table_code TEXT NOT NULL,
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        begun_at REAL NOT NULL,
        seed BLOB NOT NULL,
        salt BLOB NOT NULL,
        setup BLOB NOT NULL,
        -- The running hash over the game begins here.
        chain BLOB NOT NULL,
        -- NULL in an unfinished game.
        ended_at REAL,
        result BLOB,
        end_chain BLOB,
        -- Until when an unfinished game sleeps; NULL while it is awake.
        sleeps_until REAL,
        -- Packed by the table.
        sleep BLOB,
        -- The summary. Only summarised games are in lists.
        summarised INTEGER NOT NULL DEFAULT 0,
        rated INTEGER NOT NULL DEFAULT 0,
        practice INTEGER NOT NULL DEFAULT 0,
        coach INTEGER NOT NULL DEFAULT 0,
        options BLOB,
        series TEXT,
        series_number INTEGER,
        -- The player who imported the game; NULL for a game that was played here.
        importer TEXT
    );
    CREATE INDEX game_at_table ON game (table_code);
    CREATE INDEX game_unfinished ON game (seq) WHERE ended_at IS NULL;
    CREATE INDEX game_asleep ON game (sleeps_until) WHERE ended_at IS NULL;
    CREATE INDEX game_ended ON game (ended_at) WHERE ended_at IS NOT NULL;
    CREATE INDEX game_imported ON game (importer) WHERE importer IS NOT NULL;

    CREATE TABLE game_players (
        game INTEGER NOT NULL REFERENCES game (seq),
        seat INTEGER NOT NULL,
        player TEXT,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE INDEX game_players_player ON game_players (player) WHERE player IS NOT NULL;

    -- Entries of all games lie in the order in which they came, so that a commit of many touches few pages.
    CREATE TABLE entry (
        game INTEGER NOT NULL REFERENCES game (seq),
        n INTEGER NOT NULL,
        at REAL NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER NOT NULL,
        player TEXT,
        request INTEGER,
        -- The client of the player that sent the request.
        client BLOB NOT NULL,
        body BLOB NOT NULL,
        chain BLOB NOT NULL
    );
    CREATE UNIQUE INDEX entry_of_game ON entry (game, n);

    -- The seats of summarised games.
    CREATE TABLE seat_result (
        game INTEGER NOT NULL REFERENCES game (seq),
        seat INTEGER NOT NULL,
        -- NULL for a bot, and for a deleted player, whose name is empty.
        player TEXT,
        name TEXT NOT NULL,
        -- Of the bot that began here.
        level TEXT,
        -- Whether the player was a program.
        program INTEGER NOT NULL,
        -- Whether a bot played for the player at the end.
        gone INTEGER NOT NULL,
        points INTEGER NOT NULL,
        place INTEGER NOT NULL,
        -- The game's own words with their numbers; NULL for none.
        slips BLOB,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;

    -- The games in each player's list, with all that statistics need: a player's lie side by side.
    CREATE TABLE own_game (
        player TEXT NOT NULL,
        ended_at REAL NOT NULL,
        game INTEGER NOT NULL REFERENCES game (seq),
        -- NULL for an imported game.
        seat INTEGER,
        kind TEXT NOT NULL,
        seats INTEGER NOT NULL,
        -- Whether statistics count it.
        counts INTEGER NOT NULL,
        won INTEGER NOT NULL,
        gone INTEGER NOT NULL,
        place INTEGER NOT NULL,
        points INTEGER NOT NULL,
        slips BLOB,
        PRIMARY KEY (player, ended_at, game)
    ) WITHOUT ROWID;

    -- Finished games whose result a player has not seen.
    CREATE TABLE unseen_result (
        player TEXT NOT NULL,
        game INTEGER NOT NULL REFERENCES game (seq),
        PRIMARY KEY (player, game)
    ) WITHOUT ROWID;
    CREATE INDEX unseen_result_game ON unseen_result (game);

    -- In the order of the ends, which is the order in which they count.
    CREATE TABLE rated_game (
        n INTEGER PRIMARY KEY,
        game INTEGER NOT NULL UNIQUE REFERENCES game (seq),
        seats_class TEXT NOT NULL
    );

    -- What each rated game did to ratings. The ratings before it stay when a player is deleted: the ratings
    -- of the others are calculated from them.
    CREATE TABLE rating_change (
        n INTEGER NOT NULL REFERENCES rated_game (n),
        seat INTEGER NOT NULL,
        player TEXT,
        gone INTEGER NOT NULL,
        won INTEGER NOT NULL,
        program INTEGER NOT NULL,
        mu_before REAL NOT NULL,
        sigma_before REAL NOT NULL,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        PRIMARY KEY (n, seat)
    ) WITHOUT ROWID;
    CREATE INDEX rating_change_player ON rating_change (player) WHERE player IS NOT NULL;

    CREATE TABLE rating (
        game TEXT NOT NULL,
        seats_class TEXT NOT NULL,
        player TEXT NOT NULL,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        program INTEGER NOT NULL,
        -- The last game that has counted.
        n INTEGER NOT NULL,
        PRIMARY KEY (game, seats_class, player)
    ) WITHOUT ROWID;
"""

# Schema 1 stays 1 and is edited in place until the 1.0 tag.
MIGRATIONS: Final[Sequence[str]] = (SCHEMA,)
"""Script number n leads from version n to n+1. After the 1.0 tag, scripts are only ever added."""


def version_of(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrate(connection: sqlite3.Connection, migrations: Sequence[str]) -> None:
    """Bring a file up to the newest version, each step whole or not at all."""
    for version in range(version_of(connection), len(migrations)):
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE; {migrations[version]}; PRAGMA user_version = {version + 1}; COMMIT;"
            )
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
