"""Replays: every step of a finished game with what each viewer was sent."""

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from triqueta_protocol.archive import ArchivedGame, ArchivedSeat, ReplayFound
from triqueta_protocol.codec import plain
from triqueta_protocol.events import Room, SeatInfo, Shuffle
from triqueta_protocol.replay import ReplayHead, ReplayStep, pack_part, pack_step
from triqueta_protocol.requests import Replay
from triqueta_protocol.table_events import GameBegan, GameOver, TableEvent
from triqueta_server.archive import access
from triqueta_server.archive.finished_game import FinishedGame
from triqueta_server.games import RULES
from triqueta_server.games.changes import Changes
from triqueta_server.games.game import AnyRules, Position
from triqueta_server.games.outcome import Standing, standings
from triqueta_server.tables.services import Asker

if TYPE_CHECKING:
    from triqueta_server.archive.archive import Archive

WITHIN: Final = 10.0
"""Seconds in which a part must be ready."""

MOST_STEPS: Final = 4096
PART: Final = 96 * 1024
"""Bytes of steps, before compression, after which a part ends; about ten times what is sent."""


async def replay(archive: "Archive", asker: Asker, request: Replay) -> ReplayFound:
    """Answer a request for a part of a replay, which a bot process prepares."""
    game, own, _ = await access.find(archive, asker, request.game)
    total = len(game.decisions) + 1
    start = min(request.start, total)
    packed = await archive.work("replay", asker.owner, plain(game), start, own, within=WITHIN)
    return ReplayFound(total=total, start=start, packed=packed)


class Views:
    """The last view of each viewer, so that a step has only the changes."""

    def __init__(self, rules: AnyRules, seats: int) -> None:
        self._rules = rules
        self._public = Changes()
        self._mine = tuple(Changes() for _ in range(seats))

    def changes(self, position: Position) -> tuple[dict[str, Any], tuple[dict[str, Any], ...]]:
        public = plain(self._public.since_last(self._rules.public(position)))
        mine = tuple(
            plain(memory.since_last(self._rules.mine(position, seat)))
            for seat, memory in enumerate(self._mine)
        )
        return public, mine if any(mine) else ()


def begin(game: FinishedGame) -> Position:
    rules = RULES[game.game]
    options = msgspec.convert(game.options, rules.vocabulary.words.options)
    position: Position = rules.begin(len(game.seats), options, game.seed)
    return position


def steps(game: FinishedGame, start: int = 0) -> Iterator[ReplayStep]:
    """The steps from ``start`` on, each with the changes since the step before it."""
    rules, position = RULES[game.game], begin(game)
    views = Views(rules, len(game.seats))
    if start == 0:
        began: list[TableEvent] = [GameBegan(game.facts.number, commitment(game))]
        yield ReplayStep(0, 0, None, tuple(plain(began)), *views.changes(position))
    for number, decision in enumerate(game.decisions, start=1):
        if number == start:
            views.changes(position)
        what: list[TableEvent] = []
        position.apply(decision.seat, rules.read(position, decision.seat, decision.action), what)
        if number < start:
            continue
        if not position.owing:
            what.append(GameOver(rules.winners(position), game.seed, game.salt))
        public, mine = views.changes(position)
        yield ReplayStep(decision.at, decision.seat, decision.action, tuple(plain(what)), public, mine)


def final_standings(game: FinishedGame) -> tuple[Standing, ...]:
    rules, position = RULES[game.game], begin(game)
    for decision in game.decisions:
        position.apply(decision.seat, rules.read(position, decision.seat, decision.action))
    return standings(rules, position, len(game.seats))


def commitment(game: FinishedGame) -> bytes:
    return hashlib.sha256(game.seed + game.salt).digest()


def line(game: FinishedGame, ended: tuple[Standing, ...], own: int | None = None) -> ArchivedGame:
    """The game as a line of a list."""
    facts = game.facts
    return ArchivedGame(
        id=game.id,
        game=game.game,
        begun_at=game.begun_at,
        ended_at=game.ended_at,
        seats=tuple(
            ArchivedSeat(seat.name, seat.level, result.points, result.place, at == own, seat.bot)
            for at, (seat, result) in enumerate(zip(game.seats, ended, strict=True))
        ),
        options=game.options,
        rated=game.rated,
        practice=facts.practice,
        coach=facts.coach,
        abandoned=game.abandoned,
        imported=game.imported,
    )


def room(game: FinishedGame) -> Room:
    """The room when the game ended, without ids of people or of the table."""
    facts = game.facts
    return Room(
        table="",
        epoch="",
        game=game.game,
        settings=facts.settings(len(game.seats)),
        options=game.options,
        seats=tuple(
            SeatInfo(
                kind="bot" if seat.level else "player",
                name=seat.name,
                player=str(at),
                level=seat.level,
                ready=True,
                present=True,
                bot=seat.bot,
            )
            for at, seat in enumerate(game.seats)
        ),
        host=None,
        watchers=(),
        status="over",
        games=facts.number,
        shuffle=Shuffle(commitment=commitment(game), seed=game.seed, salt=game.salt),
        finished=game.id,
    )


def part(game: FinishedGame, start: int, own: int | None) -> bytes:
    """The steps of one answer, packed; the first part also has the head."""
    head = None
    if start == 0:
        head = ReplayHead(line(game, final_standings(game), own), room(game), own)
    taken: list[bytes] = []
    size = 0
    for step in steps(game, start):
        taken.append(pack_step(step))
        size += len(taken[-1])
        if size >= PART:
            break
    return pack_part(taken, head)
