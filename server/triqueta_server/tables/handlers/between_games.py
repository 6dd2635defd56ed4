"""Before and after a game: settings, readiness, the start, and the rematch."""

import hashlib
from contextlib import suppress
from functools import partial

from msgspec import structs

from triqueta_protocol import requests
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.table_events import BackToRoom, GameBegan, ReadyChanged, SettingsChanged
from triqueta_server.store.records import GameRecord
from triqueta_server.tables.handlers import absence, playing, seating
from triqueta_server.tables.state.match import Match
from triqueta_server.tables.state.player import Player
from triqueta_server.tables.state.presence import Presence
from triqueta_server.tables.state.series import Series, contestant
from triqueta_server.tables.state.stored_setup import Setup
from triqueta_server.tables.state.table import Table
from triqueta_server.tables.state.terms import Terms, find_rules


def configure(table: Table, player: Player, request: requests.Configure) -> None:
    if len(table.seats) > find_rules(table.services, request.game).vocabulary.seats[-1]:
        raise RefusalError(Code.TABLE_FULL)
    terms = Terms.agreed(table.services, request.game, request.settings, request.options)
    if terms.settings.seats < len(table.seats):
        raise RefusalError(Code.TABLE_FULL)
    before, series = table.terms, _series_under(table, terms)
    restarted = table.series is not None and bool(table.series.id) and (series is None or not series.id)
    table.configure(terms, _presence_under(table, terms), series)
    if not table.settings.watchers:
        for viewer in [viewer for viewer in table.viewers.values() if viewer.seat is None]:
            seating.send_away(table, viewer, Code.NO_WATCHING)
    game = request.game if terms.rules is not before.rules else None
    table.broadcast(SettingsChanged(game, series=restarted))
    absence.update(table)


def _series_under(table: Table, terms: Terms) -> Series | None:
    """The series under new terms: it goes on if the same game is played, otherwise it begins again."""
    before, rule = table.series, terms.settings.series
    if rule is None:
        return None
    goes_on = before is not None and rule == before.rule and terms.is_same_play(table.terms)
    return before if goes_on else Series.of(rule)


def _presence_under(table: Table, terms: Terms) -> Presence:
    """Nobody is ready any more, and bots play at a level that the game has."""
    words = terms.rules.vocabulary
    return table.presence.with_seats(
        structs.replace(
            seat,
            ready=False,
            bot=words.stand_in if seat.bot is not None and seat.bot not in words.levels else seat.bot,
        )
        for seat in table.seats
    )


def ready(table: Table, player: Player, request: requests.Ready) -> None:
    at = table.require_seat(player)
    if table.seats[at].ready != request.ready:
        table.change_seat(at, ready=request.ready)
        table.broadcast(ReadyChanged(at, request.ready))


def start(table: Table, player: Player, _request: requests.Start) -> None:
    if len(table.seats) < table.vocabulary.seats[0]:
        raise RefusalError(Code.TOO_FEW_PLAYERS, least=table.vocabulary.seats[0])
    for seat in table.seats:
        if seat.owner is not None and seat.owner is not player and not (seat.ready and seat.present):
            raise RefusalError(Code.NOT_READY, name=seat.name)
    table.rules.check(len(table.seats), table.terms.options)
    _check_rated(table)
    match, setup = _deal(table)
    deliver = table.prepare_moves([GameBegan(table.games, match.commitment)])
    _write(table, match, setup)
    table.outbox.post(deliver)
    table.update_lobby_line()
    table.outbox.post(partial(playing.advance, table))


def _check_rated(table: Table) -> None:
    """Refuse to begin a rated game that a player could keep from ever counting."""
    people = [seat for seat in table.seats if seat.owner is not None]
    if not table.settings.rated or len(people) < 2:
        return
    if table.services.one_keyboard:
        raise RefusalError(Code.CANNOT_BE_RATED, why="keyboard")
    if table.settings.clock is None:
        raise RefusalError(Code.CANNOT_BE_RATED, why="clock")


def rematch(table: Table, player: Player, request: requests.Rematch) -> None:
    """Note that a player wants another game. The host's word prepares it; if all agree it begins."""
    at = table.require_seat(player)
    if not table.seats[at].ready:
        table.change_seat(at, ready=True)
        table.broadcast(ReadyChanged(at, ready=True))
    people = [seat for seat in table.seats if seat.owner is not None and not seat.left]
    agreed = all(seat.ready for seat in people if seat.present and seat.owner and not seat.owner.bot)
    if table.host is not player and not agreed:
        return
    _prepare_another(table, request)
    if agreed and len(people) > 1 and table.host is not None and all(seat.present for seat in people):
        with suppress(RefusalError):
            table.require_store()
            start(table, table.host, requests.Start(id=request.id, table=request.table))


def _prepare_another(table: Table, request: requests.Rematch) -> None:
    """Go back to the waiting room, without those who have left. After a series the next one is the same."""
    seats = [seat for seat in table.seats if not seat.left]
    rotate = request.rotate or table.series is not None
    if rotate:
        seats = seats[1:] + seats[:1]
    presence = table.presence.with_seats(
        structs.replace(seat, timeouts=0, bot=seat.bot if seat.owner is None else None) for seat in seats
    )
    over = table.series is not None and table.series.winners
    table.reopen(presence, table.series.restarted() if over and table.series else table.series)
    table.broadcast(BackToRoom(rotated=rotate))
    absence.update(table)


def _deal(table: Table) -> tuple[Match, Setup]:
    entropy, words = table.services.entropy, table.settings.seed
    seed = _seed_in_words(words, table.games + 1) if words else entropy(32)
    salt = entropy(16)
    table.services.counts.games_begun += 1
    game_id, series = entropy(8).hex(), table.series
    if series is not None:
        series = series.begin_game(game_id, map(contestant, table.seats))
    setup = table.setup(series)
    match = Match(
        game_id,
        table.rules,
        table.terms.options,
        len(table.seats),
        seed,
        salt,
        table.settings.clock,
        setup.alone,
        seated=setup.seats,
    )
    table.begin(match, series)
    return match, setup


def _seed_in_words(words: str, game: int) -> bytes:
    """The seed made from words; each further game at the table has another one, just as repeatable."""
    return hashlib.sha256((words if game == 1 else f"{words}#{game}").encode()).digest()


def _write(table: Table, match: Match, setup: Setup) -> None:
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
            setup=pack(plain(setup)),
            players=tuple(seat.owner_id for seat in table.seats),
        )
    )
