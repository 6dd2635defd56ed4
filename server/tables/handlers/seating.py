"""Sitting down, getting up, watching, bots on seats, and being sent away."""

from functools import partial

from msgspec import UNSET

from protocol import requests
from protocol.errors import Code, Refusal
from protocol.events import Closed
from protocol.happenings import BotAdded, BotRemoved, CameToWatch, GotUp, Joined, LinkLost, StoppedWatching
from server.address_limits import Deed
from server.tables.handlers import absence, host_role, playing, rated, substitution
from server.tables.state.attendance import grace_left, note_attendance
from server.tables.state.player import Player
from server.tables.state.seat import Seat
from server.tables.state.table import Table
from server.tables.state.viewer import Viewer


def join(table: Table, player: Player, request: requests.Join) -> None:
    """Seat a new player, or bring one back to the own seat."""
    _check_ban(table, player)
    seat = table.seat_of(player)
    if seat is None:
        _check_door(table, player, request.password)
        table.require_status("waiting")
        if len(table.seats) >= table.rules.seats:
            raise Refusal(Code.TABLE_FULL)
        _check_comings(table, player)
        sit_down(table, player)
    else:
        _return(table, player, seat)


def sit_down(table: Table, player: Player) -> None:
    """Give a new player the next seat; the first one is the host."""
    _check_room_for(table, player)
    note_attendance(table)
    table.seats.append(Seat(name=player.name, owner=player))
    table.host = table.host or player
    table.update_viewer_seats()
    _show_table(table, player)
    table.broadcast(Joined(len(table.seats) - 1, player.name))
    absence.update(table)


def owner_returned(table: Table, at: int) -> None:
    """Give the owner of a seat control of it again."""
    owner = table.seats[at].owner
    assert owner is not None
    note_attendance(table)
    if substitution.take_back(table, at):
        host_role.player_returned(table, owner)
        absence.update(table)
        playing.advance(table)


def watch(table: Table, player: Player, request: requests.Watch) -> None:
    """Let somebody watch without a seat; who has one comes back to it."""
    _check_ban(table, player)
    seat = table.seat_of(player)
    if seat is not None:
        # Whoever owns a seat sees what it sees; there is no looking on beside it.
        _return(table, player, seat)
        return
    _check_door(table, player, request.password)
    if not table.rules.watchers:
        raise Refusal(Code.NO_WATCHING)
    known = player.id in table.viewers
    if not known:
        _check_room_for(table, player)
        _check_watchers(table, player)
        _check_comings(table, player)
    _show_table(table, player)
    if not known:
        table.broadcast(CameToWatch(player.name))


def leave(table: Table, player: Player, _request: requests.Leave) -> None:
    """Free the player's seat. In a running game a bot plays on until the owner comes back."""
    viewer = table.require_viewer(player)
    at = viewer.seat
    table.remove_viewer(viewer)
    if at is None:
        table.broadcast(StoppedWatching(player.name))
    else:
        _empty(table, at)
        table.broadcast(GotUp(at, player.name), *host_role.hand_over(table, player))
        if table.status == "playing":
            substitution.let_bot_play(table, at, "left")
            playing.advance(table)
        absence.update(table)
    if table.status == "waiting" and table.host is None:
        table.close(Code.TABLE_CLOSED)
    else:
        table.update_close_timer()


def kick(table: Table, player: Player, request: requests.Kick) -> None:
    """Remove a player for good, also as a watcher."""
    table.require_host(player)
    seat = _seat(table, request.seat)
    if seat.owner is None or seat.owner is player:
        raise Refusal(Code.NOT_A_PLAYER)
    rated.check_kick(table)
    table.require_store()
    kicked = seat.owner
    ban(table, kicked, by=player)
    table.write_player(kicked)  # who is not recognised after a crash could come back
    viewer = table.viewers.get(kicked.id)
    if viewer:
        table.remove_viewer(viewer)
    if table.status == "playing":
        seat.owner, seat.gone_since, seat.name = None, None, _bot_name(table)
        substitution.let_bot_play(table, request.seat, "kicked", kicked)
        playing.advance(table)
    else:
        _empty(table, request.seat)
    table.broadcast(GotUp(request.seat, kicked.name, kicked=True))
    if viewer:
        send_away(table, viewer, Code.KICKED)


def ban(table: Table, kicked: Player, by: Player) -> None:
    """Keep a player away for good, and for a while whoever is new and comes from the same address."""
    table.banned.add(kicked.id)
    if kicked.origin != by.origin:
        table.sent_away_from[kicked.origin] = table.services.now()


def send_away(table: Table, viewer: Viewer, code: Code) -> None:
    table.remove_viewer(viewer)
    table.outbox.post(partial(viewer.player.send, Closed(table=table.code, code=code)))


def add_bot(table: Table, player: Player, request: requests.AddBot) -> None:
    table.require_host(player)
    table.require_status("waiting")
    level = table.vocabulary.stand_in if request.level is UNSET else request.level
    if level not in table.vocabulary.levels:
        raise Refusal(Code.UNKNOWN_LEVEL, level=level)
    if len(table.seats) >= table.rules.seats:
        raise Refusal(Code.TABLE_FULL)
    name = _bot_name(table)
    table.seats.append(Seat(name=name, bot=level))
    table.broadcast(BotAdded(len(table.seats) - 1, name))


def _bot_name(table: Table) -> str:
    taken = {seat.name for seat in table.seats}
    free = [name for name in table.services.bot_names if name not in taken]
    return free[0] if free else f"Bot {len(table.seats) + 1}"


def remove_bot(table: Table, player: Player, request: requests.RemoveBot) -> None:
    table.require_host(player)
    table.require_status("waiting")
    seat = _seat(table, request.seat)
    if seat.owner is not None:
        raise Refusal(Code.NOT_A_BOT)
    _empty(table, request.seat)
    table.broadcast(BotRemoved(request.seat, seat.name))


def sit_in(table: Table, player: Player, request: requests.SitIn) -> None:
    """Do without somebody who is gone for long. Any player may: a host who does not look blocks nobody."""
    if table.status == "over":
        raise Refusal(Code.GAME_OVER)
    table.require_store()
    own = table.require_seat(player)
    seat = _seat(table, request.seat)
    if seat.owner is None:
        raise Refusal(Code.NOT_A_PLAYER)
    if request.seat == own or not seat.is_missed(table.status):
        raise Refusal(Code.SEAT_PRESENT)
    if table.substitute == "never":
        raise Refusal(Code.NO_SUBSTITUTE)
    left = grace_left(table, seat)
    if left > 0:
        raise Refusal(Code.GRACE_RUNNING, seconds=round(left + 0.5))
    absence.do_without(table, request.seat)
    absence.update(table)


def link_lost(table: Table, player: Player) -> None:
    """Keep the seat of a player whose connection is gone; forget a watcher after a while."""
    viewer = table.viewers.get(player.id)
    if viewer is None:
        return
    now = table.services.now()
    viewer.live = False
    viewer.lost_at = now
    if viewer.seat is None:
        forget = table.guarded(partial(_forget_watcher, table, viewer, now))
        table.services.call_later(table.services.limits.grace, forget)
    elif table.seats[viewer.seat].present:
        seat = table.seats[viewer.seat]
        seat.gone_since = now
        if table.status == "waiting":
            seat.ready = False
        table.broadcast(LinkLost(viewer.seat))
        if table.host is player:
            host_role.replace_if_gone(table)
        absence.update(table)
    table.update_close_timer()


def rename(table: Table, player: Player) -> None:
    at = table.seat_of(player)
    if at is not None:
        table.seats[at].name = player.name
    table.broadcast()


def _forget_watcher(table: Table, viewer: Viewer, lost_at: float) -> None:
    if not viewer.live and viewer.lost_at == lost_at and table.viewers.get(viewer.player.id) is viewer:
        table.remove_viewer(viewer)
        table.broadcast(StoppedWatching(viewer.player.name))


def _return(table: Table, player: Player, at: int) -> None:
    if table.seats[at].left and not player.return_limit.try_spend(table.services.now()):
        raise Refusal(Code.FLOODING)
    _show_table(table, player)
    owner_returned(table, at)


def _show_table(table: Table, player: Player) -> None:
    table.send_snapshot(table.add_viewer(player))
    table.update_close_timer()


def _empty(table: Table, at: int) -> None:
    """Free a seat; those behind move up. Once a game has begun seats stay, as columns of its scoresheet."""
    if table.status == "waiting":
        del table.seats[at]
        table.update_viewer_seats()
    else:
        table.seats[at].left = True
        table.seats[at].gone_since = table.services.now()


def _seat(table: Table, at: int) -> Seat:
    if at >= len(table.seats):
        raise Refusal(Code.NO_SUCH_SEAT)
    return table.seats[at]


def _check_ban(table: Table, player: Player) -> None:
    if player.id in table.banned:
        raise Refusal(Code.KICKED)


def _check_door(table: Table, player: Player, password: str | None) -> None:
    """Refuse who is new here and not wanted; whoever watches already may sit down."""
    if player.id in table.viewers:
        return
    if not table.knows(password):
        raise Refusal(Code.WRONG_PASSWORD)
    if table.nobody_new:
        raise Refusal(Code.NOBODY_NEW)
    sent_away = table.sent_away_from.get(player.origin)
    limits = table.services.limits
    if sent_away is not None and table.services.now() < sent_away + limits.kicked_for:
        # Another name costs nothing.
        raise Refusal(Code.KICKED)


def _check_watchers(table: Table, player: Player) -> None:
    limits = table.services.limits
    watchers = [viewer.player.origin for viewer in table.viewers.values() if viewer.seat is None]
    if (
        len(watchers) >= limits.watchers_per_table
        or watchers.count(player.origin) >= limits.watchers_per_address
    ):
        raise Refusal(Code.TABLE_FULL)


def _check_comings(table: Table, player: Player) -> None:
    if not table.services.addresses.try_spend(player.origin, Deed.COMING):
        raise Refusal(Code.FLOODING)


def _check_room_for(table: Table, player: Player) -> None:
    if table.code not in player.tables and len(player.tables) >= table.services.limits.tables_per_player:
        raise Refusal(Code.TOO_MANY_TABLES)
