"""Games that stop for tonight: they stand still until a player joins again."""

from math import inf
from typing import Final

from triqueta_protocol import requests
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.table_events import FellAsleep, LinkLost, WokeUp
from triqueta_server.tables.handlers import host_role
from triqueta_server.tables.state.player import Player
from triqueta_server.tables.state.sleep import Sleep
from triqueta_server.tables.state.table import Table

DAY: Final = 24 * 60 * 60


def sleep(table: Table, player: Player, _request: requests.Sleep) -> None:
    """Leave for tonight and keep the seat. The first player to do so stops the game for all."""
    at = table.require_seat(player)
    if table.asleep is None and not table.may_sleep:
        raise RefusalError(Code.NO_SLEEP)
    table.remove_viewer(table.require_viewer(player))
    table.change_seat(at, gone_since=table.services.now(), kept=True)
    if table.asleep is None:
        fall_asleep(table, at)
    else:
        table.broadcast(LinkLost(at))
    if table.host is player:
        host_role.replace_if_absent(table)
    table.update_close_timer()


def fall_asleep(table: Table, at: int | None = None) -> None:
    """Stop the game: its clocks, its bots, and the waiting for absent players."""
    services, match = table.services, table.match
    assert match is not None
    if match.clock:
        match.clock.pause(services.now())
    table.clock_alarm.cancel()
    table.absence_alarm.cancel()
    match.withdraw_all()
    for seat, one in enumerate(table.seats):
        if one.owner is not None and not one.left and one.bot is None:
            table.change_seat(seat, kept=True)
    since = services.wall_time()
    until = inf if services.one_keyboard else since + table.settings.sleep_days * DAY
    table.set_asleep(Sleep(since, until, at))
    table.broadcast(FellAsleep(at))


def put_away(table: Table) -> None:
    """Close a table without viewers; its game, unless it is rated, sleeps until a player returns."""
    awake = table.status == "playing" and table.asleep is None
    if awake and not table.settings.rated and not table.services.stalled:
        fall_asleep(table)
    table.close(Code.TABLE_CLOSED)


def wake(table: Table, at: int) -> None:
    """Resume the game. Owners who are not back yet keep their seats, with a new grace time."""
    assert table.match is not None
    for seat, one in enumerate(table.seats):
        if one.kept and one.present:
            table.change_seat(seat, kept=False)
    if table.match.clock and not table.paused:
        table.match.clock.resume(table.services.now())
    table.set_asleep(None)
    table.broadcast(WokeUp(at))
