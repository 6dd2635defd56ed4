"""Set-ups that count as the same score the same, however the rest of the carré is filled."""

from random import Random

import pytest

from triqueta_protocol.games.triche_cards import CARDS, CELLS, CENTRE, COLOURS, LINES, points, spoiled
from triqueta_server.bots.triche.symmetry import SINGLE_COLOURED, WITH_TWO_COLOURS, distinct
from triqueta_server.games.triche.lookups import UNITS, set_ups


@pytest.mark.parametrize("expansion", [False, True])
def test_moved_carres_score_the_same_and_take_the_same_cards(expansion: bool) -> None:
    rng = Random(f"moved {expansion}")
    moves = WITH_TWO_COLOURS if expansion else SINGLE_COLOURED
    assert len(set(moves)) == (4 if expansion else 8)
    for _ in range(300):
        carre = [rng.randrange(CARDS if expansion else COLOURS) for _ in range(CELLS)]
        for cells, cards in moves:
            moved = [0] * CELLS
            for cell, card in enumerate(carre):
                moved[cells[cell]] = cards[card]
            assert scored(moved) == scored(carre)
            some: list[int | None] = [card if cell % 3 else None for cell, card in enumerate(carre)]
            there: list[int | None] = [None] * CELLS
            for cell, one in enumerate(some):
                there[cells[cell]] = None if one is None else cards[one]
            for cell in (0, 3, 6):
                fits = spoiled(some, cell, carre[CENTRE], diagonals=True) is None
                assert fits == (spoiled(there, cells[cell], cards[carre[CENTRE]], diagonals=True) is None)


def scored(carre: list[int]) -> int:
    return sum(points(line, *(carre[cell] for cell in on_line)) for line, on_line in enumerate(LINES))


def test_only_one_of_like_set_ups_is_thought_about() -> None:
    three_blue = set_ups(3 * UNITS[0])
    assert len(three_blue) == 28
    # Two corners on one side, opposite corners; two edges round a corner, opposite edges; a corner and an
    # edge beside it, or not.
    assert len(distinct(three_blue, expansion=False)) == 6
