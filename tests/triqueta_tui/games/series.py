"""Tables without a network whose game is one of a series."""

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import structs

from tests.triqueta_tui.games.local import LocalGame
from triqueta_protocol.codec import plain
from triqueta_protocol.events import Event, Room
from triqueta_protocol.series import SeriesKind, SeriesNow, SeriesScore
from triqueta_server.tables.state.series import Contestant, Series

TableT = TypeVar("TableT", bound=LocalGame[Any])

Results = Sequence[tuple[int, ...]]
"""The winners of each game that is over, by seat: nobody changes seats here."""


def series_now(room: Room, kind: SeriesKind, length: int, games: Results, *, over: bool = False) -> SeriesNow:
    """A series of those who sit in a room, as a server tells it; ``over`` if its last game is looked at."""
    contestants = tuple(Contestant(seat.name, seat.player, seat.level) for seat in room.seats)
    series = Series(kind, length, "first", contestants, tuple(games))
    scores = (
        SeriesScore(one.name, points, one.player, one.level, at)
        for at, (one, points) in enumerate(zip(contestants, series.points, strict=True))
    )
    return SeriesNow(kind, length, len(games) + (not over), tuple(scores), tuple(games), series.winners)


def in_series(table: TableT, kind: SeriesKind, length: int, games: Results) -> TableT:
    """Make a table's game the next of a series in which these were won."""
    tell(table, series_now(table.room, kind, length, games))
    act = table.act

    def act_and_count(seat: int, action: dict[str, Any]) -> None:
        if not table.position.owing:
            return
        ahead = table.position.copy()
        ahead.apply(seat, table.rules.read(ahead, seat, action), [])
        if not ahead.owing:
            won = (*games, table.rules.winners(ahead))
            tell(table, series_now(table.room, kind, length, won, over=True))
        act(seat, action)

    table.act = act_and_count  # type: ignore[method-assign]
    return table


def tell(table: LocalGame[Any], series: SeriesNow) -> None:
    """Let the viewer know of a series, without a word."""
    table.room = structs.replace(table.room, series=series)
    table.mirror.apply(Event(table="KNOT", n=table.mirror.n + 1, room={"series": plain(series)}))
