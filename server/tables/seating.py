"""Sitting down, getting up, watching, bots on seats, and being sent away."""

from functools import partial

from protocol import requests
from protocol.errors import Code, Refusal
from protocol.events import Closed
from protocol.happenings import (
    BotAdded,
    BotRemoved,
    CameToWatch,
    GotUp,
    Joined,
    LinkLost,
    StoppedWatching,
)
from server.tables import hosting, playing, standing_in
from server.tables.passwords import matches
from server.tables.player import Player
from server.tables.seat import Seat
from server.tables.table import Table
from server.tables.viewer import Viewer


def join(table: Table, player: Player, request: requests.Join) -> None:
    """Sit down, or come back to the own seat."""
    _check_ban(table, player)
    seat = table.seat_of(player)
    if seat is None:
        _check_password(table, request.password)
        table.require_status("waiting")
        if len(table.seats) >= table.rules.seats:
            raise Refusal(Code.TABLE_FULL)
        sit_down(table, player)
    else:
        _return(table, player, seat)


def sit_down(table: Table, player: Player) -> None:
    """A new player takes the next seat; the first one is the host."""
    _check_room_for(table, player)
    table.seats.append(Seat(name=player.name, owner=player))
    table.host = table.host or player
    table.place_viewers()
    _see(table, player)
    table.tell(Joined(len(table.seats) - 1, player.name))


def come_back(table: Table, at: int) -> None:
    """The owner is there again."""
    owner = table.seats[at].owner
    assert owner is not None
    if standing_in.take_back(table, at):
        hosting.welcome_back(table, owner)
        playing.go_on(table)


def watch(table: Table, player: Player, request: requests.Watch) -> None:
    """Look on without a seat; who has one comes back to it."""
    _check_ban(table, player)
    seat = table.seat_of(player)
    if seat is not None:
        # Whoever owns a seat sees what it sees; there is no looking on beside it.
        _return(table, player, seat)
        return
    _check_password(table, request.password)
    if not table.rules.watchers:
        raise Refusal(Code.NO_WATCHING)
    known = player.id in table.viewers
    if not known:
        _check_room_for(table, player)
        watchers = sum(1 for viewer in table.viewers.values() if viewer.seat is None)
        if watchers >= table.house.limits.watchers_per_table:
            raise Refusal(Code.TABLE_FULL)
    _see(table, player)
    if not known:
        table.tell(CameToWatch(player.name))


def leave(table: Table, player: Player, _request: requests.Leave) -> None:
    """Get up. In a running game a bot plays on until the owner comes back."""
    viewer = table.viewers.get(player.id)
    if viewer is None:
        raise Refusal(Code.NOT_AT_TABLE)
    at = viewer.seat
    table.unsee(viewer)
    if at is None:
        table.tell(StoppedWatching(player.name))
    elif table.status == "playing":
        seat = table.seats[at]
        seat.left = True
        seat.gone_since = table.house.now()
        table.tell(GotUp(at, player.name), *hosting.pass_on(table, player))
        standing_in.let_bot_play(table, at, "left")
        playing.go_on(table)
    else:
        _empty(table, at)
        table.tell(GotUp(at, player.name), *hosting.pass_on(table, player))
    _after_going(table)


def kick(table: Table, player: Player, request: requests.Kick) -> None:
    """Send a player away for good, not even to watch."""
    table.require_host(player)
    seat = _seat(table, request.seat)
    if seat.owner is None or seat.owner is player:
        raise Refusal(Code.NOT_A_PLAYER)
    table.require_store()
    kicked = seat.owner
    table.banned.add(kicked.id)
    table.write_player(kicked)  # who is not recognised after a crash could come back
    viewer = table.viewers.get(kicked.id)
    if viewer:
        table.unsee(viewer)
    if table.status == "playing":
        seat.owner, seat.gone_since, seat.name = None, None, _bot_name(table)
        standing_in.let_bot_play(table, request.seat, "kicked", kicked)
        playing.go_on(table)
    else:
        _empty(table, request.seat)
    table.tell(GotUp(request.seat, kicked.name, kicked=True))
    if viewer:
        send_away(table, viewer, Code.KICKED)


def send_away(table: Table, viewer: Viewer, code: Code) -> None:
    """Tell somebody that the table is closed to them, once the reason for it is stored."""
    table.unsee(viewer)
    table.outbox.say(partial(viewer.player.send, Closed(table=table.code, code=code)))


def add_bot(table: Table, player: Player, request: requests.AddBot) -> None:
    """Put a bot on an open seat."""
    table.require_host(player)
    table.require_status("waiting")
    if request.level not in table.house.levels:
        raise Refusal(Code.UNKNOWN_LEVEL, level=request.level)
    if len(table.seats) >= table.rules.seats:
        raise Refusal(Code.TABLE_FULL)
    name = _bot_name(table)
    table.seats.append(Seat(name=name, bot=request.level))
    table.tell(BotAdded(len(table.seats) - 1, name))


def _bot_name(table: Table) -> str:
    taken = {seat.name for seat in table.seats}
    free = [name for name in table.house.bot_names if name not in taken]
    return free[0] if free else f"Bot {len(table.seats) + 1}"


def remove_bot(table: Table, player: Player, request: requests.RemoveBot) -> None:
    """Take a bot from its seat before the game."""
    table.require_host(player)
    table.require_status("waiting")
    seat = _seat(table, request.seat)
    if seat.owner is not None:
        raise Refusal(Code.NOT_A_BOT)
    _empty(table, request.seat)
    table.tell(BotRemoved(request.seat, seat.name))


def sit_in(table: Table, player: Player, request: requests.SitIn) -> None:
    """Let a bot play for somebody who is gone for long: the host may, or anybody if the host is gone."""
    table.require_status("playing")
    table.require_store()
    own = table.own_seat(player)
    host_seat = table.seat_of(table.host) if table.host else None
    host_there = host_seat is not None and table.seats[host_seat].present
    if table.host is not player and host_there:
        raise Refusal(Code.NOT_HOST)
    seat = _seat(table, request.seat)
    if seat.owner is None:
        raise Refusal(Code.NOT_A_PLAYER)
    if request.seat == own or seat.gone_since is None or seat.bot is not None:
        raise Refusal(Code.SEAT_PRESENT)
    left = table.house.limits.grace - (table.house.now() - seat.gone_since)
    if left > 0:
        raise Refusal(Code.GRACE_RUNNING, seconds=round(left + 0.5))
    standing_in.let_bot_play(table, request.seat, "gone")
    playing.go_on(table)


def link_lost(table: Table, player: Player) -> None:
    """A viewer's connection is gone. A seat waits for its owner; a watcher is forgotten after a while."""
    viewer = table.viewers.get(player.id)
    if viewer is None:
        return
    now = table.house.now()
    viewer.live = False
    viewer.lost_at = now
    if viewer.seat is None:
        forget = table.guarded(partial(_forget_watcher, table, viewer, now))
        table.house.later(table.house.limits.grace, forget)
    elif table.seats[viewer.seat].present:
        seat = table.seats[viewer.seat]
        seat.gone_since = now
        if table.status == "waiting":
            seat.ready = False
        table.tell(LinkLost(viewer.seat))
        if table.host is player:
            hosting.watch_over(table)
    table.watch_over_emptiness()


def rename(table: Table, player: Player) -> None:
    """A player came back under another name."""
    at = table.seat_of(player)
    if at is not None:
        table.seats[at].name = player.name
    table.tell()


def _forget_watcher(table: Table, viewer: Viewer, lost_at: float) -> None:
    if not viewer.live and viewer.lost_at == lost_at and table.viewers.get(viewer.player.id) is viewer:
        table.unsee(viewer)
        table.tell(StoppedWatching(viewer.player.name))


def _return(table: Table, player: Player, at: int) -> None:
    if table.seats[at].left and not player.returns.afford(table.house.now()):
        raise Refusal(Code.FLOODING)
    _see(table, player)
    come_back(table, at)


def _see(table: Table, player: Player) -> None:
    table.show(table.see(player))
    table.watch_over_emptiness()


def _empty(table: Table, at: int) -> None:
    """Nobody sits there any more; those behind move up. A finished game's scoresheet keeps its columns."""
    if table.status == "over":
        table.seats[at].left = True
        table.seats[at].gone_since = table.house.now()
    else:
        del table.seats[at]
        table.place_viewers()


def _after_going(table: Table) -> None:
    if table.status == "waiting" and table.host is None:
        table.close(Code.TABLE_CLOSED)
    else:
        table.watch_over_emptiness()


def _seat(table: Table, at: int) -> Seat:
    if at >= len(table.seats):
        raise Refusal(Code.NO_SUCH_SEAT)
    return table.seats[at]


def _check_ban(table: Table, player: Player) -> None:
    if player.id in table.banned:
        raise Refusal(Code.KICKED)


def _check_password(table: Table, password: str | None) -> None:
    if table.password is None:
        return
    now = table.house.now()
    if password is not None and table.guesses.spend(now, 0.0):
        raise Refusal(Code.FLOODING)
    if not matches(table.password, password, table.code):
        if password is not None:
            table.guesses.spend(now)
        raise Refusal(Code.WRONG_PASSWORD)


def _check_room_for(table: Table, player: Player) -> None:
    if table.code not in player.tables and len(player.tables) >= table.house.limits.tables_per_player:
        raise Refusal(Code.TOO_MANY_TABLES)
