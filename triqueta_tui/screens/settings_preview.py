"""A look at the settings: the six animals and a line of the table in the colours that are set now."""

from typing import Final

from textual.getters import app as app_of

from protocol.games.triqueta import VALUES, Animal
from triqueta_tui.app import TriquetaApp
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.token import draw_letters, draw_picture, inks, name
from triqueta_tui.locale import say
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

_COLUMN: Final = 12


class Preview(Board):
    """What the animals and the points look like."""

    app = app_of(TriquetaApp)

    def draw(self, canvas: Canvas) -> None:
        """Two columns of animals, pictures or letters, with names and values."""
        colours = inks(self.app)
        canvas.write(1, 0, say("settings.preview.title"), self.style_of("dim"))
        size = None if self.app.settings.tiles == "letters" else _fitting(canvas.height)
        lines = size.lines if size else 0
        y = 2
        for animal in Animal:
            x = 1 + (animal % 2) * _COLUMN
            if size:
                draw_picture(canvas, x, y, animal, size, colours)
                canvas.write(x, y + lines, name(animal), colours.names[animal], limit=_COLUMN - 1)
            else:
                draw_letters(canvas, x, y, animal, colours)
                canvas.write(x + 5, y, str(VALUES[animal]), colours.names[animal])
            y += (lines + 2) * (animal % 2)
        x = canvas.write(1, y, say("settings.preview.more"), self.style_of("good"))
        canvas.write(x + 2, y, say("settings.preview.less"), self.style_of("bad"))


def _fitting(height: int) -> Size:
    """The largest pictures of which three fit below each other."""
    return Size.MEDIUM if height >= 3 + 3 * (Size.MEDIUM.lines + 2) else Size.SMALL
