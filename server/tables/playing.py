"""The way of a move: judged, written, told. And what follows it: the clock and the bots."""

import logging
from functools import partial

from protocol import requests
from protocol.codec import pack
from protocol.errors import Code, Refusal
from protocol.happenings import TimeRanOut
from server.store.records import GameEnd
from server.tables import standing_in
from server.tables.house import ActionMap, Thought
from server.tables.match import Match
from server.tables.player import Player
from server.tables.table import Table

TIMEOUTS_TO_SIT_IN = 3

log = logging.getLogger(__name__)


def act(table: Table, player: Player, request: requests.Act) -> None:
    """A player takes a decision."""
    at = table.own_seat(player)
    match = running(table)
    table.require_store()
    if at not in match.position.owing:
        raise Refusal(Code.NOT_YOUR_TURN)
    action = match.rules.read(match.position, at, request.action)
    if action not in match.position.legal(at):
        # The position knows best why; it refuses without changing anything.
        match.position.apply(at, action)
    seat = table.seats[at]
    if seat.bot is not None:
        standing_in.take_back(table, at)
    seat.timeouts = 0
    _play(table, match, at, action, request.action, player, request.id)
    table.house.counts.moves += 1


def running(table: Table) -> Match:
    """The game that is being played, or a refusal."""
    if table.match is None or table.status != "playing":
        raise Refusal(Code.NO_GAME)
    return table.match


def go_on(table: Table) -> None:
    """See to it that the game moves: bots think about their decisions, clocks run for everybody else."""
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
    by: Player | None = None,
    request: int | None = None,
) -> None:
    what = match.play(at, action)
    table.thinking.pop(at, None)
    if match.clock:
        match.clock.stop(at, table.house.now())
    end: GameEnd | None = None
    if match.over:
        end = _finish(table, match)
        what.append(match.ending)
    else:
        table.wind_clock()
    telling = table.telling_moves(what)
    table.write(match.move_entry(table.house.wall(), at, wire, by.id if by else None, request))
    if end is not None:
        table.write(end)
    table.outbox.say(telling)
    if end is not None:
        table.list_anew()
    table.outbox.say(partial(go_on, table))


def _finish(table: Table, match: Match) -> GameEnd:
    table.status = "over"
    table.house.counts.games_over += 1
    table.thinking.clear()
    return GameEnd(game=match.id, at=table.house.wall(), result=pack(list(match.ending.winners)))


# Bots


def _ask(table: Table, at: int, level: str, pause: float) -> None:
    """Let a bot take a seat's decision after a pause, unless somebody else takes it first."""
    token = table.thinking[at] = object()
    table.house.later(pause, table.guarded(partial(_think, table, at, level, token)))


def _think(table: Table, at: int, level: str, token: object) -> None:
    if table.thinking.get(at) is not token or table.match is None:
        return
    public, mine = table.match.view(at)
    assert mine is not None
    seed = int.from_bytes(table.match.shuffle.commitment[:6]) + table.match.moves * 16 + at
    thought = Thought(level=level, game=table.game, public=public, mine=mine, seat=at, seed=seed)
    table.house.think(thought, lambda action: table.guarded(partial(_thought, table, at, token, action))())


def _thought(table: Table, at: int, token: object, action: ActionMap | None) -> None:
    match = table.match
    if table.thinking.get(at) is not token or match is None or table.status != "playing":
        return
    del table.thinking[at]
    if table.house.stalled:
        return  # asked again when the table goes on
    legal = match.position.legal(at)
    number = legal[0]
    try:
        if action is not None:
            number = match.rules.read(match.position, at, action)
    except Refusal:
        action = None
    if action is None or number not in legal:
        log.error("table %s: the bot on seat %d gave no legal action; the first one is taken", table.code, at)
        number = legal[0]
    table.house.counts.bot_moves += 1
    _play(table, match, at, number, match.rules.write(match.position, at, number))


# Clocks


def _run_clock(table: Table, match: Match) -> None:
    if not match.clock:
        return
    table.wind_clock()
    if table.clock_timer:
        table.clock_timer.cancel()
    now, end = table.house.now(), match.clock.next_end()
    table.clock_timer = (
        None
        if end is None
        else table.house.later(max(0.0, end - now), table.guarded(partial(_time_out, table, match)))
    )


def _time_out(table: Table, match: Match) -> None:
    """A seat's time is used up: the stand-in takes this decision, and after a few the seat."""
    if table.match is not match or table.status != "playing" or match.clock is None:
        return
    now = table.house.now()
    for at in match.clock.expired(now):
        seat = table.seats[at]
        seat.timeouts += 1
        _ask(table, at, standing_in.STAND_IN, 0.0)
        table.tell(TimeRanOut(at, seat.timeouts))
        if seat.timeouts >= TIMEOUTS_TO_SIT_IN:
            standing_in.let_bot_play(table, at, "clock")
    _run_clock(table, match)
