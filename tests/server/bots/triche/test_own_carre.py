"""What a hand can still score in its own carré."""

from msgspec import structs

from triqueta_protocol.games.triche import FACE_DOWN, Options, Place
from triqueta_protocol.games.triche_cards import CENTRE
from triqueta_server.bots.triche.reasons import best_filling, best_own_carre_score
from triqueta_server.games.triche.rules import RULES

BLUE, GREY, RED = range(3)

CELLS = (None, BLUE, RED, RED, FACE_DOWN, RED, RED, GREY, None)
"""Grey in the upper left makes a row, and a diagonal with red in the middle and blue in the lower right."""


def test_each_card_is_used_where_it_brings_most() -> None:
    assert best_filling(CELLS, None, [BLUE, GREY]) == 2
    assert best_filling(CELLS, RED, [BLUE, GREY]) == 2 + 4
    assert best_filling(CELLS, RED, [BLUE, BLUE]) == 1 + 3
    assert best_filling(CELLS, RED, []) == 3


def test_a_card_that_is_laid_elsewhere_is_gone() -> None:
    position = RULES.begin(2, Options(), bytes(32))
    for seat in (0, 1):
        position.apply(seat, position.legal(seat)[0])
    public, mine = RULES.public(position), RULES.mine(position, 0)
    theirs = (None, None, BLUE, None, FACE_DOWN, None, None, None, None)
    public = structs.replace(public, owners=(0, 1), carres=(CELLS, theirs))
    mine = structs.replace(mine, hand=(BLUE, BLUE, GREY), centre=RED)
    assert CELLS[CENTRE] == FACE_DOWN
    assert best_own_carre_score(public, mine, 0, Place(BLUE, 1, 6)) == 3
    assert best_own_carre_score(public, mine, 0, Place(GREY, 1, 6)) == 1
    assert best_own_carre_score(public, mine, 0, Place(GREY, 0, 0)) == 3
    # Much is free in the other one.
    assert best_own_carre_score(structs.replace(public, owners=(1, 0)), mine, 0, Place(GREY, 0, 0)) is None
