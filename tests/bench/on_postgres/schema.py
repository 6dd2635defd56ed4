"""The tables of the prototype: the log of ``server/store/schema.py`` in PostgreSQL's words.

Several servers share one database. Players and games are everybody's; a game says which server plays it.
"""

from typing import Final

SCHEMA: Final = """
    -- The last batch of each server: after a lost connection it can see whether that one was committed.
    CREATE TABLE IF NOT EXISTS server (name TEXT PRIMARY KEY, batch BYTEA NOT NULL);

    CREATE TABLE IF NOT EXISTS player (
        id TEXT PRIMARY KEY,
        token_hash BYTEA NOT NULL UNIQUE,
        name TEXT NOT NULL,
        seen_at DOUBLE PRECISION NOT NULL
    );

    CREATE TABLE IF NOT EXISTS game (
        seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        server TEXT NOT NULL,
        id TEXT NOT NULL UNIQUE,
        table_code TEXT NOT NULL,
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        begun_at DOUBLE PRECISION NOT NULL,
        seed BYTEA NOT NULL,
        salt BYTEA NOT NULL,
        setup BYTEA NOT NULL,
        chain BYTEA NOT NULL,
        ended_at DOUBLE PRECISION,
        result BYTEA,
        end_chain BYTEA,
        -- Packed, and not taken apart for lists: those would be queries of their own.
        summary BYTEA,
        ratings BYTEA
    );
    CREATE INDEX IF NOT EXISTS game_at_table ON game (table_code);
    CREATE INDEX IF NOT EXISTS game_unfinished ON game (server, seq) WHERE ended_at IS NULL;
    CREATE INDEX IF NOT EXISTS game_ended ON game (server, ended_at) WHERE ended_at IS NOT NULL;

    CREATE TABLE IF NOT EXISTS game_players (
        game BIGINT NOT NULL REFERENCES game (seq),
        seat INTEGER NOT NULL,
        player TEXT,
        PRIMARY KEY (game, seat)
    );
    CREATE INDEX IF NOT EXISTS game_players_player ON game_players (player) WHERE player IS NOT NULL;

    CREATE TABLE IF NOT EXISTS entry (
        game BIGINT NOT NULL REFERENCES game (seq),
        n INTEGER NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER NOT NULL,
        player TEXT,
        request BIGINT,
        body BYTEA NOT NULL,
        chain BYTEA NOT NULL,
        PRIMARY KEY (game, n)
    );
"""

PLAYER: Final = """
    INSERT INTO player (id, token_hash, name, seen_at) VALUES (%b, %b, %b, %b)
    ON CONFLICT (id) DO UPDATE
    SET token_hash = excluded.token_hash, name = excluded.name, seen_at = excluded.seen_at
"""
GAME: Final = """
    INSERT INTO game (server, id, table_code, game, number, begun_at, seed, salt, setup, chain)
    VALUES (%b, %b, %b, %b, %b, %b, %b, %b, %b, %b) RETURNING seq
"""
SEATS: Final = "INSERT INTO game_players (game, seat, player) VALUES (%b, %b, %b)"
ENTRIES: Final = """
    INSERT INTO entry (game, n, at, kind, seat, player, request, body, chain) SELECT * FROM unnest(
        %b::bigint[], %b::int[], %b::float8[], %b::text[], %b::int[], %b::text[], %b::bigint[], %b::bytea[],
        %b::bytea[]
    )
"""
END: Final = """
    UPDATE game SET ended_at = %b, result = %b, end_chain = %b, summary = %b, ratings = %b
    WHERE seq = %b AND ended_at IS NULL RETURNING seq
"""
SUMMARY: Final = "UPDATE game SET summary = %b WHERE id = %b"
BATCH: Final = """
    INSERT INTO server (name, batch) VALUES (%b, %b) ON CONFLICT (name) DO UPDATE SET batch = excluded.batch
"""

SELECT_GAME: Final = """
    SELECT seq, id, table_code, game, number, begun_at, seed, salt, setup, chain, ended_at, result, end_chain
    FROM game
"""
LAST_AT_TABLE: Final = """
    WHERE server = %(server)s AND coalesce(
        ended_at, (SELECT at FROM entry WHERE entry.game = game.seq ORDER BY n DESC LIMIT 1), begun_at
    ) >= %(since)s AND NOT EXISTS (
        SELECT 1 FROM game AS later
        WHERE later.server = game.server AND later.table_code = game.table_code AND later.seq > game.seq
    )
    ORDER BY seq
"""
UNFINISHED_OF: Final = """
    SELECT game.table_code, game.game, held.seat FROM game_players AS held JOIN game ON game.seq = held.game
    WHERE held.player = %s AND game.server = %s AND game.ended_at IS NULL ORDER BY game.seq, held.seat
"""
MOVES_OF: Final = """
    SELECT entry.request, game.table_code
    FROM game_players AS held JOIN game ON game.seq = held.game JOIN entry ON entry.game = game.seq
    WHERE held.player = %(player)s AND game.server = %(server)s AND (
        game.ended_at IS NULL OR game.ended_at >= %(since)s
        OR game.seq = (SELECT max(game) FROM game_players WHERE player = %(player)s)
    )
    AND entry.player = %(player)s AND entry.request IS NOT NULL
    ORDER BY entry.request, game.seq
"""
