"""Ratings in the store: current values, and what each rated game did to them, in the order of the ends.

The values follow from the games and can be calculated again (``archive/recount.py``).
"""

import sqlite3
from collections.abc import Iterable
from typing import Final, NamedTuple

from triqueta_server.store import reading
from triqueta_server.store.records import RatedEnd, StoredGame

_CHANGE: Final = """
    INSERT INTO rating_change (n, seat, player, gone, won, program, mu_before, sigma_before, mu, sigma)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_RATING: Final = """
    INSERT INTO rating (game, seats_class, player, mu, sigma, games, wins, program, n)
    SELECT game, ?, ?, ?, ?, 0, 0, ?, ? FROM game WHERE seq = ?
    ON CONFLICT (game, seats_class, player) DO UPDATE
    SET mu = excluded.mu, sigma = excluded.sigma, program = excluded.program, n = excluded.n
    WHERE excluded.n > rating.n
"""
_COUNT: Final = """
    UPDATE rating SET games = games + 1, wins = wins + ?
    WHERE game = (SELECT game FROM game WHERE seq = ?) AND seats_class = ? AND player = ?
"""
_SELECT: Final = "SELECT game, seats_class, player, mu, sigma, games, wins, program FROM rating "
_IN_ORDER: Final = """
    SELECT game.seq, rated_game.n FROM game LEFT JOIN rated_game ON rated_game.game = game.seq
    WHERE (game.rated OR rated_game.n IS NOT NULL) AND game.ended_at IS NOT NULL AND game.importer IS NULL
    ORDER BY rated_game.n IS NULL, rated_game.n, game.ended_at, game.seq
"""
"""In the order of the ends. Games whose ratings could not be calculated then come last."""


class Rating(NamedTuple):
    """A player's rating in one game, at tables of one class of seats."""

    game: str
    seats_class: str
    player: str
    mu: float
    sigma: float
    games: int
    wins: int
    program: bool


class KeptSeat(NamedTuple):
    """What was recorded about a seat when its rated game ended."""

    gone: bool
    mu_before: float
    sigma_before: float


def write(run: sqlite3.Connection, game: str, rated: RatedEnd) -> None:
    """Write what a game did to ratings; a second time for the same game refuses the whole batch."""
    ((seq,),) = run.execute("SELECT seq FROM game WHERE id = ?", (game,)).fetchall()
    of = rated.seats_class
    run.execute("INSERT INTO rated_game (n, game, seats_class) VALUES (?, ?, ?)", (rated.n, seq, of))
    for at, seat in enumerate(rated.seats):
        values = (seat.mu_before, seat.sigma_before, seat.mu, seat.sigma)
        run.execute(_CHANGE, (rated.n, at, seat.player, seat.gone, seat.won, seat.program, *values))
        if seat.player is not None:
            run.execute(_RATING, (of, seat.player, seat.mu, seat.sigma, seat.program, rated.n, seq))
            run.execute(_COUNT, (seat.won, seq, of, seat.player))


def all_of(connection: sqlite3.Connection) -> list[Rating]:
    return [_rating(*row) for row in reading.rows(connection, _SELECT)]


def of_player(connection: sqlite3.Connection, player: str) -> list[Rating]:
    """A player's ratings in all games."""
    return [_rating(*row) for row in reading.rows(connection, _SELECT + "WHERE player = ?", player)]


def last_number(connection: sqlite3.Connection) -> int:
    """The number of the rated game that ended last; 0 if there is none."""
    ((last,),) = reading.rows(connection, "SELECT coalesce(max(n), 0) FROM rated_game")
    return int(last)


def board(connection: sqlite3.Connection, game: str, seats_class: str) -> list[tuple[Rating, str | None]]:
    """The ratings of one game and class with the players' names; None for bots."""
    rows = reading.rows(
        connection,
        """
        SELECT game, seats_class, player, mu, sigma, games, wins, program, name
        FROM rating LEFT JOIN player ON player.id = rating.player
        WHERE game = ? AND seats_class = ?
        """,
        game,
        seats_class,
    )
    return [(_rating(*row), name) for *row, name in rows]


def rated_games(connection: sqlite3.Connection) -> list[tuple[int, int | None]]:
    """Every finished rated game in the order of the ends: its ``seq``, and its number among rated games."""
    return reading.rows(connection, _IN_ORDER)


def rated_game(
    connection: sqlite3.Connection, seq: int, number: int | None
) -> tuple[StoredGame, list[KeptSeat]]:
    """A game and what was recorded about its seats; raises ``DamagedGameError``."""
    (row,) = reading.rows(connection, reading.SELECT_GAME + "WHERE seq = ?", seq)
    kept = reading.rows(
        connection,
        "SELECT gone, mu_before, sigma_before FROM rating_change WHERE n = ? ORDER BY seat",
        number,
    )
    return reading.stored(connection, row), [KeptSeat(bool(gone), mu, sigma) for gone, mu, sigma in kept]


def replace_all(run: sqlite3.Connection, now: Iterable[Rating], ends: Iterable[tuple[str, RatedEnd]]) -> None:
    """Replace all ratings and the changes that led to them."""
    for table in ("rating", "rating_change", "rated_game"):
        run.execute(f"DELETE FROM {table}")  # noqa: S608 - names of ours
    for game, rated in ends:
        write(run, game, rated)
    run.execute("DELETE FROM rating")
    last = last_number(run)
    run.executemany("INSERT INTO rating VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [(*one, last) for one in now])


def delete_player(run: sqlite3.Connection, player: str) -> None:
    """Delete a player's ratings. Changes stay without the player, as other ratings follow from them."""
    run.execute("DELETE FROM rating WHERE player = ?", (player,))
    run.execute("UPDATE rating_change SET player = NULL WHERE player = ?", (player,))


def _rating(
    game: str, of: str, player: str, mu: float, sigma: float, games: int, wins: int, program: int
) -> Rating:
    return Rating(game, of, player, mu, sigma, games, wins, bool(program))
