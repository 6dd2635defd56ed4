"""Stand-in bots on the seats of players who are absent, out of time or sent away."""

from typing import Literal

from triqueta_protocol.table_events import BotSatIn, LinkBack
from triqueta_server.tables.state.player import Player
from triqueta_server.tables.state.table import Table


def let_bot_play(
    table: Table, at: int, why: Literal["gone", "left", "clock", "kicked"], kicked: Player | None = None
) -> None:
    table.change_seat(at, bot=table.vocabulary.stand_in, kept=False)
    _log(table, at, kicked)
    table.broadcast(BotSatIn(at, why))


def let_owner_play(table: Table, at: int) -> bool:
    """Return a seat to its owner; returns whether the owner was absent or a bot played."""
    seat = table.seats[at]
    was_away = not seat.present or seat.bot is not None
    table.change_seat(at, gone_since=None, left=False, timeouts=0, bot=None, kept=False)
    if seat.kept and table.status == "playing":
        table.write_sleep()
    if seat.bot is not None:
        if table.match is not None:
            table.match.withdraw(at)
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
