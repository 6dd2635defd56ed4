"""Before and after a game: rules, readiness, the start, and the rematch."""

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from protocol import requests
from protocol.codec import pack, plain
from protocol.errors import Code, Refusal
from protocol.happenings import BackToRoom, GameBegan, ReadyChanged, RulesChanged
from protocol.requests import TableRules
from protocol.series import SeriesRule
from server.games.game import AnyRules
from server.store.records import GameRecord
from server.tables.codes import PRIVATE_LENGTH, new_code
from server.tables.handlers import absence, playing, rated, seating
from server.tables.state.match import Match
from server.tables.state.player import Player
from server.tables.state.series import Series, contestant
from server.tables.state.stored_setup import Setup, SetupSeat
from server.tables.state.table import Table


def find_rules(rules: Mapping[str, AnyRules], game: str) -> AnyRules:
    if game not in rules:
        raise Refusal(Code.UNKNOWN_GAME, game=game)
    return rules[game]


def read_options(rules: AnyRules, table_rules: TableRules, options: dict[str, Any]) -> Struct:
    """A game's options from the wire, typed and checked with the number of seats."""
    seats = rules.vocabulary.seats
    if table_rules.seats not in seats:
        raise Refusal(Code.BAD_OPTIONS, why="seats", least=seats[0], most=seats[-1])
    try:
        typed: Struct = msgspec.convert(options, rules.vocabulary.words.options)
    except msgspec.ValidationError as error:
        raise Refusal(Code.BAD_OPTIONS, why=str(error)) from None
    rules.check(table_rules.seats, typed)
    return typed


def configure(table: Table, player: Player, request: requests.Configure) -> None:
    table.require_host(player)
    table.require_status("waiting")
    game_rules = table.game_rules
    if request.game is not UNSET:
        game_rules = find_rules(table.services.rules, request.game)
        if len(table.seats) > game_rules.vocabulary.seats[-1]:
            raise Refusal(Code.TABLE_FULL)
    options = read_options(game_rules, request.rules, request.options)
    if request.rules.seats < len(table.seats):
        raise Refusal(Code.TABLE_FULL)
    coach = table.coach if request.coach is UNSET else request.coach
    counts = table.rated if request.rated is UNSET else request.rated
    rated.check_rules(rated=counts, coach=coach, practice=table.practice, seeded=table.seeded is not None)
    series = _series_after(table, request, game_rules, options)
    anew = table.series is not None and bool(table.series.id) and (series is None or not series.id)
    table.series = series
    _change_code(table, private=request.rules.private)
    table.rules = request.rules
    table.options = options
    table.coach = coach
    table.rated = counts
    if request.substitute is not UNSET:
        table.substitute = request.substitute
    for seat in table.seats:
        seat.ready = False
    game = game_rules.vocabulary.game
    changed = game != table.vocabulary.game
    if changed:
        _change_game(table, game_rules)
    watchers = [viewer for viewer in table.viewers.values() if viewer.seat is None]
    if not table.rules.watchers:
        for viewer in watchers:
            seating.send_away(table, viewer, Code.NO_WATCHING)
    table.broadcast(RulesChanged(game if changed else None, series=anew))
    absence.update(table)


def _series_after(
    table: Table, request: requests.Configure, game_rules: AnyRules, options: Struct
) -> Series | None:
    """The series by other rules: it goes on if the same thing is played, otherwise it begins anew."""
    before = table.series
    rule = before.rule if before is not None and request.series is UNSET else request.series
    if not isinstance(rule, SeriesRule):
        return None
    played = (table.game_rules, table.options, table.rules.seats)
    goes_on = played == (game_rules, options, request.rules.seats)
    return before if before is not None and rule == before.rule and goes_on else Series.of(rule)


def _change_code(table: Table, *, private: bool) -> None:
    """Give a listed table that becomes private a code that nobody has seen, for whoever is new."""
    if not private:
        table.invitation = None
    elif not table.rules.private and len(table.code) < PRIVATE_LENGTH:
        services = table.services
        table.invitation = new_code(services.entropy, (), private=True, first=services.code_letters)


def _change_game(table: Table, game_rules: AnyRules) -> None:
    """Let the same people play another game on the same seats."""
    table.game_rules = game_rules
    # The history of the last game would be read with the other game's words.
    table.match = None
    for seat in table.seats:
        if seat.bot is not None and seat.bot not in table.vocabulary.levels:
            seat.bot = table.vocabulary.stand_in


def ready(table: Table, player: Player, request: requests.Ready) -> None:
    table.require_status("waiting")
    at = table.require_seat(player)
    if table.seats[at].ready != request.ready:
        table.seats[at].ready = request.ready
        table.broadcast(ReadyChanged(at, request.ready))


def start(table: Table, player: Player, _request: requests.Start) -> None:
    table.require_host(player)
    table.require_status("waiting")
    table.require_store()
    if len(table.seats) < table.vocabulary.seats[0]:
        raise Refusal(Code.TOO_FEW_PLAYERS, least=table.vocabulary.seats[0])
    for seat in table.seats:
        if seat.owner is not None and seat.owner is not player and not (seat.ready and seat.present):
            raise Refusal(Code.NOT_READY, name=seat.name)
    table.game_rules.check(len(table.seats), table.options)
    rated.check_start(table)
    match = table.match = _deal(table)
    deliver = table.prepare_moves([GameBegan(table.games, match.commitment)])
    _write(table, match)
    table.outbox.post(deliver)
    table.update_lobby_line()
    table.outbox.post(partial(playing.advance, table))


def rematch(table: Table, player: Player, request: requests.Rematch) -> None:
    """Go back to the waiting room, without those who have left. After a series the next one is the same."""
    table.require_host(player)
    table.require_status("over")
    table.seats = [seat for seat in table.seats if not seat.left]
    rotate = request.rotate or table.series is not None
    if rotate:
        table.seats = table.seats[1:] + table.seats[:1]
    for seat in table.seats:
        seat.ready = False
        seat.timeouts = 0
        if seat.owner is not None:
            seat.bot = None
    if table.series is not None and table.series.winners:
        table.series = table.series.anew()
    table.status = "waiting"
    table.update_viewer_seats()
    table.broadcast(BackToRoom(rotated=rotate))
    absence.update(table)


def _deal(table: Table) -> Match:
    entropy = table.services.entropy
    table.games += 1
    seed = _seed_in_words(table.seeded, table.games) if table.seeded else entropy(32)
    salt = entropy(16)
    table.status = "playing"
    table.services.counts.games_begun += 1
    for seat in table.seats:
        seat.timeouts = 0
    game_id, seats = entropy(8).hex(), len(table.seats)
    if table.series is not None:
        table.series = table.series.begin_game(game_id, map(contestant, table.seats))
    setup, clock = _setup(table), table.rules.clock
    match = Match(game_id, table.game_rules, table.options, seats, seed, salt, clock, setup.alone)
    match.seated = setup.seats
    return match


def _seed_in_words(words: str, game: int) -> bytes:
    """The seed made from words; each further game at the table has another one, just as repeatable."""
    return hashlib.sha256((words if game == 1 else f"{words}#{game}").encode()).digest()


def _write(table: Table, match: Match) -> None:
    for seat in table.seats:
        if seat.owner is not None:
            table.write_player(seat.owner)
    table.write(
        GameRecord(
            id=match.id,
            table=table.code,
            game=table.vocabulary.game,
            number=table.games,
            begun_at=table.services.wall_time(),
            seed=match.seed,
            salt=match.salt,
            setup=pack(plain(_setup(table))),
            players=tuple(seat.owner.id if seat.owner else None for seat in table.seats),
        )
    )


def _setup(table: Table) -> Setup:
    return Setup(
        rules=table.rules,
        options=plain(table.options),
        seats=tuple(
            SetupSeat(
                name=seat.name,
                owner=seat.owner.id if seat.owner else None,
                bot=seat.bot,
                program=seat.owner is not None and seat.owner.bot,
            )
            for seat in table.seats
        ),
        host=table.host.id if table.host else None,
        password=table.password,
        seeded=table.seeded,
        banned=tuple(sorted(table.banned)),
        nobody_new=table.nobody_new,
        invitation=table.invitation,
        coach=table.coach,
        substitute=table.substitute,
        practice=table.practice,
        rated=table.rated,
        series=table.series,
    )
