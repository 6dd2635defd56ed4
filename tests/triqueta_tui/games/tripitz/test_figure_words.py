"""Why a stone makes no figure, and which lines it makes."""

from random import Random

import pytest

from triqueta_protocol.games.tripitz_board import CELLS, CENTRE, NUMBERS, Sum, worked_out
from triqueta_protocol.games.tripitz_stones import Colour, Ink, Symbol, stone
from triqueta_tui.games.tripitz.figure_words import all_groups, brief_sum, refusal_forms
from triqueta_tui.games.tripitz.figures import figures_of

START = {
    (0, 0): stone(Colour.YELLOW, Symbol.TRIANGLE, Ink.WHITE),
    (1, 0): stone(Colour.BLUE, Symbol.MOON, Ink.LIGHT_BLUE),
    (1, -1): stone(Colour.RED, Symbol.CIRCLE, Ink.BLACK),
    (0, 1): stone(Colour.GREEN, Symbol.STAR, Ink.GREY),
}


def board() -> list[int | None]:
    laid: list[int | None] = [None] * CELLS
    for at, piece in START.items():
        laid[NUMBERS[at]] = piece
    return laid


def test_a_cell_that_is_taken_or_alone_or_without_a_line_says_so() -> None:
    laid, piece = board(), stone(Colour.RED, Symbol.MOON, Ink.GREY)
    assert refusal_forms(laid, CENTRE[0], piece)[0] == "a stone is there already"
    assert refusal_forms(laid, NUMBERS[-5, 0], piece)[0] == "no stone beside it"
    assert refusal_forms(laid, NUMBERS[-1, 0], piece)[0] == "symbol: moon, triangle, moon"
    laid[NUMBERS[1, 0]] = None
    assert refusal_forms(laid, NUMBERS[-1, 0], piece)[0] == "no line of three"


def test_a_line_that_is_spoiled_says_by_which_feature() -> None:
    laid = board()
    # (2,0) continues (0,0), (1,0): yellow, blue, and then blue again.
    piece = stone(Colour.BLUE, Symbol.STAR, Ink.BLACK)
    assert refusal_forms(laid, NUMBERS[2, 0], piece)[0] == "colour: yellow, blue, blue"
    same_symbol = stone(Colour.RED, Symbol.MOON, Ink.BLACK)
    assert refusal_forms(laid, NUMBERS[2, 0], same_symbol)[0] == "symbol: triangle, moon, moon"


def test_what_counts_comes_first_and_a_triple_in_a_quadruple_is_left_out() -> None:
    laid = board()
    third = stone(Colour.RED, Symbol.STAR, Ink.BLACK)
    (triple,) = [one for one in figures_of(laid, NUMBERS[2, 0], third) if one.counts]
    assert triple.words == ("triple +1",)
    assert triple.stones == (START[0, 0], START[1, 0], third)
    laid[NUMBERS[2, 0]] = third
    fourth = stone(Colour.GREEN, Symbol.CIRCLE, Ink.GREY)
    figures = figures_of(laid, NUMBERS[3, 0], fourth)
    assert figures[0].words == ("quadruple +3",)
    assert [one for one in figures if one.counts] == [figures[0]]
    assert any(group.absorbed for group in all_groups(laid, NUMBERS[3, 0], fourth))


def test_in_a_narrow_terminal_fewer_words_are_made() -> None:
    laid, piece = board(), stone(Colour.BLUE, Symbol.STAR, Ink.BLACK)
    assert refusal_forms(laid, NUMBERS[2, 0], piece)[-1] == "colour: neither alike nor different"
    assert brief_sum(Sum(1, 1, 2, True, 16)) == "4 × 2 × 2 = 16"
    assert brief_sum(Sum(2, 0, 3, False, 6)) == "2 × 3 = 6"


@pytest.mark.parametrize("one_per_axis", [False, True])
def test_the_figures_that_are_shown_are_those_that_are_paid(one_per_axis: bool) -> None:
    chance = Random("many lines")
    # Of four stones that differ in one feature only, many lines are figures.
    laid = [chance.randrange(4) if chance.random() < 0.7 else None for _ in range(CELLS)]
    unpaid = 0
    for cell in (cell for cell in range(CELLS) if laid[cell] is None):
        for piece in range(4):
            made = worked_out(laid, cell, piece, one_per_axis=one_per_axis)
            shown = [one for one in figures_of(laid, cell, piece, one_per_axis=one_per_axis) if one.counts]
            counted = [len(one.stones) for one in shown]
            assert (counted.count(3), counted.count(4)) == (made.triples, made.quadruples)
            unpaid += worked_out(laid, cell, piece) != made
    assert (unpaid > 10) == one_per_axis


def test_a_line_that_does_not_count_says_that_it_is_no_figure_and_what_is_mixed() -> None:
    laid = board()
    figures = figures_of(laid, NUMBERS[2, 0], stone(Colour.BLUE, Symbol.STAR, Ink.BLACK))
    (lame,) = [one for one in figures if not one.counts]
    assert lame.words == (
        "no figure, counts 0: colour mixed (yellow, blue, blue)",
        "no figure, 0: colour mixed",
        "0: colour mixed",
        "mixed: colour",
    )
    both = figures_of(laid, NUMBERS[2, 0], stone(Colour.BLUE, Symbol.MOON, Ink.BLACK))
    assert both[0].words[0] == "no figure, 0: colour, symbol mixed"
    joker = figures_of(
        [64 if cell == NUMBERS[1, 0] else one for cell, one in enumerate(laid)], NUMBERS[2, 0], 0
    )
    assert joker[0].words == (
        "no figure, 0: colour, symbol, symbol colour mixed",
        "no figure, 0: all three mixed",
    )
