"""Finished games as tables write them, played by the rules alone: quick, and every row of them genuine."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from triqueta_protocol.codec import pack, plain
from triqueta_protocol.settings import TableSettings
from triqueta_server.games import RULES
from triqueta_server.games.game import AnyRules, Position
from triqueta_server.games.outcome import Outcome, outcome
from triqueta_server.store.records import Entry, GameEnd, GameRecord, GameSummary, Record, SeatResult
from triqueta_server.tables.state.series import Series
from triqueta_server.tables.state.stored_setup import Setup, SetupSeat

Chooser = Callable[[AnyRules, Position, int, Random], int]


class Played(NamedTuple):
    """What happened in a game, whoever played it."""

    kind: str
    seats: int
    options: dict[str, Any]
    seed: bytes
    moves: tuple[tuple[int, dict[str, Any]], ...]
    winners: tuple[int, ...]
    ended: tuple[Outcome, ...]


class Person(NamedTuple):
    id: str
    name: str


Sitter = Person | str
"""A person, or the level of a bot."""


def at_random(_rules: AnyRules, position: Position, seat: int, rng: Random) -> int:
    return rng.choice(position.legal(seat))


def play(
    kind: str, seats: int, rng: Random, choose: Chooser = at_random, options: dict[str, Any] | None = None
) -> Played:
    rules, seed = RULES[kind], rng.randbytes(32)
    typed = msgspec.convert(options or {}, rules.vocabulary.words.options)
    position: Position = rules.begin(seats, typed, seed)
    numbers: list[tuple[int, int]] = []
    moves: list[tuple[int, dict[str, Any]]] = []
    while position.owing:
        seat = rng.choice(position.owing)
        action = choose(rules, position, seat, rng)
        numbers.append((seat, action))
        moves.append((seat, rules.write(position, seat, action)))
        position.apply(seat, action)
    ended = outcome(rules, seats, typed, seed, numbers)
    return Played(kind, seats, plain(typed), seed, tuple(moves), rules.winners(position), ended)


def records(
    played: Played,
    game: str,
    sitters: Sequence[Sitter],
    at: float = 1_700_000_000.0,
    *,
    table: str = "KNOT",
    pace: float = 4.0,
    gone: Sequence[int] = (),
    series: Series | None = None,
    **chosen: Any,
) -> list[Record]:
    """The records of such a game between these, as a table writes them. It began at ``at``.

    Those on the seats ``gone`` left before the first move, and a bot played for them.
    """
    assert len(sitters) == played.seats
    seats = tuple(
        SetupSeat(name=f"Bot {at}", owner=None, bot=one)
        if isinstance(one, str)
        else SetupSeat(name=one.name, owner=one.id, bot=None)
        for at, one in enumerate(sitters)
    )
    host = next((seat.owner for seat in seats if seat.owner), None)
    settings = TableSettings(seats=played.seats, series=series.rule if series else None, **chosen)
    began = Setup(settings, played.options, seats, host=host, password=None, series=series)
    players = tuple(seat.owner for seat in seats)
    written: list[Record] = [
        GameRecord(
            game, table, played.kind, 1, at, played.seed, b"salt" * 4, pack(plain(began)), players=players
        )
    ]
    for seat in gone:
        body = {"name": seats[seat].name, "owner": players[seat], "bot": "easy", "left": True, "kicked": None}
        written.append(Entry(game, len(written), at, "seat", seat, None, None, pack(body)))
    for seat, action in played.moves:
        n, player = len(written), players[seat]
        request = None if player is None else n
        written.append(Entry(game, n, at + pace * n, "move", seat, player, request, pack([action, None])))
    end = at + pace * len(written)
    summary = GameSummary(
        seats=tuple(
            SeatResult(sat.owner, sat.name, sat.bot, False, at in gone, *how)
            for at, (sat, how) in enumerate(zip(seats, played.ended, strict=True))
        ),
        options=played.options,
        practice=settings.practice,
        coach=settings.coach,
    )
    result = pack(list(played.winners))
    written.append(GameEnd(game, end, result, summary))
    return written
