"""A table rebuilt from its log: after a crash, or when somebody returns to a table that was closed."""

from collections.abc import Callable

import msgpack
import msgspec

from protocol.events import TableLine
from server.ratings.book import changes
from server.store.records import Entry, StoredGame
from server.tables.handlers.between_games import read_options
from server.tables.services import Services
from server.tables.state.match import Match
from server.tables.state.player import Player
from server.tables.state.seat import Seat
from server.tables.state.series import contestant
from server.tables.state.stored_setup import Setup
from server.tables.state.table import Table


def restore(
    services: Services,
    stored: StoredGame,
    changed: Callable[[Table, TableLine | None], None],
    get_or_add_player: Callable[[str, str], Player],
) -> Table:
    """The table as it was when its last entry was written, with every owner away."""
    record = stored.record
    setup = msgspec.convert(msgpack.unpackb(record.setup), Setup)
    rules = services.rules[record.game]
    options = read_options(rules, setup.rules, setup.options)
    password, seeded = setup.password, setup.seeded
    table = Table(
        services, record.table, rules, setup.rules, options, changed, password, seeded, setup.substitute
    )
    for begun in setup.seats:
        owner = get_or_add_player(begun.owner, begun.name) if begun.owner else None
        gone = services.now() if owner else None
        name = owner.name if owner else begun.name  # people may go by another one by now
        table.seats.append(Seat(name=name, owner=owner, bot=begun.bot, gone_since=gone))
    players = {seat.owner.id: seat.owner for seat in table.seats if seat.owner}
    table.host = players.get(setup.host or "")
    table.banned = set(setup.banned)
    table.nobody_new = setup.nobody_new
    table.invitation = setup.invitation
    table.coach = setup.coach
    table.rated = setup.rated
    table.games = record.number
    table.status = "playing"
    seats, clock = len(table.seats), setup.rules.clock
    table.practice = setup.practice
    table.series = setup.series
    table.match = Match(record.id, rules, options, seats, record.seed, record.salt, clock, setup.alone)
    table.match.seated = setup.seats
    for entry in stored.entries:
        _replay(table, table.match, entry, players)
    table.match.entries = len(stored.entries)
    if stored.end is not None:
        table.status = "over"
        table.match.rating_changes = changes(stored.end.ratings) if stored.end.ratings else ()
        if table.series is not None:
            won = [contestant(table.seats[at]) for at in table.match.ending.winners]
            table.series = table.series.end_game(won)
    for begun, seat in zip(setup.seats, table.seats, strict=True):
        # Somebody who wanted to be forgotten comes to no other game.
        seat.left = seat.left or (begun.owner is None and begun.bot is None)
    table.match.changes()
    for seat in table.seats:
        if seat.owner is not None and not seat.left:
            table.add_viewer(seat.owner)
    return table


def _replay(table: Table, match: Match, entry: Entry, players: dict[str, Player]) -> None:
    body = msgpack.unpackb(entry.body)
    if entry.kind == "move":
        action, bank = body
        match.play(entry.seat, match.rules.read(match.position, entry.seat, action))
        match.own_moves[entry.seat] += entry.player is not None
        if match.clock and bank is not None:
            match.clock.bank[entry.seat] = bank
    elif entry.kind == "takeback":
        match.take_back(body)
    elif entry.kind == "seat":
        seat = table.seats[entry.seat]
        seat.owner = players.get(body["owner"] or "")
        seat.gone_since = table.services.now() if seat.owner else None
        seat.name = seat.owner.name if seat.owner else body["name"]
        seat.bot = body["bot"]
        seat.left = body["left"]
        if body["kicked"]:
            table.banned.add(body["kicked"])
    else:
        table.host = players.get(entry.player or "")
        if body is not None:
            table.password, table.nobody_new = body["password"], body["nobody_new"]
            if body["kicked"]:
                table.banned.add(body["kicked"])
