"""The own face-down tokens at the end: each counts or goes back to the box."""

from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.message import Message

from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.token_drawing import draw_letters, draw_picture, inks, name
from triqueta_tui.locale import say
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas


class RevealBoard(Board):
    """The tokens side by side; below each whether it counts."""

    @dataclass
    class Pressed(Message):
        token: int

    def __init__(self) -> None:
        super().__init__(id="tokens")
        self.tokens: tuple[int, ...] = ()
        self.adds: tuple[bool, ...] = ()
        self.cursor = 0

    def on_click(self, event: events.Click) -> None:
        if self.tokens:
            at = event.x * len(self.tokens) // max(1, self.size.width)
            self.post_message(self.Pressed(min(at, len(self.tokens) - 1)))

    def draw(self, canvas: Canvas) -> None:
        share = canvas.width // max(1, len(self.tokens))
        size = next((one for one in (Size.LARGE, Size.MEDIUM) if one.lines + 2 <= canvas.height), None)
        colours = inks(self.app)
        for index, (animal, adds) in enumerate(zip(self.tokens, self.adds, strict=True)):
            middle = index * share + share // 2
            if size is None:
                draw_letters(canvas, middle - 2, 0, animal, colours)
            else:
                draw_picture(canvas, middle - size.cells // 2, 0, animal, size, colours)
            y = 1 if size is None else size.lines
            self._centred(canvas, middle, y, name(animal), "dim")
            words = say("triqueta.table.reveal.adds" if adds else "triqueta.table.reveal.returns")
            words = f"✓ {words}" if adds else f"✗ {words}"
            marked = index == self.cursor
            self._centred(
                canvas, middle, y + 1, f" {words} ", "cursor" if marked else "good" if adds else "bad"
            )

    def _centred(self, canvas: Canvas, middle: int, y: int, words: str, style: str) -> None:
        canvas.write(middle - cell_len(words) // 2, y, words, self.style_of(style))
