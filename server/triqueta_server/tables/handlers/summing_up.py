"""The end of a game as it is stored: the winners, the summary for lists and statistics, and ratings."""

import logging

from msgspec.structs import replace

from triqueta_protocol.codec import pack, plain
from triqueta_server.games.outcome import outcome
from triqueta_server.ratings.book import Contender, bot_key, changes
from triqueta_server.store.records import GameEnd, GameSummary, RatedEnd, SeatResult
from triqueta_server.tables.state.match import Match
from triqueta_server.tables.state.presence import Seat
from triqueta_server.tables.state.stored_setup import SetupSeat, played_less_than_bots
from triqueta_server.tables.state.table import Table

log = logging.getLogger(__name__)


def game_end(table: Table, match: Match) -> GameEnd:
    summary = ratings = None
    try:
        summary = _summary(table, match)
        ratings = _rate(table, match, summary) if table.settings.rated else None
    except Exception:
        # The game is over nevertheless; it is in no list and does not count.
        log.exception("game not summarised table=%s game=%s", table.code, match.id)
    winners = pack(list(match.ending.winners))
    return GameEnd(match.id, table.services.wall_time(), winners, summary, ratings, _away(table))


def _away(table: Table) -> tuple[str, ...]:
    """The players who do not see the end."""
    live = {viewer.player.id for viewer in table.viewers.values() if viewer.live}
    owners = [seat.owner.id for seat in table.seats if seat.owner is not None]
    return tuple(owner for owner in owners if owner not in live)


def _summary(table: Table, match: Match) -> GameSummary:
    ended = outcome(match.rules, match.seats, match.options, match.seed, match.kept_moves)
    return GameSummary(
        seats=tuple(
            replace(_sat(begun, seat), points=how.points, place=how.place, slips=how.slips)
            for begun, seat, how in zip(match.seated, table.seats, ended, strict=True)
        ),
        options=plain(match.options),
        practice=table.settings.practice,
        coach=table.settings.coach,
        rated=table.settings.rated,
        series=table.series.id if table.series else None,
        # The result of this game is in it already.
        series_number=len(table.series.games) if table.series else None,
    )


def _rate(table: Table, match: Match, summary: GameSummary) -> RatedEnd:
    """Rate the game, and note on the match what it has done to each rating."""
    contenders = [
        Contender(
            begun.owner or bot_key(begun.bot or ""),
            how.place,
            gone=how.gone or played_less_than_bots(match.own_moves[at], match.moves_of(at), begun),
            program=begun.program,
        )
        for at, (begun, how) in enumerate(zip(match.seated, summary.seats, strict=True))
    ]
    rated = table.services.ratings.rate(match.rules.vocabulary.game, contenders)
    match.rate(changes(rated))
    return rated


def _sat(begun: SetupSeat, seat: Seat) -> SeatResult:
    """The player who sat down, also if they were sent away and a bot has the seat now."""
    if begun.owner is None:
        return SeatResult(player=None, name=begun.name, level=begun.bot)
    owner = seat.owner if seat.owner is not None and seat.owner.id == begun.owner else None
    return SeatResult(
        player=begun.owner,
        name=owner.name if owner else begun.name,
        program=begun.program,
        gone=owner is None or seat.bot is not None,
    )
