"""A table rebuilt from the store: after a restart, or when a player returns to a table that was closed."""

from collections.abc import Callable

import msgpack
import msgspec
from msgspec import structs

from triqueta_server.ratings.book import changes
from triqueta_server.store.records import Entry, RoomRecord, StoredGame
from triqueta_server.tables.services import Services
from triqueta_server.tables.state.access import Access
from triqueta_server.tables.state.match import Match
from triqueta_server.tables.state.player import Player
from triqueta_server.tables.state.presence import Presence, Seat
from triqueta_server.tables.state.series import contestant
from triqueta_server.tables.state.sleep import StoredSleep
from triqueta_server.tables.state.stored_setup import Setup
from triqueta_server.tables.state.table import Hooks, Table
from triqueta_server.tables.state.terms import Terms

Players = dict[str, Player]
"""The owners of seats, by id."""


def restore(
    services: Services, stored: StoredGame, hooks: Hooks, get_or_add_player: Callable[[str, str], Player]
) -> Table:
    """The table as it was when its last entry was written, with every owner away."""
    record, now = stored.record, services.now()
    setup = msgspec.convert(msgpack.unpackb(record.setup), Setup)
    terms = Terms.agreed(services, record.game, setup.settings, setup.options)
    players = _players(setup, get_or_add_player)
    presence, access = _presence(setup, players, now), _access(setup)
    number, clock = len(setup.seats), terms.settings.clock
    match = Match(
        record.id,
        terms.rules,
        terms.options,
        number,
        record.seed,
        record.salt,
        clock,
        setup.alone,
        seated=setup.seats,
    )
    for entry in stored.entries:
        match.replay(entry)
        presence = _presence_after(entry, presence, players, now)
        access = _access_after(entry, access)
    series = setup.series
    if stored.end is not None:
        match.rate(changes(stored.end.ratings) if stored.end.ratings else ())
        if series is not None:
            series = series.end_game([contestant(presence.seats[at]) for at in match.ending.winners])
    # A player whose data was deleted comes to no other game.
    deleted = [begun.owner is None and begun.bot is None for begun in setup.seats]
    presence = presence.with_seats(
        structs.replace(seat, left=seat.left or gone)
        for seat, gone in zip(presence.seats, deleted, strict=True)
    )
    slept = None
    if stored.sleep is not None:
        slept = msgspec.convert(msgpack.unpackb(stored.sleep.state), StoredSleep)
        for at in slept.kept:
            presence = presence.change(at, kept=presence.seats[at].owner is not None)
    match.changes()  # what has been told already
    table = Table(
        services,
        record.table,
        terms,
        hooks,
        access=access,
        presence=presence,
        series=series,
        match=match,
        games=record.number,
        asleep=None if slept is None else slept.sleep,
    )
    _seat_owners(table)
    return table


def restore_room(
    services: Services, room: RoomRecord, hooks: Hooks, get_or_add_player: Callable[[str, str], Player]
) -> Table:
    """The table as it waited for players, with every owner away."""
    setup = msgspec.convert(msgpack.unpackb(room.setup), Setup)
    players = _players(setup, get_or_add_player)
    table = Table(
        services,
        room.table,
        Terms.agreed(services, room.game, setup.settings, setup.options),
        hooks,
        access=_access(setup),
        presence=_presence(setup, players, services.now()),
        series=setup.series,
        games=room.games,
        stored_room=room,
    )
    _seat_owners(table)
    return table


def _players(setup: Setup, get_or_add_player: Callable[[str, str], Player]) -> Players:
    return {seat.owner: get_or_add_player(seat.owner, seat.name) for seat in setup.seats if seat.owner}


def _presence(setup: Setup, players: Players, now: float) -> Presence:
    return Presence(
        tuple(_seat(players, seat.owner, seat.name, seat.bot, now) for seat in setup.seats),
        host=players.get(setup.host or ""),
        attended_since=now,
    )


def _access(setup: Setup) -> Access:
    return Access(setup.password, setup.nobody_new, banned=frozenset(setup.banned))


def _seat_owners(table: Table) -> None:
    for seat in table.seats:
        if seat.owner is not None and not seat.left:
            table.add_viewer(seat.owner)


def _seat(
    players: Players, owner_id: str | None, name: str, bot: str | None, now: float, *, left: bool = False
) -> Seat:
    """A seat whose owner, if it has one, is away. Players may go by another name by now."""
    owner = players.get(owner_id or "")
    gone_since = now if owner else None
    return Seat(owner.name if owner else name, owner, bot, gone_since=gone_since, left=left)


def _presence_after(entry: Entry, before: Presence, players: Players, now: float) -> Presence:
    if entry.kind == "host":
        return before.with_host(players.get(entry.player or ""))
    if entry.kind != "seat":
        return before
    body = msgpack.unpackb(entry.body)
    seat = _seat(players, body["owner"], body["name"], body["bot"], now, left=body["left"])
    return before.with_seats(seat if at == entry.seat else one for at, one in enumerate(before.seats))


def _access_after(entry: Entry, before: Access) -> Access:
    body = msgpack.unpackb(entry.body) if entry.kind in {"seat", "host"} else None
    if body is None:
        return before
    if entry.kind == "host":
        before = structs.replace(before, password=body["password"], nobody_new=body["nobody_new"])
    return before.ban(body["kicked"])
