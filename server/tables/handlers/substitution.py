"""Bots that play for people who are gone, out of time or sent away, and people who take their seats back."""

from typing import Literal

from protocol.happenings import BotSatIn, LinkBack
from server.tables.state.player import Player
from server.tables.state.table import Table


def let_bot_play(
    table: Table, at: int, why: Literal["gone", "left", "clock", "kicked"], kicked: Player | None = None
) -> None:
    table.seats[at].bot = table.vocabulary.stand_in
    _log(table, at, kicked)
    table.broadcast(BotSatIn(at, why))


def take_back(table: Table, at: int) -> bool:
    """Let the owner play again; returns whether the owner was away or a bot played."""
    seat = table.seats[at]
    was_away = not seat.present or seat.bot is not None
    seat.gone_since, seat.left, seat.timeouts = None, False, 0
    if seat.bot is not None:
        seat.bot = None
        table.thinking.pop(at, None)
        _log(table, at)
    if was_away:
        table.broadcast(LinkBack(at))
    return was_away


def _log(table: Table, at: int, kicked: Player | None = None) -> None:
    if table.match is None or table.status != "playing":
        return
    seat = table.seats[at]
    occupant = {
        "name": seat.name,
        "owner": seat.owner.id if seat.owner else None,
        "bot": seat.bot,
        "left": seat.left,
        "kicked": kicked.id if kicked else None,
    }
    table.write(table.match.seat_entry(table.services.wall_time(), at, occupant))
