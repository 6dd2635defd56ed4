"""Rated games: what their table may be like, when they can begin, and that they come to an end."""

from protocol.errors import Code, Refusal
from server.tables.handlers import playing, substitution
from server.tables.state.table import Table


def check_rules(*, rated: bool, coach: bool, practice: bool, seeded: bool) -> None:
    """Refuse what does not go together with games that count."""
    for wrong, why in ((coach, "coach"), (practice, "practice"), (seeded, "seed")):
        if rated and wrong:
            raise Refusal(Code.CANNOT_BE_RATED, why=why)


def check_start(table: Table) -> None:
    """Refuse to begin a rated game of which somebody could make sure that it never counts.

    Or that somebody would play without having been shown that it is rated.
    """
    people = [seat.owner for seat in table.seats if seat.owner is not None]
    if not table.rated:
        return
    if len(people) > 1 and table.services.one_keyboard:
        raise Refusal(Code.CANNOT_BE_RATED, why="keyboard")
    if len(people) > 1 and table.rules.clock is None:
        raise Refusal(Code.CANNOT_BE_RATED, why="clock")
    for player in people:
        if not player.shows_rated:
            raise Refusal(Code.CANNOT_BE_RATED, why="client", name=player.name)


def check_kick(table: Table) -> None:
    """Refuse to send somebody away from a rated game: a host who is losing could otherwise."""
    if table.rated and table.status == "playing":
        raise Refusal(Code.RATED_GAME)


def play_out(table: Table) -> bool:
    """Let bots end a rated game that everybody has left; returns whether there is something left to play.

    Nobody saves a rating by walking away: whoever is not back by the end has lost.
    """
    if not table.rated or table.status != "playing" or table.services.stalled:
        return False
    gone = [at for at, seat in enumerate(table.seats) if seat.bot is None]
    for at in gone:
        substitution.let_bot_play(table, at, "gone")
    playing.advance(table)
    return bool(gone)
