"""What is said of lines is what the rules say of them."""

from itertools import product

import pytest

from tests.triqueta_tui.games.triche.local import EXPANSION, LocalTable
from triqueta_protocol.games.triche import FACE_DOWN, Place
from triqueta_protocol.games.triche_cards import CARDS, CENTRE, LINES, points, spoiled
from triqueta_tui.games.triche.lines_touched import explained, why_not
from triqueta_tui.locale import use

T, R, I = 0, 1, 2  # noqa: E741 - the letters on the cards


@pytest.fixture(autouse=True)
def _english() -> None:
    use("en")


def carre(**cells: int) -> list[int | None]:
    laid: list[int | None] = [None] * 9
    laid[CENTRE] = FACE_DOWN
    for name, card in cells.items():
        laid[int(name[1:])] = card
    return laid


def test_each_line_of_a_cell_is_named_once() -> None:
    for cell in (0, 1, 2, 3, 5, 6, 7, 8):
        words = explained(carre(), cell, T).split(" · ")
        assert len(words) == sum(cell in line for line in LINES)


def test_who_has_laid_the_centre_is_told_what_it_makes() -> None:
    cells = carre(c3=T)
    assert explained(cells, 5, T).startswith("row T – T hidden")
    assert explained(cells, 5, T, centre=T).startswith("row T (T) T +1")
    assert explained(cells, 5, T, centre=R).startswith("row T (R) T nothing")
    assert explained(cells, 5, T, centre=CARDS - 1).startswith("row T – T hidden"), "it may yet be turned"


def test_a_finished_line_has_its_points_as_the_rules_have_them() -> None:
    for first, middle, last in product(range(CARDS), repeat=3):
        row, *_ = explained(carre(c0=first, c1=middle), 2, last).split(" · ")
        scored = points(0, first, middle, last)
        assert row.endswith(f"+{scored}" if scored else "nothing")


def test_open_hidden_and_spoiled_lines_are_told_apart() -> None:
    assert "row T R – open" in explained(carre(c0=T), 1, R)
    assert "column R – I hidden" in explained(carre(c7=I), 1, R)
    two_coloured = next(card for card in range(3, CARDS) if not points(0, T, card, R))
    words = explained(carre(c1=two_coloured), 0, T)
    assert ("spoiled" in words) == (spoiled(carre(c1=two_coloured), 0, T, diagonals=False) is not None)


def test_why_a_card_does_not_fit_names_what_it_would_spoil() -> None:
    laid = carre(c0=T, c1=R)
    assert why_not(laid, 2, T, diagonals=True) == "it doesn’t fit, row T R T nothing"
    assert why_not(laid, 0, T, diagonals=True) == "There is already a card on that cell."
    assert why_not(laid, 2, I, diagonals=True) == ""


def test_every_cell_that_is_not_offered_has_a_reason_and_no_offered_one_has() -> None:
    table = LocalTable(3, 0, options=EXPANSION)
    while table.public.round < 3:
        public = table.public
        if public.phase == "place":
            seat = public.owing[0]
            mine = table.rules.mine(table.position, seat)
            offered = {
                (choice.action.card, choice.action.carre, cell)
                for choice in mine.choices
                if isinstance(choice.action, Place)
                for cell in (choice.pick.values if choice.pick else (choice.action.cell,))
            }
            forced = any(choice.forced for choice in mine.choices)
            for number, cells in enumerate(public.carres):
                if public.owners[number] == seat or forced:
                    continue
                for cell in range(9):
                    fits = (mine.hand[0], number, cell) in offered
                    reason = why_not(cells, cell, mine.hand[0], diagonals=public.diagonals)
                    assert bool(reason) != fits
        table.move()
