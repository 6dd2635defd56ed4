"""A finished game played again: every step with what each viewer was told of it."""

import hashlib
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from protocol.archive import ArchivedGame, ArchivedSeat
from protocol.codec import plain
from protocol.events import Room, SeatInfo, Shuffle
from protocol.happenings import GameBegan, GameOver, Happening
from protocol.replay import ReplayHead, ReplayStep, pack_part, pack_step
from protocol.requests import TableRules
from server.archive.finished_game import FinishedGame
from server.games import RULES
from server.games.changes import Changes
from server.games.game import AnyRules, Position
from server.games.standings import Standing, standings

MOST_STEPS: Final = 4096
PART: Final = 96 * 1024
"""Bytes of steps, before they are packed, after which a part ends: some ten times as many as are sent."""


class Views:
    """What each viewer was told last, so that the next step has only what changed."""

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
    """The steps from a number on. The first of them has changes to the one before it, as all have."""
    rules, position = RULES[game.game], begin(game)
    views = Views(rules, len(game.seats))
    if start == 0:
        began: list[Happening] = [GameBegan(game.facts.number, commitment(game))]
        yield ReplayStep(0, 0, None, tuple(plain(began)), *views.changes(position))
    for number, decision in enumerate(game.decisions, start=1):
        if number == start:
            views.changes(position)
        what: list[Happening] = []
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
    """The game in a list of games."""
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
    """The room as it was when the game was over, without whatever leads to people or to the table."""
    facts = game.facts
    return Room(
        table="",
        epoch="",
        game=game.game,
        rules=TableRules(seats=len(game.seats), clock=facts.clock, watchers=False, private=True),
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
        seeded=facts.seeded,
        shuffle=Shuffle(commitment=commitment(game), seed=game.seed, salt=game.salt),
        coach=facts.coach,
        practice=facts.practice,
        finished=game.id,
    )


def part(game: FinishedGame, start: int, own: int | None) -> bytes:
    """As many steps as go into one answer, packed; with the first one comes the head."""
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
