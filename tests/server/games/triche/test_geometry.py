"""How cards are read, which lines score, and where a card fits: every case there is."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.server.games.triche import reference
from tests.server.games.triche.play import NAMES, arranged, card, cards
from tests.server.games.triche.reference import Carre, can_score, score
from triqueta_protocol.games.triche import Reach
from triqueta_protocol.games.triche_cards import (
    CARDS,
    COLOURS,
    FACES,
    LINE_DIRECTIONS,
    LINES,
    OUTER_LINES,
    UNTURNED,
    WAYS,
    Colour,
    deck,
    most_points,
    points,
    spoiled,
)
from triqueta_server.games.triche.actions import RING
from triqueta_server.games.triche.lookups import LAID, fitting, fitting_with_diagonals
from triqueta_server.games.triche.scoring import best_centre, carre_sheet, cells, outer_points
from triqueta_server.games.triche.view import _reach

PLACES = ("TL", "TM", "TR", "ML", "MM", "MR", "BL", "BM", "BR")


def test_sixty_three_cards_and_eighteen_of_the_expansion() -> None:
    assert Counter(NAMES[one] for one in deck(expansion=False)) == {"T": 21, "R": 21, "I": 21}
    extra = Counter(NAMES[one] for one in deck(expansion=True)[63:])
    assert extra == {"C\\": 3, "C/": 3, "H\\": 3, "H/": 3, "É\\": 3, "É/": 3}
    assert deck(expansion=True)[:63] == deck(expansion=False)


def test_a_card_as_dealt_has_its_first_colour_above() -> None:
    above = {letter: FACES[card(f"{letter}{cut}")][0] for letter in "CHÉ" for cut in "\\/"}
    assert above == {"C": Colour.BLUE, "H": Colour.GREY, "É": Colour.RED}


def test_turning_a_card_swaps_its_colours_and_nothing_else() -> None:
    for one in range(COLOURS, CARDS):
        [other] = {*WAYS[one]} - {one}
        assert FACES[other] == FACES[one][4:] + FACES[one][:4]
        assert UNTURNED[one] == UNTURNED[other] == min(one, other)


def test_the_table_of_the_rules() -> None:
    """C with T in the upper right and R in the lower left, read in every cell towards each of its lines."""
    table = """
    TL row T, col R, diag –; TM row R|T, col R; TR row R, col R, diag R; ML row T, col T|R
    MM row R|T, col T|R, main –, anti T|R; MR row R, col T|R; BL row T, col T, diag T
    BM row R|T, col T; BR row R, col T, diag –
    """
    expected = {}
    for entry in table.replace("\n", ";").split(";"):
        if entry.strip():
            place, _, rest = entry.strip().partition(" ")
            expected[place] = dict(one.strip().split(" ") for one in rest.split(","))
    assert len(expected) == 9
    letters = "TRI"
    faces = FACES[card("C\\")]
    for cell, place in enumerate(PLACES):
        found = {}
        for line, on_line in enumerate(LINES):
            if cell not in on_line:
                continue
            name = "row" if line < 3 else "col" if line < 6 else ["main", "anti"][line - 6]
            if name in ("main", "anti") and place != "MM":
                name = "diag"
            onward = LINE_DIRECTIONS[line]
            sides = [faces[(onward + 4) % 8], faces[onward]]
            if cell != on_line[1]:
                sides = [sides[cell == on_line[0]]]
            words = ["–" if side is None else letters[side] for side in sides]
            found[name] = "–" if "–" in words else "|".join(words)
        assert found == expected[place], place


@pytest.mark.parametrize("line", range(8))
def test_every_line_of_three_cards_scores_what_the_geometry_says(line: int) -> None:
    slow = tuple(divmod(cell, 3) for cell in LINES[line])
    for three in product(range(CARDS), repeat=3):
        assert points(line, *three) == score(slow, *(reference.CARDS[one] for one in three))


def test_a_line_of_the_base_game_scores_if_its_sum_is_a_multiple_of_three() -> None:
    for line in range(8):
        for three in product(range(COLOURS), repeat=3):
            assert points(line, *three) == (sum(three) % 3 == 0)


def test_carres_of_the_base_game_never_score_seven() -> None:
    totals = Counter(
        sum(points(line, *(grid[cell] for cell in on_line)) for line, on_line in enumerate(LINES))
        for grid in product(range(COLOURS), repeat=9)
    )
    assert set(totals) == {0, 1, 2, 3, 4, 5, 6, 8}
    assert Fraction(sum(total * count for total, count in totals.items()), 3**9) == Fraction(8, 3)


def grid_of(laid: list[int | None]) -> int:
    return sum(LAID[one][slot] for slot, cell in enumerate(RING) if (one := laid[cell]) is not None)


def test_the_most_that_the_expansion_can_score_is_scored_as_twenty_one() -> None:
    carre = cards("C\\' C/' T  C/ C\\ É/'  R C/' É\\")
    assert not Counter(UNTURNED[one] for one in carre) - Counter(deck(expansion=True))
    for centre in WAYS[carre[4]]:
        sheet = carre_sheet(grid_of([*carre]), UNTURNED[centre], owner=0)
        assert sheet.cells == tuple(carre)
        assert sheet.points == sum(sheet.lines) == 21


def test_a_centre_is_turned_the_better_way_and_left_if_that_is_the_same() -> None:
    rng = Random(3)
    turned = 0
    for _ in range(3000):
        laid: list[int | None] = [rng.randrange(CARDS) for _ in range(9)]
        centre = UNTURNED[laid[4] or 0]
        way, gain = best_centre(grid_of(laid), centre)
        each = {}
        for one in WAYS[centre]:
            full = [one if cell == 4 else other for cell, other in enumerate(laid)]
            each[one] = sum(points(line, *(full[cell] or 0 for cell in LINES[line])) for line in (1, 4, 6, 7))
        assert gain == max(each.values()) == each[way]
        turned += way != centre
        assert way == centre or each[way] > each[centre]
    assert turned > 100


def test_the_closed_form_of_what_can_still_score() -> None:
    """With two of three cards: the middle is two-coloured and the end shows another colour, else it can."""
    cases = 0
    for line in (*OUTER_LINES, 6, 7):
        onward = LINE_DIRECTIONS[line]
        for one, other in product(range(CARDS), repeat=2):
            ends_show = FACES[one][onward], FACES[other][(onward + 4) % 8]
            assert bool(most_points(line, one, None, other)) == (None not in ends_show)
            for middle, end, at_first in ((one, other, True), (one, other, False)):
                towards = (onward + 4) % 8 if at_first else onward
                shown, facing = FACES[middle][towards], FACES[end][(towards + 4) % 8]
                cut = FACES[middle][onward] != FACES[middle][(onward + 4) % 8]
                on_line = (end, middle, None) if at_first else (None, middle, end)
                alive = shown is not None and facing is not None and FACES[middle][onward] is not None
                expected = alive and (not cut or shown == facing)
                assert bool(most_points(line, *on_line)) == expected
                cases += 1
    assert cases == 6 * 2 * CARDS**2


def random_carre(rng: Random, expansion: bool) -> list[int | None]:
    count = CARDS if expansion else COLOURS
    return [rng.randrange(count) if rng.random() < 0.55 else None for _ in range(9)]


@pytest.mark.parametrize("expansion", [False, True])
def test_where_cards_fit_in_ten_thousand_carres(expansion: bool) -> None:
    rng = Random(f"fits {expansion}")
    kinds = CARDS if expansion else COLOURS
    for number in range(5000):
        laid = random_carre(rng, expansion)
        grid = grid_of(laid)
        carre = Carre(
            0, {divmod(c, 3): reference.CARDS[one] for c, one in enumerate(laid) if one is not None}
        )
        carre.open.pop((1, 1), None)
        table = {False: fitting(grid), True: fitting_with_diagonals(grid)}
        for diagonals in (False, True) if expansion else (False,):
            for slot, cell in enumerate(RING):
                for one in range(kinds):
                    quick = bool(table[diagonals][one] >> slot & 1)
                    at = divmod(cell, 3)
                    slow = laid[cell] is None and carre.fits(
                        reference.CARDS[one], at, expansion=expansion, diagonals=diagonals
                    )
                    assert quick == slow
                    if laid[cell] is None and number % 8 == 0:
                        assert quick == (spoiled(laid, cell, one, diagonals=diagonals) is None)
        scored = [
            points(line, *(one or 0 for one in on_line))
            for line in OUTER_LINES
            if None not in (on_line := [laid[cell] for cell in LINES[line]])
        ]
        assert outer_points(grid) == sum(scored)
        assert cells(grid, laid[4]) == tuple(laid)


def test_what_can_score_with_three_kinds_can_score_with_three_kinds() -> None:
    for on_line in product((None, *range(COLOURS)), repeat=3):
        slow = can_score(
            ((0, 0), (0, 1), (0, 2)),
            tuple(None if one is None else reference.CARDS[one] for one in on_line),
            expansion=False,
        )
        assert bool(most_points(0, *on_line, COLOURS)) == slow


def test_the_reach_of_a_carre_is_never_passed() -> None:
    rng = Random(8)
    for expansion, limit in ((False, 8), (True, 21)):
        kinds = CARDS if expansion else COLOURS
        for _ in range(2000):
            laid = random_carre(rng, expansion)
            reach = _reach(grid_of(laid), expansion)
            full = [
                rng.randrange(kinds) if one is None or cell == 4 else one for cell, one in enumerate(laid)
            ]
            total = sum(points(line, *(full[cell] for cell in on_line)) for line, on_line in enumerate(LINES))
            assert reach.points <= total <= reach.most <= limit
            assert expansion or reach.most != 7
    assert _reach(0, False) == Reach(0, 8)
    position = arranged(["T T T T T T T T T", "R R R R R R R R I"], ["", ""])
    assert [_reach(grid, False) for grid in position.grids] == [Reach(4, 8), Reach(2, 5)]
