"""Summaries of finished games for lists and statistics: written with the end, read by player."""

import sqlite3
from typing import Any, Final, NamedTuple

import msgspec

from triqueta_server.store import reading
from triqueta_server.store.records import GameSummary, SeatResult, StoredGame

_pack: Final = msgspec.msgpack.Encoder().encode
_slips: Final = msgspec.msgpack.Decoder(dict[str, int]).decode
_options: Final = msgspec.msgpack.Decoder(dict[str, Any]).decode

_SUMMARY: Final = """
    UPDATE game SET summarised = TRUE, rated = ?, practice = ?, coach = ?, options = ?,
        series = ?, series_number = ?
    WHERE id = ?
    RETURNING seq
"""
_SEAT: Final = """
    INSERT INTO seat_result (game, seat, player, name, level, program, gone, points, place, slips)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_OWN: Final = """
    INSERT INTO own_game (player, ended_at, game, seat, kind, seats, counts, won, gone, place, points, slips)
    SELECT seat.player, game.ended_at, game.seq, seat.seat, game.game, ?2, NOT game.practice,
        seat.place = 1 AND NOT seat.gone, seat.gone, seat.place, seat.points, seat.slips
    FROM seat_result AS seat JOIN game ON game.seq = seat.game
    WHERE seat.game = ?1 AND seat.player IS NOT NULL
"""
"""A player who left has not won, whatever the stand-in bot did."""
_IMPORTED: Final = """
    INSERT INTO own_game (player, ended_at, game, seat, kind, seats, counts, won, gone, place, points)
    SELECT importer, ended_at, seq, NULL, game, ?2, 0, 0, 0, 0, 0 FROM game
    WHERE seq = ?1 AND importer IS NOT NULL
"""


def write(run: sqlite3.Connection, game: str, summary: GameSummary) -> None:
    """Write the summary of a game that just ended."""
    ((seq,),) = run.execute(
        _SUMMARY,
        (
            summary.rated,
            summary.practice,
            summary.coach,
            _pack(summary.options) if summary.options else None,
            summary.series,
            summary.series_number,
            game,
        ),
    ).fetchall()
    run.executemany(
        _SEAT,
        [
            (
                *(seq, at, seat.player, seat.name, seat.level, seat.program, seat.gone),
                *(seat.points, seat.place, _pack(seat.slips) if seat.slips else None),
            )
            for at, seat in enumerate(summary.seats)
        ],
    )
    run.execute(_OWN, (seq, len(summary.seats)))
    run.execute(_IMPORTED, (seq, len(summary.seats)))


def finished_ids(connection: sqlite3.Connection) -> list[str]:
    """The ids of all finished games that were played here, the oldest first."""
    query = "SELECT id FROM game WHERE ended_at IS NOT NULL AND importer IS NULL ORDER BY seq"
    return [game for (game,) in connection.execute(query)]


def summarised(connection: sqlite3.Connection) -> list[int]:
    """The numbers of all finished games whose results are kept, but imported ones."""
    query = "SELECT seq FROM game WHERE summarised AND ended_at IS NOT NULL AND importer IS NULL ORDER BY seq"
    return [seq for (seq,) in reading.rows(connection, query)]


class KeptSeat(NamedTuple):
    player: str | None
    gone: bool
    points: int
    place: int
    slips: dict[str, int]


ListedSeat = tuple[str, int, bool, bool, int, int]
"""Player, seat, whether won, whether gone, place and points."""


def kept_of(connection: sqlite3.Connection, seq: int) -> tuple[StoredGame, list[KeptSeat], list[ListedSeat]]:
    """A game, and what is kept of its result: by seat, and in the lists of its players."""
    (row,) = reading.rows(connection, reading.SELECT_GAME + "WHERE seq = ?", seq)
    seats = reading.rows(
        connection,
        "SELECT player, gone, points, place, slips FROM seat_result WHERE game = ? ORDER BY seat",
        seq,
    )
    own = reading.rows(
        connection, "SELECT player, seat, won, gone, place, points FROM own_game WHERE game = ?", seq
    )
    return (
        reading.stored(connection, row),
        [
            KeptSeat(player, bool(gone), points, place, _slips(packed) if packed else {})
            for player, gone, points, place, packed in seats
        ],
        [(who, at, bool(won), bool(gone), place, points) for who, at, won, gone, place, points in own],
    )


class FinishedGame(NamedTuple):
    """A line of a list of finished games."""

    id: str
    kind: str
    begun_at: float
    ended_at: float
    table: str
    summary: GameSummary
    imported: bool
    own_seat: int | None
    """The seat of the player whose list it is."""


class Wanted(NamedTuple):
    """A filter for lists of games."""

    kind: str | None = None
    opponent: str | None = None
    """A part of another player's name, ignoring case."""
    won: bool | None = None

    def conditions(self) -> tuple[str, tuple[Any, ...]]:
        found: list[tuple[str, Any]] = []
        if self.kind is not None:
            found.append(("own.kind = ?", self.kind))
        if self.won is not None:
            found.append(("own.won = ? AND own.seat IS NOT NULL", self.won))
        if self.opponent is not None:
            found.append((_WITH_OPPONENT, self.opponent.casefold()))
        return "".join(f" AND {condition}" for condition, _ in found), tuple(value for _, value in found)


_WITH_OPPONENT: Final = """EXISTS (
    SELECT 1 FROM seat_result AS other
    WHERE other.game = own.game AND other.seat IS NOT own.seat AND instr(casefold(other.name), ?)
)"""
_ENDED: Final = "CAST(own.ended_at * 1000000 AS INTEGER)"
"""When a game ended, as an integer that a client can send back."""
_LINE: Final = """
    game.seq, game.id, game.game, game.begun_at, game.ended_at, game.table_code, game.options,
    game.rated, game.practice, game.coach, game.series, game.series_number, game.importer IS NOT NULL
"""


def games_of(
    connection: sqlite3.Connection, player: str, wanted: Wanted, before: int | None, most: int
) -> tuple[list[FinishedGame], int, int | None]:
    """A page of a player's games, the newest first; their total; and where the next page begins."""
    connection.create_function("casefold", 1, str.casefold, deterministic=True)
    condition, values = wanted.conditions()
    ((total,),) = connection.execute(
        f"SELECT count(*) FROM own_game AS own WHERE own.player = ?{condition}",  # noqa: S608 - our own words
        (player, *values),
    )
    # Games that ended at the same time stay on one page, as the next page begins with an end time.
    ends = connection.execute(
        f"""
        SELECT {_ENDED}, own.game, own.seat FROM own_game AS own
        WHERE own.player = ?{condition} AND {_ENDED} < ?
        ORDER BY own.ended_at DESC, own.game DESC
        """,  # noqa: S608 - our own words
        (player, *values, 1 << 62 if before is None else before),
    )
    page: list[tuple[int, int, int | None]] = []
    more = None
    for row in ends:
        if len(page) >= most and row[0] != page[-1][0]:
            more = page[-1][0]
            break
        page.append(row)
    return [_line(connection, game, seat) for _, game, seat in page], total, more


def unseen_results(
    connection: sqlite3.Connection, player: str, since: float, most: int
) -> list[FinishedGame]:
    """Games that ended while the player was away, the newest first."""
    found = connection.execute(
        """
        SELECT own.game, own.seat FROM own_game AS own
        JOIN unseen_result AS unseen ON unseen.player = own.player AND unseen.game = own.game
        WHERE own.player = ? AND own.ended_at >= ?
        ORDER BY own.ended_at DESC LIMIT ?
        """,
        (player, since, most),
    ).fetchall()
    return [_line(connection, game, seat) for game, seat in found]


def _line(connection: sqlite3.Connection, seq: int, own_seat: int | None) -> FinishedGame:
    found = connection.execute(f"SELECT {_LINE} FROM game WHERE seq = ?", (seq,)).fetchone()  # noqa: S608
    return _finished(connection, found, own_seat)


def _finished(connection: sqlite3.Connection, row: tuple[Any, ...], own_seat: int | None) -> FinishedGame:
    seq, game, kind, begun_at, ended_at, table, options, rated, practice, coach, series, number, imported = (
        row
    )
    summary = GameSummary(
        seats=seats_of(connection, seq),
        options=_options(options) if options else {},
        rated=bool(rated),
        practice=bool(practice),
        coach=bool(coach),
        series=series,
        series_number=number,
    )
    return FinishedGame(game, kind, begun_at, ended_at, table, summary, bool(imported), own_seat)


def seats_of(connection: sqlite3.Connection, seq: int) -> tuple[SeatResult, ...]:
    found = connection.execute(
        """
        SELECT player, name, level, program, gone, points, place, slips
        FROM seat_result WHERE game = ? ORDER BY seat
        """,
        (seq,),
    )
    return tuple(
        SeatResult(
            player, name, level, bool(program), bool(gone), points, place, _slips(slips) if slips else {}
        )
        for player, name, level, program, gone, points, place, slips in found
    )


def finished_game(connection: sqlite3.Connection, game: str) -> FinishedGame | None:
    """The line of one finished game, without an own seat."""
    found = connection.execute(
        f"SELECT {_LINE} FROM game WHERE id = ? AND summarised",  # noqa: S608 - our own words
        (game,),
    ).fetchone()
    return None if found is None else _finished(connection, found, None)


def finished_games(
    connection: sqlite3.Connection, wanted: Wanted, most: int | None
) -> tuple[list[FinishedGame], int]:
    """Finished games of all players, the newest first, and their total; for the operator."""
    connection.create_function("casefold", 1, str.casefold, deterministic=True)
    condition, values = "summarised", []
    if wanted.kind is not None:
        condition += " AND game.game = ?"
        values.append(wanted.kind)
    if wanted.opponent is not None:
        condition += """ AND EXISTS (
            SELECT 1 FROM seat_result AS seat WHERE seat.game = game.seq AND instr(casefold(seat.name), ?)
        )"""
        values.append(wanted.opponent.casefold())
    ((total,),) = connection.execute(f"SELECT count(*) FROM game WHERE {condition}", values)  # noqa: S608
    found = connection.execute(
        f"SELECT {_LINE} FROM game WHERE {condition} ORDER BY ended_at DESC, seq DESC LIMIT ?",  # noqa: S608
        (*values, -1 if most is None else most),
    ).fetchall()
    return [_finished(connection, row, None) for row in found], total


class OwnResult(NamedTuple):
    """A player's result in one game."""

    kind: str
    seats: int
    won: bool
    gone: bool
    points: int
    slips: dict[str, int]


class Opponent(NamedTuple):
    """An opponent of a player: a person, or all bots of a level."""

    kind: str
    more_than_two: bool
    name: str
    level: str | None
    games: int
    ahead: int
    """Games in which the player came out ahead."""


def results_of(connection: sqlite3.Connection, player: str) -> list[OwnResult]:
    """A player's results in all games that count, the oldest first."""
    found = connection.execute(
        """
        SELECT kind, seats, won, gone, points, slips FROM own_game
        WHERE player = ? AND counts ORDER BY ended_at, game
        """,
        (player,),
    )
    return [
        OwnResult(kind, seats, bool(won), bool(gone), points, _slips(slips) if slips else {})
        for kind, seats, won, gone, points, slips in found
    ]


def opponents_of(connection: sqlite3.Connection, player: str) -> list[Opponent]:
    """A player's opponents: people under their newest name, bots by level."""
    found = connection.execute(
        """
        SELECT own.kind, own.seats > 2 AS more,
            CASE WHEN other.level IS NULL THEN other.name ELSE '' END, other.level, count(*) AS games,
            sum(NOT own.gone AND (own.place < other.place OR other.gone)), max(own.ended_at) AS last
        FROM own_game AS own JOIN seat_result AS other ON other.game = own.game AND other.seat != own.seat
        WHERE own.player = ? AND own.counts
        GROUP BY own.kind, more, other.player, other.level
        ORDER BY own.kind, more, games DESC, last DESC, other.level
        """,
        (player,),
    )
    return [
        Opponent(kind, bool(more), name, level, games, ahead)
        for kind, more, name, level, games, ahead, _ in found
    ]
