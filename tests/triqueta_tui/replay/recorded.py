"""Recordings of games played by the real rules, as a server hands them out."""

from functools import cache
from typing import Any

from msgspec import Struct

from tests.triqueta_tui.games.local import SALT, LocalGame
from tests.triqueta_tui.games.triche.local import LocalTable as TricheGame
from tests.triqueta_tui.games.tripitz.local import LocalTable as TripitzGame
from tests.triqueta_tui.games.triqueta.local import LocalTable as TriquetaGame
from triqueta_protocol.codec import plain
from triqueta_protocol.replay import read_part
from triqueta_server.archive.finished_game import Decision, FinishedGame, PlayedSeat
from triqueta_server.archive.replay import part
from triqueta_tui.session.recorded_feed import Recording

GAMES: dict[str, type[LocalGame[Any]]] = {
    "triqueta": TriquetaGame,
    "triche": TricheGame,
    "tripitz": TripitzGame,
}

PACE = 4000
"""Milliseconds between two decisions."""


@cache
def played(game: str, seats: int = 3, seed: str = "a quiet wood", options: Struct | None = None) -> Any:
    """A game that is over, played sensibly by all."""
    table = GAMES[game](seats, 0, seed, options=options)
    table.play_on(lambda _: False)
    return table


def finished(table: LocalGame[Any]) -> FinishedGame:
    return FinishedGame(
        id="g1",
        game=table.room.game,
        begun_at=0.0,
        ended_at=len(table.decisions) * PACE / 1000,
        seats=tuple(PlayedSeat(name=seat.name) for seat in table.room.seats),
        options=table.room.options,
        seed=table.seed,
        salt=SALT,
        decisions=tuple(
            Decision(at=number * PACE, seat=seat, action=plain(action))
            for number, (seat, action) in enumerate(table.decisions, 1)
        ),
        winners=table.rules.winners(table.position),
    )


def recorded(table: LocalGame[Any], own: int | None = 0) -> Recording:
    """The whole of a game, as somebody on a seat, or with none, gets it."""
    game = finished(table)
    recording = Recording.begin(read_part(part(game, 0, own)), len(game.decisions) + 1)
    while not recording.whole:
        recording.add(read_part(part(game, recording.here, own)).steps)
    return recording
