"""A table rebuilt from its log: after a crash, or when a player returns to a table that was closed."""

from collections.abc import Callable

import msgpack
import msgspec
from msgspec import structs

from triqueta_server.ratings.book import changes
from triqueta_server.store.records import Entry, StoredGame
from triqueta_server.tables.services import Services
from triqueta_server.tables.state.access import Access
from triqueta_server.tables.state.match import Match
from triqueta_server.tables.state.player import Player
from triqueta_server.tables.state.presence import Presence, Seat
from triqueta_server.tables.state.series import contestant
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
    players: Players = {}
    for begun in setup.seats:
        if begun.owner:
            players[begun.owner] = get_or_add_player(begun.owner, begun.name)
    presence = Presence(
        tuple(_seat(players, begun.owner, begun.name, begun.bot, now) for begun in setup.seats),
        host=players.get(setup.host or ""),
        attended_since=now,
    )
    access = Access(setup.password, setup.nobody_new, setup.invitation, banned=frozenset(setup.banned))
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
    )
    for seat in table.seats:
        if seat.owner is not None and not seat.left:
            table.add_viewer(seat.owner)
    return table


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
