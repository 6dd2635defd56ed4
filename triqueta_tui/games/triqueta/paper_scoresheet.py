"""A scoresheet on paper: animals down, players across, trees, rock and total."""

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec import Struct
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from triqueta_protocol.games.triqueta import KINDS, TRIPLE, VALUES, Mine, Public, points
from triqueta_tui.commands import TABLE_GO_ON, TABLE_SCORES
from triqueta_tui.commands.command import bindings
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.scoresheet import TriquetaBoard
from triqueta_tui.games.triqueta.token_drawing import draw_letters, draw_picture, inks
from triqueta_tui.games.triqueta.token_words import DONE, ROCK, SPOILED, TREE, letters, name
from triqueta_tui.games.triqueta.view import View, known_kept
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import number
from triqueta_tui.table.dialog import TableDialog
from triqueta_tui.table.paper import TALLY_FROM, Paper
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.footer import Footer

_LABEL: Final = 16
_PICTURE_LABEL: Final = 8
_LETTER_LABEL: Final = 6
_COLUMN: Final = 14
_LEAST_COLUMN: Final = 5
_BESIDES: Final = 5
"""Lines besides the animals: names, trees, rock, and two for the total. One more in mid-game."""


class PaperScoresheet(TriquetaBoard):
    """The points of every animal, now or at the end."""

    def __init__(self) -> None:
        super().__init__(id="pad")
        self._now: View | None = None

    def show(self, now: View) -> None:
        self._now = now
        self.redraw()

    @staticmethod
    def lines(height: int, *, over: bool = False) -> int:
        """How many of the available lines it takes."""
        besides = _BESIDES if over else _BESIDES + 1
        return min(height, KINDS * _pitch(height, besides) + besides)

    @staticmethod
    def cells(seats: int) -> int:
        """Its greatest useful width."""
        return _LABEL + seats * _COLUMN + 1

    @staticmethod
    def least_cells(seats: int) -> int:
        """Its least width with pictures, names and tallies."""
        return _LABEL + seats * TALLY_FROM + 1

    def draw(self, canvas: Canvas) -> None:
        now = self._now
        if now is None:
            return
        seats = len(now.public.collections)
        pitch = _pitch(canvas.height, _BESIDES if now.public.scores is not None else _BESIDES + 1)
        label = _LABEL
        if canvas.width < self.least_cells(seats):
            label = _PICTURE_LABEL if pitch > 1 else _LETTER_LABEL
        column = max(_LEAST_COLUMN, min(_COLUMN, (canvas.width - label - 1) // seats))
        left = max(0, (canvas.width - label - column * seats - 1) // 2)
        _Pad(self, now, Paper(self, canvas, left + label, column, seats), left, label, pitch).draw()


class _Pad:
    """One drawing: the measures are the same for all lines."""

    def __init__(
        self, board: PaperScoresheet, now: View, paper: Paper, left: int, label: int, pitch: int
    ) -> None:
        self.board, self.now, self.paper, self.canvas = board, now, paper, paper.canvas
        self.left, self.label, self.pitch = left, label, pitch
        self.order = _order(now)
        self.middle = (pitch - 1) // 2
        """The line of an entry that has its numbers."""

    def draw(self) -> None:
        public = self.now.public
        self._names()
        y = 1
        for animal in range(KINDS):
            self._animal(animal, y)
            y += self.pitch
        self._tiles(y, TREE, "trees", "leaf", [str(trees or "") for trees in public.tree_tiles])
        # Until the last round the rock changes hands: it is not in the total yet.
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

    def _names(self) -> None:
        self.paper.blank(0, ruled=True)
        public = self.now.public
        for index, seat in enumerate(self.order):
            out = seat in public.takers and public.phase in {"turn", "place"}
            ink = "paper-line" if out else "pen" if seat == self.now.seat else "print"
            words = f"▸{self.now.names[seat]}" if seat in public.owing else self.now.names[seat]
            self.paper.centred(index, 0, words, self.paper.style(ink) + Style(underline=True))

    def _animal(self, animal: int, y: int) -> None:
        self._beside(animal, y)
        for line in range(self.pitch):
            self.paper.blank(y + line, ruled=self.pitch > 1 and line == self.pitch - 1)
        for index, seat in enumerate(self.order):
            count = self.now.public.collections[seat][animal]
            if not count:
                continue
            mark = DONE if count == TRIPLE else SPOILED if count > TRIPLE else ""
            style = self.paper.style("ring" if count > TRIPLE else "pen") + Style(bold=count == TRIPLE)
            scored = number(points(animal, count))
            self.paper.scored(index, y + self.middle, f"{count}", scored, style, mark)

    def _beside(self, animal: int, y: int) -> None:
        """Draw the animal beside its line, with the points for three."""
        board, canvas, colours = self.board, self.canvas, inks(self.board.app)
        if self.label < _LABEL:
            if self.label < _PICTURE_LABEL or self.pitch <= Size.SMALL.lines:
                # Two lines leave no gap between pictures.
                draw_letters(canvas, self.left, y, animal, colours)
            else:
                draw_picture(canvas, self.left, y, animal, Size.SMALL, colours)
            return
        value = self.left + 11
        if self.pitch > 2:
            size = Size.MEDIUM if self.pitch >= Size.MEDIUM.lines else Size.SMALL
            draw_picture(canvas, self.left + 1, y + (self.pitch - size.lines) // 2, animal, size, colours)
        elif self.pitch == 2:
            draw_letters(canvas, self.left + 4, y, animal, colours)
        else:
            canvas.write(self.left, y, name(animal), colours.names[animal], limit=_LABEL - 5)
        canvas.write(value, y + self.middle, f"{VALUES[animal]:>2}", board.style_of("dim"))

    def _tiles(self, y: int, glyph: str, key: str, ink: str, entries: Sequence[str]) -> None:
        board = self.board
        x = self.canvas.write(self.left + 1, y, glyph, board.style_of(ink)) + 1
        if self.label >= _LABEL:
            self.canvas.write(x, y, say(f"triqueta.score.{key}"), board.style_of("dim"), limit=_LABEL - 3)
        self.paper.blank(y, ruled=False)
        for index, seat in enumerate(self.order):
            self.paper.entry(index, y, entries[seat], self.paper.style("pen"))

    def _face_down(self, y: int) -> None:
        """Draw the kept tokens, the viewer's as letters. They are in no total yet."""
        board, public = self.board, self.now.public
        if self.label >= _LABEL:
            words = say("triqueta.table.hand.face_down")
            self.canvas.write(self.left + 3, y, words, board.style_of("dim"), limit=_LABEL - 3)
        else:
            self.canvas.write(self.left + 1, y, "?", board.style_of("dim"))
        self.paper.blank(y, ruled=False)
        for index, seat in enumerate(self.order):
            known = known_kept(self.now, seat)
            tokens = "?" * public.face_down[seat] if known is None else map(letters, known)
            self.paper.entry(
                index,
                y,
                f"({' '.join(tokens)})" if public.face_down[seat] else "",
                self.paper.style("paper-line"),
            )

    def _totals(self, y: int, lines: int) -> None:
        board, public = self.board, self.now.public
        for line in range(lines):
            self.paper.blank(y + line, ruled=line < lines - 1)
        y += lines - 1
        if self.label >= _LABEL:
            self.canvas.write(self.left + 1, y, say("triqueta.score.total"), board.style_of("strong"))
        else:
            self.canvas.write(self.left + 2, y, "=", board.style_of("strong"))
        for index, seat in enumerate(self.order):
            won = public.scores is not None and public.scores[seat].rank == 1
            total = number(public.points[seat])
            style = self.paper.style("pen") + Style(bold=True)
            self.paper.entry(index, y, f"★ {total}" if won else total, style)


def _order(now: View) -> list[int]:
    """The seats from left to right: by rank when the game is over, else the viewer first."""
    seats = list(range(len(now.public.collections)))
    scores = now.public.scores
    if scores is not None:
        return sorted(seats, key=lambda seat: scores[seat].rank)
    first = now.first
    return seats[first:] + seats[:first]


def _pitch(height: int, besides: int) -> int:
    """Lines for each animal, given the height and the other lines."""
    return next((lines for lines in (6, 5, 4, 3, 2) if KINDS * lines + besides <= height), 1)


class ScoresheetDialog(TableDialog[Public, Mine]):
    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_GO_ON, TABLE_SCORES)]

    def __init__(self, now: View) -> None:
        super().__init__(now)
        self.sheet = PaperScoresheet()

    def compose(self) -> ComposeResult:
        yield self.sheet
        yield Footer()

    def on_mount(self) -> None:
        self.sheet.show(self.now)

    def on_resize(self, event: events.Resize) -> None:
        self.sheet.styles.width = PaperScoresheet.cells(len(self.now.names))
        # The footer stays in sight.
        self.sheet.styles.height = PaperScoresheet.lines(event.size.height - 1)

    def follow(self, now: View, events: tuple[Struct, ...]) -> None:
        self.now = now
        self.sheet.show(now)

    def action_go_on(self) -> None:
        self.dismiss()

    def action_scores(self) -> None:
        """The key that opened the dialog closes it."""
        self.dismiss()
