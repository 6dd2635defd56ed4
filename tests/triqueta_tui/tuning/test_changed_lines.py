"""Frames of which only the news are sent end in the same picture."""

from collections.abc import Iterable
from itertools import pairwise

import pyte
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from triqueta_tui.tuning.changed_lines import PartOfFrame, ShownLines, WholeFrame

WIDTH, HEIGHT = 12, 3
CONSOLE = Console()

COLUMNS = st.integers(0, WIDTH)
CUTS = st.sampled_from([(0,), (0, 4), (0, 5, 9)])
STEPS = st.lists(
    st.tuples(
        st.integers(0, HEIGHT - 1),
        COLUMNS,
        COLUMNS,
        st.sampled_from("ab "),
        CUTS,
        st.booleans(),
        st.booleans(),
    ),
    max_size=12,
)


class Screen:
    """What Textual has to show, and a terminal that gets only the news."""

    def __init__(self) -> None:
        self.lines = [" " * WIDTH] * HEIGHT
        self.shown = ShownLines()
        self.terminal = pyte.Screen(WIDTH, HEIGHT)

    def write(self, y: int, left: int, right: int, letter: str) -> None:
        line = self.lines[y]
        self.lines[y] = line[:left] + letter * (right - left) + line[right:]

    def draw_whole(self, cuts: tuple[int, ...]) -> str:
        strips: list[Iterable[Strip]] = [self._chops(y, cuts).values() for y in range(HEIGHT)]
        return self._send(WholeFrame(LayoutUpdate(strips, Region(0, 0, WIDTH, HEIGHT)), self.shown))

    def draw_part(self, spans: list[tuple[int, int, int]], cuts: tuple[int, ...]) -> str:
        chops = [self._chops(y, cuts) for y in range(HEIGHT)]
        ends = [[*cuts[1:], WIDTH] for _ in range(HEIGHT)]
        return self._send(PartOfFrame(ChopsUpdate(chops, spans, ends), self.shown))

    def _chops(self, y: int, cuts: tuple[int, ...]) -> dict[int, Strip]:
        return {x: Strip([Segment(self.lines[y][x:end])]) for x, end in pairwise([*cuts, WIDTH])}

    def _send(self, frame: LayoutUpdate | ChopsUpdate) -> str:
        sent = frame.render_segments(CONSOLE)
        pyte.Stream(self.terminal).feed(sent.replace("\n", "\r\n"))
        return sent


@given(steps=STEPS)
def test_the_terminal_shows_every_frame(
    steps: list[tuple[int, int, int, str, tuple[int, ...], bool, bool]],
) -> None:
    screen = Screen()
    screen.draw_whole((0,))
    for y, one, other, letter, cuts, whole, garbled in steps:
        left, right = min(one, other), max(one, other)
        screen.write(y, left, right, letter)
        if garbled:
            screen.terminal.reset()
            screen.shown.clear()
        if whole or garbled:
            screen.draw_whole(cuts)
        elif left < right:
            screen.draw_part([(y, left, right)], cuts)
        assert list(screen.terminal.display) == screen.lines


def test_what_is_shown_is_not_sent_again() -> None:
    screen = Screen()
    assert screen.draw_whole((0, 4))
    assert screen.draw_whole((0, 4)) == ""
    assert screen.draw_whole((0, 5, 9)) == "", "widgets may have moved without a visible change"
    assert screen.draw_part([(1, 0, WIDTH), (2, 0, WIDTH)], (0, 5, 9)) == ""


def test_of_a_line_the_widget_is_sent_that_changed() -> None:
    screen = Screen()
    screen.draw_whole((0, 5, 9))
    screen.write(1, 5, 9, "a")
    assert screen.draw_part([(0, 0, WIDTH), (1, 0, WIDTH)], (0, 5, 9)) == "\x1b[2;6Haaaa"
    screen.write(1, 6, 7, "b")
    assert screen.draw_part([(1, 6, 7)], (0, 5, 9)) == "\x1b[2;6Hab", "from the widget's left edge on"
