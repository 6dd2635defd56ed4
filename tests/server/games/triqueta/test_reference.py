"""The quick rules and the plain ones, played side by side."""

from collections import Counter
from random import Random

import pytest

from tests.server.games.triqueta.play import choose, number, word
from tests.server.games.triqueta.reference import Reference
from triqueta_protocol.games.triqueta import deal
from triqueta_server.games.triqueta.lookups import animals
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.rules import RULES


def words(legal: list[tuple[str, int]]) -> set[int]:
    return {number(f"{name} {which}") for name, which in legal}


def as_pair(action: int) -> tuple[str, int]:
    name, _, which = word(action).partition(" ")
    return name, int(which or 0)


def same(position: Position, reference: Reference) -> None:
    public = RULES.public(position)
    assert public.phase == reference.phase
    assert list(position.owing) == reference.owing()
    assert public.tower == reference.tower
    assert public.rock == reference.rock
    assert list(public.towers) == [len(tower) for tower in reference.towers]
    assert list(public.trees) == reference.trees
    assert [list(row) for row in public.rows] == [reference.animals(row or []) for row in reference.rows]
    assert [taker is None for taker in public.takers] == [row is not None for row in reference.rows]
    for at, seat in enumerate(reference.seats):
        assert set(position.legal(at)) == words(reference.legal(at))
        assert list(animals(position.collections[at])) == reference.animals(seat.collection)
        assert public.face_down[at] == len(seat.face_down)
        assert public.keeps_left[at] == 2 - seat.kept_ever
        assert public.tree_tiles[at] == seat.trees
        mine = RULES.mine(position, at)
        assert [list(mine.drawn), list(mine.face_down), list(mine.boxed)] == [
            [reference.deal[token] for token in heap] for heap in (seat.hand, seat.face_down, seat.box)
        ]
        for row, worth in zip(reference.rows, mine.worth, strict=True):
            assert (worth is None) == (row is None)
            if worth is not None and row is not None:
                taken = Reference(len(reference.seats), reference.deal, reference.rock)
                taken.seats[at].collection = [*seat.collection]
                before = taken.total(at)
                taken.seats[at].collection += row
                assert (
                    worth.points == sum(change.points for change in worth.split) == taken.total(at) - before
                )


@pytest.mark.parametrize("games", [20, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("seats", "dorra"), [(2, False), (3, False), (4, False), (5, False), (2, True)])
def test_both_play_the_same_game(seats: int, dorra: bool, games: int) -> None:
    phases: Counter[str] = Counter()
    for game in range(games):
        rng = Random(f"{seats} {dorra} {game}")
        order, rock = deal(b"side by side %d" % game, seats)
        position = Position(seats, order, rock, dorra=dorra)
        reference = Reference(seats, order, rock, dorra=dorra)
        same(position, reference)
        while position.owing:
            phases[position.phase] += 1
            seat = rng.choice(position.owing)
            action = choose(position.legal(seat), rng)
            position.apply(seat, action)
            reference.apply(seat, as_pair(action))
            same(position, reference)
            assert sorted(reference.everywhere()) == list(range(60))
        scores = RULES.public(position).scores
        assert scores is not None
        assert [score.total for score in scores] == [reference.total(at) for at in range(seats)]
        assert list(RULES.winners(position)) == reference.winners()
    assert set(phases) == {"turn", "place", "tower", "reveal"}
