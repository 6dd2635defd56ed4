"""Decisions: checked, written, delivered; and what follows: clocks and the bots' decisions."""

import logging
from contextlib import suppress
from functools import partial
from typing import Literal

from triqueta_protocol import requests
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Rejected
from triqueta_protocol.table_events import TimeRanOut, TookBack
from triqueta_server.store.records import GameEnd
from triqueta_server.tables.delivery.answers import RequestState
from triqueta_server.tables.handlers import substitution
from triqueta_server.tables.handlers.summing_up import game_end
from triqueta_server.tables.services import ActionMap, BotQuestion
from triqueta_server.tables.state.match import Match
from triqueta_server.tables.state.player import Player
from triqueta_server.tables.state.series import contestant
from triqueta_server.tables.state.table import Table
from triqueta_server.tables.state.viewer import Cause

TIMEOUTS_TO_SUBSTITUTE = 3

BEAT = 0.5
"""A bot whose decision is late moves a whole number of such intervals (seconds) after its pause."""

QUICK_BEAT = 0.005
"""The same of a bot that is not given any time: what it sees would show in how soon it moves."""

log = logging.getLogger(__name__)


def act(table: Table, player: Player, request: requests.Act) -> Literal[RequestState.PENDING]:
    """Take a decision; the event about it is the answer."""
    at = table.require_seat(player)
    match = running_match(table)
    if at not in match.position.owing:
        raise RefusalError(Code.NOT_YOUR_TURN)
    action = match.rules.read(match.position, at, request.action)
    if action not in match.position.legal(at):
        raise match.rules.refusal(match.position, at, action)
    seat = table.seats[at]
    if seat.bot is not None:
        substitution.let_owner_play(table, at)
    if seat.timeouts:
        table.change_seat(at, timeouts=0)
    _play(table, match, at, action, request.action, Cause(player.client, request.id))
    table.services.counts.moves += 1
    return RequestState.PENDING


def undo(table: Table, player: Player, request: requests.Undo) -> None:
    """Go back to before the player's last decision, also with what the bots have done since."""
    at = table.require_seat(player)
    match = running_match(table)
    moves = table.moves_kept
    if moves is None or at != match.alone:
        raise RefusalError(Code.NO_UNDO)
    match.undo(moves)
    deliver = table.prepare_moves([TookBack(at)])
    table.write(match.takeback_entry(table.services.wall_time(), at, moves, Cause(player.client, request.id)))
    table.outbox.post(deliver)
    table.outbox.post(partial(advance, table))


def hold(table: Table, player: Player, request: requests.Hold) -> None:
    """Hold the bots' moves while the only person reads, or let them go on."""
    at = table.require_seat(player)
    match = running_match(table)
    if at != match.alone:
        raise RefusalError(Code.NO_HOLD)
    _set_held(table, match, request.hold)


def release(table: Table) -> None:
    """Let bots go on whose moves are held by a player who is gone."""
    if table.match is not None and table.match.held:
        _set_held(table, table.match, False)


def _set_held(table: Table, match: Match, held: bool) -> None:
    match.held = held
    if not held:
        advance(table)


def running_match(table: Table) -> Match:
    if table.match is None or table.status != "playing":
        raise RefusalError(Code.NO_GAME)
    table.require_awake()
    return table.match


def advance(table: Table) -> None:
    """Ask the bots for the decisions they owe, and run the clock of the other seats."""
    stands_still = table.closed or table.paused or table.asleep is not None
    if stands_still or table.status != "playing" or table.match is None:
        return
    for at in table.match.position.owing:
        level = table.seats[at].bot
        if level is not None and not table.match.is_asked(at):
            _ask(table, at, level, table.settings.pace / 1000)
    _run_clock(table, table.match)


def _play(
    table: Table,
    match: Match,
    at: int,
    action: int,
    wire: ActionMap,
    cause: Cause | None = None,
) -> None:
    what = match.play(at, action, own=cause is not None)
    if match.clock:
        match.clock.stop(at, table.services.now())
    end: GameEnd | None = None
    if match.over:
        end = _finish(table, match)
        what.append(match.ending)
    else:
        table.update_clock()
    deliver = table.prepare_moves(what, cause)
    table.write(match.move_entry(table.services.wall_time(), at, wire, cause))
    if end is not None:
        table.write(end)
    table.outbox.post(deliver, instead=None if cause is None else partial(_not_played, cause))
    if end is not None:
        table.update_lobby_line()
    table.outbox.post(partial(advance, table))


def _not_played(cause: Cause) -> None:
    cause.client.answer(Rejected(id=cause.request, code=Code.TABLE_FAILED))


def _finish(table: Table, match: Match) -> GameEnd:
    table.services.counts.games_over += 1
    series = table.series
    if series is not None:
        series = series.end_game([contestant(table.seats[at]) for at in match.ending.winners])
    table.finish(series)
    return game_end(table, match)


# Bots


def _ask(table: Table, at: int, level: str, pause: float) -> None:
    """Let a bot take a seat's decision after a pause, unless it is taken before.

    It thinks while the pause runs, which is not shorter than bots of its level may think: how long this one
    thinks would tell something of its hand.
    """
    assert table.match is not None
    token = table.match.ask(at)
    pause = max(pause, table.services.bot_budget(level))
    due = table.services.now() + pause
    public, mine = table.match.view(at)
    assert mine is not None
    # Counted in entries, so that after an undo the bots may decide otherwise: their answers cannot be tried.
    seed = table.match.bot_seed + table.match.entries * 16 + at
    question = BotQuestion(level, table.vocabulary.game, public, mine, at, seed, table.code, table.address)
    asked, beat = (token, table.match.moves), BEAT if pause else QUICK_BEAT
    table.services.ask_bot(question, partial(_play_when_due, table, at, asked, due, beat))


Asked = tuple[object, int]
"""The token of a question to a bot, and how many moves there were when it was asked."""


def _play_when_due(
    table: Table, at: int, asked: Asked, due: float, beat: float, action: ActionMap | None
) -> None:
    play = table.guarded(partial(_play_for_bot, table, at, asked, action))
    left = due - table.services.now()
    if left < 0:
        left %= beat
    if left > 0:
        table.services.call_later(left, play)
    else:
        play()


def _play_for_bot(table: Table, at: int, asked: Asked, action: ActionMap | None) -> None:
    match = table.match
    token, moves = asked
    if match is None or table.status != "playing" or not match.is_answered(at, token):
        return
    if match.held or table.services.stalled:
        return  # the bot is asked again when the table resumes
    legal, number = match.position.legal(at), None
    if action is not None:
        with suppress(RefusalError):
            number = match.rules.read(match.position, at, action)
    if (number is None or number not in legal) and match.moves != moves:
        # Another seat's decision has settled what the bot was asked, such as a race.
        advance(table)
        return
    if number is None or number not in legal:
        log.error("bot gave no legal action, first one taken table=%s seat=%d", table.code, at)
        number = legal[0]
    table.services.counts.bot_moves += 1
    _play(table, match, at, number, match.rules.write(match.position, at, number))


# Clocks


def _run_clock(table: Table, match: Match) -> None:
    if not match.clock:
        return
    table.update_clock()
    table.clock_alarm.cancel()
    end = match.clock.next_deadline()
    if end is not None:
        left = max(0.0, end - table.services.now())
        table.clock_alarm.set(left, table.guarded(partial(_time_out, table, match)))


def _time_out(table: Table, match: Match) -> None:
    """Let the stand-in bot decide for a seat that is out of time, and after a few times keep the seat."""
    if table.match is not match or table.status != "playing" or match.clock is None:
        return
    now = table.services.now()
    for at in match.clock.expired(now):
        timeouts = table.seats[at].timeouts + 1
        table.change_seat(at, timeouts=timeouts)
        _ask(table, at, table.vocabulary.stand_in, 0.0)
        table.broadcast(TimeRanOut(at, timeouts))
        if timeouts >= TIMEOUTS_TO_SUBSTITUTE:
            substitution.let_bot_play(table, at, "clock")
    _run_clock(table, match)
