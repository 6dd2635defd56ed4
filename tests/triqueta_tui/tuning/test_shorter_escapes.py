"""Thinned-out output paints the same picture, to the last cell and its colours."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.style import Style
from textual.drivers.headless_driver import HeadlessDriver

from triqueta_tui.tuning.shorter_escapes import shorten, shorter_moves, with_shorter_escapes

COLOURS = st.sampled_from(
    [None, *(Color.parse(name) for name in ("default", "red", "bright_blue", "color(188)", "#f4bd33"))]
)
STYLES = st.builds(
    Style,
    color=COLOURS,
    bgcolor=COLOURS,
    bold=st.booleans(),
    dim=st.booleans(),
    underline=st.booleans(),
    strike=st.booleans(),
    reverse=st.booleans(),
)
RUNS = st.lists(
    st.tuples(STYLES, st.sampled_from(["a", "熊", "▀▄", "  ", "\x1b[2;3H", "\x1b[K"])), max_size=20
)


def painted(data: str, width: int = 12, height: int = 4) -> list[list[tuple[object, ...]]]:
    """What can be seen in every cell of a terminal after this."""
    screen = pyte.Screen(width, height)
    pyte.Stream(screen).feed(data)
    return [[seen(screen.buffer[y][x]) for x in range(width)] for y in range(height)]


def seen(cell: pyte.screens.Char) -> tuple[object, ...]:
    """The colour and the weight of a letter do not show on a blank."""
    if cell.data == " " and not (cell.underscore or cell.reverse or cell.strikethrough):
        return (" ", cell.bg)
    return tuple(cell)


def rendered(runs: list[tuple[Style, str]]) -> str:
    """Runs of letters the way Textual writes them."""
    return "".join(style.render(text) if text[0] != "\x1b" else text for style, text in runs)


@given(runs=RUNS)
def test_the_picture_is_the_same(runs: list[tuple[Style, str]]) -> None:
    data = rendered(runs)
    assert painted(shorten(data)) == painted(data)


@given(runs=RUNS)
def test_it_is_never_longer_and_leaves_no_style_behind(runs: list[tuple[Style, str]]) -> None:
    data = rendered(runs)
    assert len(shorten(data)) <= len(data)
    assert painted(f"{shorten(data)}\x1b[Hx") == painted(f"{data}\x1b[Hx")


@given(text=st.text(max_size=60))
def test_what_has_no_style_is_left_alone(text: str) -> None:
    assert shorten(text.replace("\x1b", "")) == text.replace("\x1b", "")


@pytest.mark.parametrize(
    ("said", "thinned"),
    [
        ("\x1b[1;31ma\x1b[0m\x1b[1;31mb\x1b[0m", "\x1b[1;31mab\x1b[m"),
        ("\x1b[31;40ma\x1b[0m\x1b[32;40mb\x1b[0m", "\x1b[31;40ma\x1b[32mb\x1b[m"),
        ("\x1b[1;31ma\x1b[0m\x1b[31mb\x1b[0m", "\x1b[1;31ma\x1b[22mb\x1b[m"),
        ("\x1b[1;2;31ma\x1b[0m\x1b[2;31mb\x1b[0m", "\x1b[1;2;31ma\x1b[22;2mb\x1b[m"),
        ("\x1b[31;42ma\x1b[0m\x1b[31mb\x1b[0m", "\x1b[31;42ma\x1b[49mb\x1b[m"),
        ("\x1b[1;4;7;31ma\x1b[0m\x1b[32mb\x1b[0m", "\x1b[1;4;7;31ma\x1b[0;32mb\x1b[m"),
        ("\x1b[53;31ma\x1b[0m\x1b[31mb\x1b[0m", "\x1b[53;31ma\x1b[0;31mb\x1b[m"),
        ("\x1b[31ma\x1b[0m\x1b[2;1H\x1b[31mb\x1b[0m", "\x1b[31ma\x1b[2;1Hb\x1b[m"),
        ("\x1b[38;2;1;2;3;48;5;9ma\x1b[0m", "\x1b[38;2;1;2;3;48;5;9ma\x1b[m"),
        ("\x1b[31ma\x1b[0m\x1b[1;32m  \x1b[0m\x1b[31mb\x1b[0m", "\x1b[31ma  b\x1b[m"),
        ("\x1b[31ma\x1b[0m\x1b[32;40m \x1b[0m\x1b[31mb\x1b[0m", "\x1b[31ma\x1b[40m \x1b[49mb\x1b[m"),
        ("\x1b[31ma\x1b[0m\x1b[4;32m \x1b[0m\x1b[31mb\x1b[0m", "\x1b[31ma\x1b[4;32m \x1b[0;31mb\x1b[m"),
        ("\x1b[31ma\x1b[0m\x1b[7;32m \x1b[0m\x1b[31mb\x1b[0m", "\x1b[31ma\x1b[7;32m \x1b[0;31mb\x1b[m"),
        ("\x1b[?25l\x1b[?1049h", "\x1b[?25l\x1b[?1049h"),
    ],
)
def test_only_what_changes_is_said(said: str, thinned: str) -> None:
    assert shorten(said) == thinned


@given(
    runs=st.lists(
        st.tuples(
            STYLES,
            st.sampled_from(
                ["a", "熊", "▀▄", "\n\x1b[2;1H", "\n\x1b[3;1H", "\n\x1b[3;5H", "\x1b[3;9H", "\x1b[4;1H", "\n"]
            ),
        ),
        max_size=12,
    )
)
def test_moves_are_shorter_and_end_in_the_same_cells(runs: list[tuple[Style, str]]) -> None:
    data = "".join(text if text[0] in "\x1b\n" else style.render(text) for style, text in runs)
    assert len(shorter_moves(data)) <= len(data)
    # A terminal turns a bare line break into one that also goes to the left edge.
    before, after = (text.replace("\n", "\r\n") for text in (data, shorter_moves(data)))
    assert painted(after, 40, 20) == painted(before, 40, 20)


def test_a_column_of_cells_needs_no_moves() -> None:
    assert shorter_moves("\x1b[3;1Ha\n\x1b[4;1Hb\n\x1b[5;1Hc") == "\x1b[3;1Ha\r\nb\r\nc"
    assert shorter_moves("\x1b[3;1Ha\n\x1b[7;9Hb") == "\x1b[3;1Ha\x1b[7;9Hb"


def test_a_move_on_the_same_line_names_the_column_only() -> None:
    assert shorter_moves("\x1b[3;1Ha\x1b[3;20Hb\n\x1b[4;7Hc") == "\x1b[3;1Ha\x1b[20Gb\x1b[4;7Hc"
    assert shorter_moves("\x1b[3;1Ha\n\x1b[3;20Hb") == "\x1b[3;1Ha\x1b[20Gb"


def test_a_move_that_is_followed_by_another_is_left_out() -> None:
    assert shorter_moves("\x1b[3;1Ha\x1b[3;5H\n\x1b[4;1Hb") == "\x1b[3;1Ha\x1b[4;1Hb"


def test_a_line_that_may_have_reached_the_edge_is_followed_by_a_move() -> None:
    full = "x" * 40
    assert shorter_moves(f"\x1b[3;1H{full}\n\x1b[4;1Hb") == f"\x1b[3;1H{full}\x1b[4;1Hb"
    assert shorter_moves(f"\x1b[3;1H{full}\x1b[3;70Hb") == f"\x1b[3;1H{full}\x1b[3;70Hb"


def test_a_driver_can_be_made_thrifty() -> None:
    assert issubclass(with_shorter_escapes(HeadlessDriver), HeadlessDriver)
