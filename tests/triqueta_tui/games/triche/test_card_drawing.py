"""Every card is told apart without its colours, and shows its colours where they count."""

from itertools import combinations

import pytest
from rich.color import Color

from triqueta_protocol.games.triche_cards import CARDS, FACES, NORTH, SOUTH, Colour
from triqueta_tui.games.triche.card_drawing import Inks, Tile, draw_back, draw_card, draw_ghost
from triqueta_tui.games.triche.card_words import brief_name, letters
from triqueta_tui.widgets.canvas import PLAIN, Canvas

COLOURED = Inks(
    {one: Color.from_rgb(50 * one, 90, 200 - 50 * one) for one in Colour},
    Color.from_rgb(1, 1, 1),
    Color.from_rgb(2, 2, 2),
    Color.from_rgb(3, 3, 3),
)
NONE = Inks(dict.fromkeys(Colour), None, None, None)


def drawn(card: int, tile: Tile, colours: Inks, *, ghost: bool = False) -> Canvas:
    canvas = Canvas(tile.cells, tile.lines)
    if ghost:
        draw_ghost(canvas, 0, 0, card, tile, colours, PLAIN)
    else:
        draw_card(canvas, 0, 0, card, tile, colours)
    return canvas


def text(canvas: Canvas) -> str:
    return "\n".join("".join(cell for cell, _ in row) for row in canvas.cells)


@pytest.mark.parametrize("tile", Tile)
def test_every_way_a_card_can_lie_is_told_apart_without_colour(tile: Tile) -> None:
    looks = [text(drawn(card, tile, NONE)) for card in range(CARDS)]
    for one, other in combinations(range(CARDS), 2):
        assert looks[one] != looks[other]
        assert letters(one) != letters(other)


@pytest.mark.parametrize("tile", [one for one in Tile if one is not Tile.LETTERS])
@pytest.mark.parametrize("card", range(CARDS))
def test_a_card_shows_its_colours_above_and_below(tile: Tile, card: int) -> None:
    canvas = drawn(card, tile, COLOURED)
    middle = tile.cells // 2
    _, style = canvas.cells[0][middle - (1 if tile.lines > 2 else 0)]
    north, south = FACES[card][NORTH], FACES[card][SOUTH]
    assert north is not None
    assert south is not None
    if tile.lines > 2:
        assert COLOURED.faces[north] in (style.color, style.bgcolor)
    _, style = canvas.cells[-1][middle]
    assert COLOURED.faces[south] in (style.color, style.bgcolor)


@pytest.mark.parametrize("colours", [COLOURED, NONE])
@pytest.mark.parametrize("tile", [one for one in Tile if one is not Tile.LETTERS])
def test_a_card_that_is_only_shown_is_told_from_one_that_lies(tile: Tile, colours: Inks) -> None:
    for card in range(CARDS):
        ghost, laid = (drawn(card, tile, colours, ghost=ghost) for ghost in (True, False))
        assert text(ghost) != text(laid)
        assert letters(card).strip() in text(ghost)


def test_a_face_down_card_says_nothing_of_what_it_is() -> None:
    for tile in Tile:
        canvas = Canvas(tile.cells, tile.lines)
        draw_back(canvas, 0, 0, tile, COLOURED)
        assert "?" in text(canvas)
        assert not set("TRI") & set(text(canvas))


def test_cards_are_spoken_of_as_they_lie() -> None:
    assert [brief_name(card) for card in (0, 1, 2)] == ["T", "R", "I"]
    assert len({brief_name(card) for card in range(CARDS)}) == CARDS
