"""Moves: checked, written, sent out. And what follows them: clocks and the bots' decisions."""

import logging
from contextlib import suppress
from functools import partial
from typing import Literal

from protocol import requests
from protocol.errors import Code, Refusal
from protocol.events import Rejected
from protocol.happenings import TimeRanOut
from server.store.records import GameEnd
from server.tables.delivery.answers import RequestState
from server.tables.handlers import substitution
from server.tables.handlers.summing_up import game_end
from server.tables.services import ActionMap, BotQuestion
from server.tables.state.match import Match
from server.tables.state.player import Player
from server.tables.state.series import contestant
from server.tables.state.table import Table
from server.tables.state.viewer import Cause

TIMEOUTS_TO_SIT_IN = 3

BEAT = 0.5
"""A bot whose decision is late moves at a whole number of so many seconds after its pause."""

log = logging.getLogger(__name__)


def act(table: Table, player: Player, request: requests.Act) -> Literal[RequestState.PENDING]:
    """Take a decision; the answer goes along with the event that tells of it."""
    at = table.require_seat(player)
    match = running_match(table)
    table.require_store()
    if at not in match.position.owing:
        raise Refusal(Code.NOT_YOUR_TURN)
    action = match.rules.read(match.position, at, request.action)
    if action not in match.position.legal(at):
        raise match.rules.refusal(match.position, at, action)
    seat = table.seats[at]
    if seat.bot is not None:
        substitution.take_back(table, at)
    seat.timeouts = 0
    _play(table, match, at, action, request.action, Cause(player, request.id))
    table.services.counts.moves += 1
    return RequestState.PENDING


def running_match(table: Table) -> Match:
    if table.match is None or table.status != "playing":
        raise Refusal(Code.NO_GAME)
    return table.match


def advance(table: Table) -> None:
    """Ask the bots for the decisions they owe, and run the clock of everybody else."""
    if table.closed or table.status != "playing" or table.match is None or table.paused:
        return
    for at in table.match.position.owing:
        level = table.seats[at].bot
        if level is not None and at not in table.thinking:
            _ask(table, at, level, table.rules.pace / 1000)
    _run_clock(table, table.match)


def _play(
    table: Table,
    match: Match,
    at: int,
    action: int,
    wire: ActionMap,
    cause: Cause | None = None,
) -> None:
    what = match.play(at, action)
    match.own_moves[at] += cause is not None
    table.thinking.pop(at, None)
    if match.clock:
        match.clock.stop(at, table.services.now())
    end: GameEnd | None = None
    if match.over:
        end = _finish(table, match)
        what.append(match.ending)
    else:
        table.update_clock()
    deliver = table.prepare_moves(what, cause)
    by, request = (None, None) if cause is None else (cause.player.id, cause.request)
    table.write(match.move_entry(table.services.wall_time(), at, wire, by, request))
    if end is not None:
        table.write(end)
    table.outbox.post(deliver, instead=None if cause is None else partial(_not_played, cause))
    if end is not None:
        table.update_lobby_line()
    table.outbox.post(partial(advance, table))


def _not_played(cause: Cause) -> None:
    cause.player.answer(Rejected(id=cause.request, code=Code.TABLE_FAILED))


def _finish(table: Table, match: Match) -> GameEnd:
    table.status = "over"
    table.services.counts.games_over += 1
    table.thinking.clear()
    if table.series is not None:
        table.series = table.series.end_game([contestant(table.seats[at]) for at in match.ending.winners])
    return game_end(table, match)


# Bots


def _ask(table: Table, at: int, level: str, pause: float) -> None:
    """Let a bot take a seat's decision after a pause, unless somebody else takes it first.

    It thinks while the pause runs, which is not shorter than bots of its level may think: how long this one
    thinks would tell something of its hand.
    """
    assert table.match is not None
    token = table.thinking[at] = object()
    pause = max(pause, table.services.bot_budget(level))
    due = table.services.now() + pause if pause else None
    public, mine = table.match.view(at)
    assert mine is not None
    # Counted in entries, so that after a decision was taken back no bot is bound to do what it did before:
    # nobody can try out what the bots answer, and then choose.
    seed = table.match.bots_luck + table.match.entries * 16 + at
    question = BotQuestion(level, table.vocabulary.game, public, mine, at, seed, table.code)
    asked = (token, table.match.moves)
    table.services.ask_bot(question, partial(_play_when_due, table, at, asked, due))


Asked = tuple[object, int]
"""The token of a question to a bot, and how many moves there were when it was asked."""


def _play_when_due(table: Table, at: int, asked: Asked, due: float | None, action: ActionMap | None) -> None:
    play = table.guarded(partial(_play_for_bot, table, at, asked, action))
    left = 0.0 if due is None else due - table.services.now()
    if left < 0:
        left %= BEAT
    if left > 0:
        table.services.call_later(left, play)
    else:
        play()


def _play_for_bot(table: Table, at: int, asked: Asked, action: ActionMap | None) -> None:
    match = table.match
    token, moves = asked
    if table.thinking.get(at) is not token or match is None or table.status != "playing":
        return
    del table.thinking[at]
    if table.services.stalled:
        return  # the bot is asked again when the table goes on
    legal, number = match.position.legal(at), None
    if action is not None:
        with suppress(Refusal):
            number = match.rules.read(match.position, at, action)
    if (number is None or number not in legal) and match.moves != moves:
        # Somebody else's decision has settled what the bot was asked, such as a race.
        advance(table)
        return
    if number is None or number not in legal:
        log.error("table %s: the bot on seat %d gave no legal action; the first one is taken", table.code, at)
        number = legal[0]
    table.services.counts.bot_moves += 1
    _play(table, match, at, number, match.rules.write(match.position, at, number))


# Clocks


def _run_clock(table: Table, match: Match) -> None:
    if not match.clock:
        return
    table.update_clock()
    if table.clock_timer:
        table.clock_timer.cancel()
        table.clock_timer = None
    end = match.clock.next_deadline()
    if end is not None:
        left = max(0.0, end - table.services.now())
        table.clock_timer = table.services.call_later(left, table.guarded(partial(_time_out, table, match)))


def _time_out(table: Table, match: Match) -> None:
    """Let the stand-in take the decision of a seat whose time is used up, after a few the seat."""
    if table.match is not match or table.status != "playing" or match.clock is None:
        return
    now = table.services.now()
    for at in match.clock.expired(now):
        seat = table.seats[at]
        seat.timeouts += 1
        _ask(table, at, table.vocabulary.stand_in, 0.0)
        table.broadcast(TimeRanOut(at, seat.timeouts))
        if seat.timeouts >= TIMEOUTS_TO_SIT_IN:
            substitution.let_bot_play(table, at, "clock")
    _run_clock(table, match)
