"""Seats and watchers: sitting down, getting up, watching, bots on seats, and being sent away."""

from functools import partial

from msgspec import UNSET

from triqueta_protocol import requests
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Closed
from triqueta_protocol.table_events import (
    BotAdded,
    BotRemoved,
    CameToWatch,
    GotUp,
    Joined,
    LinkLost,
    StoppedWatching,
)
from triqueta_server.store.records import SeenResults
from triqueta_server.tables.handlers import absence, host_role, playing, sleeping, substitution
from triqueta_server.tables.state.player import Client, Player
from triqueta_server.tables.state.presence import Seat
from triqueta_server.tables.state.table import Table
from triqueta_server.tables.state.viewer import Viewer


def join(table: Table, player: Player, request: requests.Join) -> None:
    """Seat a new player, or return an owner to the seat."""
    _check_ban(table, player)
    seat = table.seat_of(player)
    if seat is None:
        _check_access(table, player, request.password)
        table.require_status("waiting")
        if len(table.seats) >= table.settings.seats:
            raise RefusalError(Code.TABLE_FULL)
        _check_entries(table, player)
        sit_down(table, player)
    else:
        _return(table, player, seat)


def sit_down(table: Table, player: Player) -> None:
    """Give a new player the next seat; the first one is the host."""
    _check_room_for(table, player)
    attended = table.presence.attend(table.services.now())
    table.replace(presence=attended.add(Seat(player.name, player)))
    table.send_snapshot(table.add_viewer(player))
    table.broadcast(Joined(len(table.seats) - 1, player.name))
    absence.update(table)


def sit_down_first(table: Table, player: Player, _request: requests.Create) -> None:
    """Sit down at a table that the player has just opened."""
    sit_down(table, player)


def owner_returned(table: Table, at: int) -> None:
    """Return control of a seat to its owner."""
    owner = table.seats[at].owner
    assert owner is not None
    table.replace(presence=table.presence.attend(table.services.now()))
    if table.status == "over" and table.match is not None:
        table.write(SeenResults(owner.id, (table.match.id,)))
    if substitution.let_owner_play(table, at):
        host_role.player_returned(table, owner)
        absence.update(table)
        playing.advance(table)


def watch(table: Table, player: Player, request: requests.Watch) -> None:
    """Let a player watch without a seat; an owner returns to the seat."""
    _check_ban(table, player)
    seat = table.seat_of(player)
    if seat is not None:
        # An owner sees what the seat sees, and cannot watch beside it.
        _return(table, player, seat)
        return
    _check_access(table, player, request.password)
    if not table.settings.watchers:
        raise RefusalError(Code.NO_WATCHING)
    known = player.id in table.viewers
    if not known:
        _check_room_for(table, player)
        _check_watchers(table, player)
        _check_entries(table, player)
    table.send_snapshot(table.add_viewer(player))
    if not known:
        table.broadcast(CameToWatch(player.name))


def leave(table: Table, player: Player, _request: requests.Leave) -> None:
    """Free the player's seat. In a running game a bot fills in until the owner returns."""
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
    """Remove a player permanently, also as a watcher."""
    seat = _seat(table, request.seat)
    if seat.owner is None or seat.owner is player:
        raise RefusalError(Code.NOT_A_PLAYER)
    if table.settings.rated and table.status == "playing":
        raise RefusalError(Code.RATED_GAME)  # a host who is losing could otherwise send the winner away
    kicked = seat.owner
    ban(table, kicked, player if request.address else None)
    table.write_player(kicked)  # unknown after a crash, they could come back
    viewer = table.viewers.get(kicked.id)
    if viewer:
        table.remove_viewer(viewer)
    if table.status == "playing":
        table.change_seat(request.seat, owner=None, gone_since=None, name=_bot_name(table))
        substitution.let_bot_play(table, request.seat, "kicked", kicked)
        playing.advance(table)
    else:
        _empty(table, request.seat)
    table.broadcast(GotUp(request.seat, kicked.name, kicked=True))
    if viewer:
        send_away(table, viewer, Code.KICKED)


def ban(table: Table, kicked: Player, by: Player | None) -> None:
    """Ban a player permanently, and with ``by`` new players from the same address, if it is another one."""
    address = kicked.origin if by is not None and kicked.origin != by.origin else None
    table.replace(access=table.access.ban(kicked.id, address, table.services.now()))


def send_away(table: Table, viewer: Viewer, code: Code) -> None:
    table.remove_viewer(viewer)
    table.outbox.post(partial(viewer.client.send, Closed(table=table.code, code=code)))


def add_bot(table: Table, player: Player, request: requests.AddBot) -> None:
    level = table.vocabulary.stand_in if request.level is UNSET else request.level
    if level not in table.vocabulary.levels:
        raise RefusalError(Code.UNKNOWN_LEVEL, level=level)
    if len(table.seats) >= table.settings.seats:
        raise RefusalError(Code.TABLE_FULL)
    name = _bot_name(table)
    table.replace(presence=table.presence.add(Seat(name, bot=level)))
    table.broadcast(BotAdded(len(table.seats) - 1, name))


def _bot_name(table: Table) -> str:
    taken = {seat.name for seat in table.seats}
    free = [name for name in table.services.bot_names if name not in taken]
    return free[0] if free else f"Bot {len(table.seats) + 1}"


def remove_bot(table: Table, player: Player, request: requests.RemoveBot) -> None:
    seat = _seat(table, request.seat)
    if seat.owner is not None:
        raise RefusalError(Code.NOT_A_BOT)
    _empty(table, request.seat)
    table.broadcast(BotRemoved(request.seat, seat.name))


def sit_in(table: Table, player: Player, request: requests.SitIn) -> None:
    """Substitute an absent player. Any player may ask, not only the host."""
    if table.status == "over":
        raise RefusalError(Code.GAME_OVER)
    table.require_awake()
    own = table.require_seat(player)
    seat = _seat(table, request.seat)
    if seat.owner is None:
        raise RefusalError(Code.NOT_A_PLAYER)
    if request.seat == own or not seat.is_missed(table.status):
        raise RefusalError(Code.SEAT_PRESENT)
    if table.settings.substitute == "never":
        raise RefusalError(Code.NO_SUBSTITUTE)
    left = table.grace_left(seat)
    if left > 0:
        raise RefusalError(Code.GRACE_RUNNING, seconds=round(left + 0.5))
    absence.substitute_absent(table, request.seat)
    absence.update(table)


def link_lost(table: Table, client: Client) -> None:
    """Keep the seat of a client that lost the link; remove a watcher after a while."""
    player = client.player
    viewer = table.viewers.get(player.id)
    if viewer is None or viewer.client is not client:
        return
    now = table.services.now()
    viewer.lose_link(now)
    if viewer.seat is None:
        forget = table.guarded(partial(_remove_watcher, table, viewer, now))
        table.services.call_later(table.services.limits.grace, forget)
    elif table.seats[viewer.seat].present:
        ready = table.seats[viewer.seat].ready and table.status != "waiting"
        table.change_seat(viewer.seat, gone_since=now, ready=ready)
        table.broadcast(LinkLost(viewer.seat))
        if table.host is player:
            host_role.replace_if_absent(table)
        playing.release(table)
        absence.update(table)
    table.update_close_timer()


def rename(table: Table, player: Player) -> None:
    at = table.seat_of(player)
    if at is not None:
        table.change_seat(at, name=player.name)
    table.broadcast()


def _remove_watcher(table: Table, viewer: Viewer, lost_at: float) -> None:
    if not viewer.live and viewer.lost_at == lost_at and table.viewers.get(viewer.player.id) is viewer:
        table.remove_viewer(viewer)
        table.broadcast(StoppedWatching(viewer.player.name))


def _return(table: Table, player: Player, at: int) -> None:
    if table.seats[at].left and not table.services.budgets.returns.try_spend(player.id):
        raise RefusalError(Code.FLOODING)
    woken = table.asleep is not None
    if woken:
        table.require_store()
        sleeping.wake(table, at)
    table.send_snapshot(table.add_viewer(player))
    owner_returned(table, at)
    if woken:
        absence.update(table)
        playing.advance(table)


def _empty(table: Table, at: int) -> None:
    """Free a seat; those behind it move up. Once a game has begun it stays, as a column of the scoresheet."""
    if table.status == "waiting":
        table.replace(presence=table.presence.remove(at))
    else:
        table.change_seat(at, left=True, gone_since=table.services.now())


def _seat(table: Table, at: int) -> Seat:
    if at >= len(table.seats):
        raise RefusalError(Code.NO_SUCH_SEAT)
    return table.seats[at]


def _check_ban(table: Table, player: Player) -> None:
    if player.id in table.access.banned:
        raise RefusalError(Code.KICKED)


def _check_access(table: Table, player: Player, password: str | None) -> None:
    """Refuse a new player whom the host does not want. Watchers have been let in already."""
    if player.id in table.viewers:
        return
    if not table.access.opens_with(password, table.code):
        raise RefusalError(Code.WRONG_PASSWORD)
    table.access.check_new(player.origin, table.services.now(), table.services.limits.kicked_for)


def _check_watchers(table: Table, player: Player) -> None:
    limits = table.services.limits
    watchers = [viewer.player.origin for viewer in table.viewers.values() if viewer.seat is None]
    if (
        len(watchers) >= limits.watchers_per_table
        or watchers.count(player.origin) >= limits.watchers_per_address
    ):
        raise RefusalError(Code.TABLE_FULL)


def _check_entries(table: Table, player: Player) -> None:
    if not table.services.budgets.address_entries.try_spend(player.origin):
        raise RefusalError(Code.FLOODING)


def _check_room_for(table: Table, player: Player) -> None:
    if table.code not in player.tables and len(player.tables) >= table.services.limits.tables_per_player:
        raise RefusalError(Code.TOO_MANY_TABLES)
