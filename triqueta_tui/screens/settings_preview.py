"""A look at the settings: the six animals and a line of the table in the colours that are set now."""

from typing import TYPE_CHECKING, Final, cast

from protocol.games.triqueta import VALUES, Animal
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.token import draw_letters, draw_picture, inks, name
from triqueta_tui.locale import say
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

if TYPE_CHECKING:
    from triqueta_tui.app import TriquetaApp

_STEP: Final = Size.MEDIUM.cells + 3


class Preview(Board):
    """What the animals and the points look like."""

    def draw(self, canvas: Canvas) -> None:
        """Two columns of animals, pictures or letters, with names and values."""
        colours = inks(self.app)
        canvas.write(1, 0, say("settings.preview.title"), self.style_of("dim"))
        pictures = cast("TriquetaApp", self.app).settings.tiles != "letters" and canvas.height >= 21
        tall = Size.MEDIUM.lines + 2 if pictures else 2
        for animal in Animal:
            x, y = 1 + (animal % 2) * _STEP, 2 + (animal // 2) * tall
            if pictures:
                draw_picture(canvas, x, y, animal, Size.MEDIUM, colours)
                canvas.write(x, y + Size.MEDIUM.lines, name(animal), colours.names[animal], limit=_STEP - 3)
            else:
                draw_letters(canvas, x, y, animal, colours)
                canvas.write(x + 5, y, str(VALUES[animal]), colours.names[animal])
        y = 2 + 3 * tall
        x = canvas.write(1, y, say("settings.preview.more"), self.style_of("good"))
        canvas.write(x + 2, y, say("settings.preview.less"), self.style_of("bad"))
