"""Thinned-out output paints the same picture, to the last cell and its colours."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.style import Style
from textual.drivers.headless_driver import HeadlessDriver

from triqueta_tui.shorter_escapes import shorten, with_shorter_escapes

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
    reverse=st.booleans(),
)
RUNS = st.lists(
    st.tuples(STYLES, st.sampled_from(["a", "熊", "▀▄", "  ", "\x1b[2;3H", "\x1b[K"])), max_size=20
)


def painted(data: str) -> list[list[tuple[object, ...]]]:
    """Every cell of a terminal after this."""
    screen = pyte.Screen(12, 4)
    pyte.Stream(screen).feed(data)
    return [[tuple(screen.buffer[y][x]) for x in range(12)] for y in range(4)]


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
        ("\x1b[?25l\x1b[?1049h", "\x1b[?25l\x1b[?1049h"),
    ],
)
def test_only_what_changes_is_said(said: str, thinned: str) -> None:
    assert shorten(said) == thinned


def test_a_driver_can_be_made_thrifty() -> None:
    assert issubclass(with_shorter_escapes(HeadlessDriver), HeadlessDriver)
