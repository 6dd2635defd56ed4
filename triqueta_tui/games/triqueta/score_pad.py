"""A paper score pad: animals down, players across, trees, rock and total; the winner's total is ringed."""

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style

from protocol.games.triqueta import KINDS, TRIPLE, VALUES, points
from triqueta_tui.games.triqueta.board import TriquetaBoard
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.scoresheet import DONE, ROCK, SPOILED, TREE
from triqueta_tui.games.triqueta.token_drawing import draw_letters, draw_picture, inks, letters, name
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.locale import say
from triqueta_tui.widgets.canvas import Canvas

_LABEL: Final = 16
_NARROW_LABEL: Final = 6
_COLUMN: Final = 14
_LEAST_COLUMN: Final = 5
_TALLY_FROM: Final = 9
"""From this width on a column shows how many tokens there are beside what they score."""
_BESIDES: Final = 5
"""Lines beside those of the animals: names, trees, rock, and two for the total. One more in mid-game."""


class ScorePad(TriquetaBoard):
    """The points of every animal, as they stand now or in the end."""

    DEFAULT_CSS = """
    ScorePad > .pad--paper { color: $paper-ink; background: $paper; }
    ScorePad > .pad--line { color: $paper-line; }
    ScorePad > .pad--pen { color: $paper-pen; text-style: italic; }
    ScorePad > .pad--mark { color: $paper-mark; text-style: bold; }
    ScorePad > .pad--print { color: $paper-ink; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "pad--paper",
        "pad--line",
        "pad--pen",
        "pad--mark",
        "pad--print",
    }

    def __init__(self) -> None:
        super().__init__(id="pad")
        self._now: View | None = None

    def show(self, now: View) -> None:
        self._now = now
        self.redraw()

    @staticmethod
    def lines(height: int, *, over: bool = False) -> int:
        """How many lines the pad takes of so many."""
        besides = _BESIDES if over else _BESIDES + 1
        return min(height, KINDS * _pitch(height, besides) + besides)

    @staticmethod
    def cells(seats: int) -> int:
        """How wide the pad is at most."""
        return _LABEL + seats * _COLUMN + 1

    @staticmethod
    def least_cells(seats: int) -> int:
        """How wide it has to be for pictures, names and tallies."""
        return _LABEL + seats * _TALLY_FROM + 1

    def draw(self, canvas: Canvas) -> None:
        now = self._now
        if now is None:
            return
        seats = len(now.public.collections)
        label = _LABEL if canvas.width >= self.least_cells(seats) else _NARROW_LABEL
        column = max(_LEAST_COLUMN, min(_COLUMN, (canvas.width - label - 1) // seats))
        pitch = _pitch(canvas.height, _BESIDES if now.public.scores is not None else _BESIDES + 1)
        pad = _Pad(self, canvas, now, label=label, column=column, pitch=pitch, order=_order(now))
        pad.draw()

    def pad_style(self, name: str) -> Style:
        return self.get_component_rich_style(f"pad--{name}", partial=True) + Style(
            bgcolor=self.get_component_rich_style("pad--paper", partial=True).bgcolor
        )


class _Pad:
    """One drawing of a pad: the measures are the same for all of its lines."""

    def __init__(
        self,
        board: ScorePad,
        canvas: Canvas,
        now: View,
        *,
        label: int,
        column: int,
        pitch: int,
        order: list[int],
    ) -> None:
        self.board, self.canvas, self.now = board, canvas, now
        self.label, self.column, self.pitch, self.order = label, column, pitch, order
        self.width = column * len(order) + 1
        self.left = max(0, (canvas.width - label - self.width) // 2)
        self.paper = self.left + label
        self.middle = (pitch - 1) // 2
        """The line of an entry with its numbers."""

    def draw(self) -> None:
        public = self.now.public
        self._names()
        y = 1
        for animal in range(KINDS):
            self._animal(animal, y)
            y += self.pitch
        self._tiles(y, TREE, "trees", "leaf", [str(trees or "") for trees in public.tree_tiles])
        # Until the last round the rock wanders: it is no part of the total yet.
        settled = public.phase in {"reveal", "over"}
        rock, label = ("1", "rock") if settled else ("(1)", "rock_later")
        self._tiles(
            y + 1, ROCK, label, "stone", [rock * (seat == public.rock) for seat in range(len(self.order))]
        )
        y += 2
        if public.scores is None:
            self._face_down(y)
            y += 1
        self._totals(y, 2 if y + 1 < self.canvas.height else 1)

    def _blank(self, y: int, *, ruled: bool) -> None:
        line = self.board.pad_style("line") + Style(underline=ruled)
        self.canvas.write(self.paper, y, " " * self.width, line)
        for index in range(len(self.order) + 1):
            edge = self.board.pad_style("line") + Style(underline=ruled and index < len(self.order))
            self.canvas.write(self.paper + index * self.column, y, "│", edge)

    def _names(self) -> None:
        self._blank(0, ruled=True)
        public = self.now.public
        for index, seat in enumerate(self.order):
            out = seat in public.takers and public.phase in {"turn", "place"}
            ink = "line" if out else "mark" if seat == self.now.seat else "print"
            words = f"▸{self.now.names[seat]}" if seat in public.owing else self.now.names[seat]
            self._centred(index, 0, words, self.board.pad_style(ink) + Style(underline=True))

    def _animal(self, animal: int, y: int) -> None:
        board, canvas = self.board, self.canvas
        self._beside(animal, y)
        for line in range(self.pitch):
            self._blank(y + line, ruled=self.pitch > 1 and line == self.pitch - 1)
        for index, seat in enumerate(self.order):
            count = self.now.public.collections[seat][animal]
            if not count:
                continue
            mark = DONE if count == TRIPLE else SPOILED if count > TRIPLE else ""
            style = board.pad_style("mark" if count > TRIPLE else "pen") + Style(bold=count == TRIPLE)
            scored = _minus(f"{points(animal, count)}")
            if self.column < _TALLY_FROM:
                self._centred(index, y + self.middle, f"{scored}{mark}", style)
            else:
                x = self.paper + index * self.column + 2
                canvas.write(x, y + self.middle, f"{count}{mark}", board.pad_style("line"))
                canvas.write_right(x + self.column - 4, y + self.middle, scored, style)

    def _beside(self, animal: int, y: int) -> None:
        """The animal beside its line, with what three of it score."""
        board, canvas, colours = self.board, self.canvas, inks(self.board.app)
        if self.label < _LABEL:
            draw_letters(canvas, self.left, y, animal, colours)
            return
        value = self.left + 11
        if self.pitch > 2:
            size = Size.MEDIUM if self.pitch >= Size.MEDIUM.lines else Size.SMALL
            draw_picture(canvas, self.left + 1, y, animal, size, colours)
        elif self.pitch == 2:
            # Two lines leave no gap between pictures, so every other animal steps aside.
            aside = animal % 2
            draw_picture(canvas, self.left + 8 * aside, y, animal, Size.SMALL, colours)
            value = self.left + (3 if aside else 10)
        else:
            canvas.write(self.left, y, name(animal), colours.names[animal], limit=_LABEL - 5)
        canvas.write(value, y + self.middle, f"{VALUES[animal]:>2}", board.style_of("dim"))

    def _tiles(self, y: int, glyph: str, key: str, ink: str, entries: Sequence[str]) -> None:
        board = self.board
        x = self.canvas.write(self.left + 1, y, glyph, board.style_of(ink)) + 1
        if self.label >= _LABEL:
            self.canvas.write(x, y, say(f"triqueta.score.{key}"), board.style_of("dim"), limit=_LABEL - 3)
        self._blank(y, ruled=False)
        for index, seat in enumerate(self.order):
            self._entry(index, y, entries[seat], board.pad_style("pen"))

    def _face_down(self, y: int) -> None:
        """Who has kept how many tokens; the viewer's own with their letters. They are in no total yet."""
        board, public, mine = self.board, self.now.public, self.now.mine
        if self.label >= _LABEL:
            words = say("triqueta.table.hand.face_down")
            self.canvas.write(self.left + 3, y, words, board.style_of("dim"), limit=_LABEL - 3)
        else:
            self.canvas.write(self.left + 1, y, "?", board.style_of("dim"))
        self._blank(y, ruled=False)
        for index, seat in enumerate(self.order):
            own = mine is not None and seat == self.now.seat
            tokens = (
                map(letters, mine.face_down) if own and mine is not None else "?" * public.face_down[seat]
            )
            self._entry(
                index, y, f"({' '.join(tokens)})" if public.face_down[seat] else "", board.pad_style("line")
            )

    def _entry(self, index: int, y: int, words: str, style: Style) -> None:
        """An entry without a tally: below the points of the animals, or in the middle of a narrow column."""
        if self.column < _TALLY_FROM:
            self._centred(index, y, words, style)
        else:
            # A bracket stands outside, so that numbers are below numbers.
            right = self.paper + (index + 1) * self.column - (1 if words.endswith(")") else 2)
            self.canvas.write_right(right, y, words, style)

    def _totals(self, y: int, lines: int) -> None:
        board, public = self.board, self.now.public
        for line in range(lines):
            self._blank(y + line, ruled=line < lines - 1)
        y += lines - 1
        if self.label >= _LABEL:
            self.canvas.write(self.left + 1, y, say("triqueta.score.total"), board.style_of("strong"))
        else:
            self.canvas.write(self.left + 2, y, "=", board.style_of("strong"))
        for index, seat in enumerate(self.order):
            won = public.scores is not None and public.scores[seat].rank == 1
            total = _minus(f"{public.points[seat]}")
            style = board.pad_style("mark" if won else "pen") + Style(bold=True)
            self._entry(index, y, f"({total})" if won else total, style)

    def _centred(self, index: int, y: int, words: str, style: Style) -> None:
        room = self.column - 1
        x = self.paper + index * self.column + 1 + max(0, (room - cell_len(words)) // 2)
        self.canvas.write(x, y, words, style, limit=room)


def _order(now: View) -> list[int]:
    """The seats from left to right: by rank when the game is over, else the viewer's first."""
    seats = list(range(len(now.public.collections)))
    scores = now.public.scores
    if scores is not None:
        return sorted(seats, key=lambda seat: scores[seat].rank)
    first = now.seat or 0
    return seats[first:] + seats[:first]


def _pitch(height: int, besides: int) -> int:
    """Lines for each animal, given the lines in all and those for other things."""
    return next((lines for lines in (4, 3, 2) if KINDS * lines + besides <= height), 1)


def _minus(number: str) -> str:
    return number.replace("-", "−")
