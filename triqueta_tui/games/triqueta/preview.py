"""The preview of the settings: the six animals in the present colours and form."""

from typing import Any, Final

from textual.app import App

from protocol.games.triqueta import VALUES, Animal
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.token_drawing import draw_letters, draw_picture, inks, name
from triqueta_tui.widgets.canvas import Canvas

_COLUMN: Final = 12


def draw_preview(canvas: Canvas, app: App[Any]) -> int:
    """Two columns of animals, pictures or letters, with names and values; returns the line below them."""
    colours = inks(app)
    size = None if app.has_class("-letters") else _fitting(canvas.height)
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
    return y


def _fitting(height: int) -> Size:
    """The largest pictures of which three fit below each other."""
    return Size.MEDIUM if height >= 3 + 3 * (Size.MEDIUM.lines + 2) else Size.SMALL
