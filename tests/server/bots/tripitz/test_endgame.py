"""The end of a game is solved: what comes out is what trying everything gives."""

import math
from random import Random

import pytest

from tests.server.bots.tripitz.games import chosen
from tests.server.games.tripitz.play import FORMS, begun, random_action
from triqueta_server.bots.tripitz.endgame import SOLVABLE, preferred, solved
from triqueta_server.bots.tripitz.worlds import World
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES


def brute(position: Position, seat: int, action: int) -> tuple[int, ...]:
    """The points at the end, from the rules alone and leaving nothing out."""
    after = position.copy()
    after.apply(seat, action)
    if after.turn is None:
        return tuple(after.points)
    mover = after.turn
    ends = [brute(after, mover, answer) for answer in after.legal(mover)]
    return max(ends, key=lambda points: preferred(points, mover))


def endings(seats: int, form: str, pieces: int, games: int) -> list[Position]:
    """Moments with an empty bag and so few pieces on the racks."""
    found = []
    for game in range(games):
        rng = Random(game)
        position = begun(seats, b"end %d" % game, FORMS[form])
        while position.owing:
            seat = rng.choice(position.owing)
            left = sum(hand.bit_count() for hand in position.hands)
            if not position.left and 1 < left <= pieces and len(position.legal(seat)) > 1:
                found.append(position.copy())
            position.apply(seat, random_action(position, seat, rng))
    return found


def ranked(position: Position, ends: dict[int, tuple[int, ...]]) -> dict[int, tuple[float, float]]:
    assert position.turn is not None
    return {action: preferred(end, position.turn)[:2] for action, end in ends.items()}


@pytest.mark.parametrize(("seats", "form", "pieces"), [(2, "full", 5), (2, "jokers", 3), (3, "full", 3)])
def test_an_ending_is_as_good_as_trying_everything(seats: int, form: str, pieces: int) -> None:
    differing = 0
    moments = endings(seats, form, pieces, 6)
    for position in moments:
        assert position.turn is not None
        ends = solved(World(RULES.public(position)), 100_000, math.inf, lambda: 0.0)
        assert ends is not None
        tried = {action: brute(position, position.turn, action) for action in position.legal(position.turn)}
        if seats == 2:
            assert ranked(position, dict(ends)) == ranked(position, tried)
        else:
            assert dict(ends) == tried
        differing += len({*ranked(position, tried).values()}) > 1
    assert len(moments) > 5
    assert differing > 2


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_solvable_ending_is_played_at_its_best(level: str) -> None:
    for position in endings(2, "full", 3, 6):
        seat = position.turn
        assert seat is not None
        tried = {action: brute(position, seat, action) for action in position.legal(seat)}
        taken = RULES.read(position, seat, chosen(level, position, seat, "end"))
        assert preferred(tried[taken], seat)[:2] == max(ranked(position, tried).values())


def test_what_is_too_large_or_not_certain_is_not_solved() -> None:
    start = World(RULES.public(begun(2, b"large")))
    assert solved(start, 100_000, math.inf, lambda: 0.0) is None
    ending = World(RULES.public(endings(2, "full", SOLVABLE, 1)[0]))
    assert solved(ending, 3, math.inf, lambda: 0.0) is None
    assert solved(ending, 100_000, 1.0, lambda: 2.0) is None
