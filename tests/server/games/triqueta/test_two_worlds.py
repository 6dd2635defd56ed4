"""Worlds that differ only in what a viewer may not know look the same to that viewer, to the byte."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.server.games.triqueta.play import Log, random_game
from tests.server.games.triqueta.worlds import (
    Look,
    Viewer,
    World,
    first_difference,
    known_at_each_moment,
    look,
    shuffled_unknown,
)
from triqueta_protocol.codec import pack
from triqueta_protocol.games.triqueta import deal
from triqueta_server.games.triqueta.actions import REVEAL
from triqueta_server.games.triqueta.position import Position

KINDS_OF_GAME = [(2, False), (3, False), (4, False), (5, False), (2, True)]
GAMES = 500
FURTHER = 5
"""How many moments both worlds are played on together."""


def moments_of_each_phase(seats: int, order: bytes, log: Log, rng: Random, dorra: bool) -> dict[str, int]:
    """One moment of every phase the game went through, picked at random."""
    position = Position(seats, order, log[0][0], dorra=dorra)
    phases: dict[str, list[int]] = {position.phase: [0]}
    for moment, (seat, action) in enumerate(log, 1):
        position.apply(seat, action)
        phases.setdefault(position.phase, []).append(moment)
    return {phase: rng.choice(moments) for phase, moments in phases.items()}


def differences(
    seats: int, dorra: bool, games: int, looking: Look = look
) -> Iterator[tuple[str, int | None]]:
    """For each game, sampled moment and viewer: the phase, and when the worlds could be told apart."""
    for game in range(games):
        rng = Random(f"worlds {seats} {dorra} {game}")
        order, _ = deal(b"worlds %d" % game, seats)
        log = random_game(seats, order, rng, dorra=dorra)
        known = known_at_each_moment(seats, order, log, dorra=dorra)
        for phase, moment in moments_of_each_phase(seats, order, log, rng, dorra).items():
            viewers: list[Viewer] = [*range(seats), None]
            for at, viewer in enumerate(viewers):
                other = shuffled_unknown(order, known[moment][at], rng)
                last = moment
                while last < min(len(log), moment + FURTHER) and all(
                    order[token] == other[token] for token in known[last + 1][at]
                ):
                    last += 1
                worlds = World(seats, order, log, dorra=dorra), World(seats, other, log, dorra=dorra)
                yield phase, first_difference(*worlds, range(moment, last + 1), viewer, looking)


@pytest.mark.parametrize("games", [GAMES // 12, pytest.param(GAMES, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("seats", "dorra"), KINDS_OF_GAME)
def test_what_a_viewer_may_not_know_does_not_show(seats: int, dorra: bool, games: int) -> None:
    phases: Counter[str] = Counter()
    for phase, difference in differences(seats, dorra, games):
        phases[phase] += 1
        assert difference is None
    assert phases.keys() == {"turn", "place", "tower", "reveal", "over"}
    assert phases["turn"] == games * (seats + 1)


def next_token(position: Position, viewer: Viewer) -> bytes:
    return look(position, viewer) + bytes(position.deal[position.top : position.top + 1])


def drawn_token(position: Position, viewer: Viewer) -> bytes:
    return look(position, viewer) + position.deal[position.top - position.held : position.top]


def kept_tokens(position: Position, viewer: Viewer) -> bytes:
    return look(position, viewer) + pack(position.kept)


def boxed_tokens(position: Position, viewer: Viewer) -> bytes:
    return look(position, viewer) + pack(position.boxed)


def buried_token(position: Position, viewer: Viewer) -> bytes:
    return look(position, viewer) + position.deal[-1:]


@pytest.mark.parametrize("leak", [next_token, drawn_token, kept_tokens, boxed_tokens, buried_token])
def test_a_leak_is_caught(leak: Look) -> None:
    assert any(difference is not None for _, difference in differences(2, True, 20, leak))


@pytest.mark.parametrize("games", [80, pytest.param(GAMES, marks=pytest.mark.slow)])
def test_what_others_have_decided_does_not_show_before_the_last_decision(games: int) -> None:
    """At the reveal, others' decisions are turned round one by one; nobody but they could tell."""
    compared = 0
    for game in range(games):
        rng = Random(f"decisions {game}")
        order, _ = deal(b"decisions %d" % game, 4)
        log = random_game(4, order, rng)
        first = next((at for at, (_, action) in enumerate(log) if action >= REVEAL), len(log))
        for turned in range(first, len(log) - 1):
            decider, action = log[turned]
            other = [*log]
            other[turned] = (decider, REVEAL + (action - REVEAL ^ 1))
            for viewer in (*(seat for seat in range(4) if seat != decider), None):
                worlds = World(4, order, log), World(4, order, other)
                assert first_difference(*worlds, range(turned, len(log)), viewer) is None
                compared += 1
            revealed = World(4, order, log), World(4, order, other)
            assert first_difference(*revealed, [len(log)], None) == len(log)
    assert compared > games // 2
