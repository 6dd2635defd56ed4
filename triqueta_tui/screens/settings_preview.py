"""The preview on the settings screen: pieces of the last game in the present colours."""

from textual.getters import app as app_of

from triqueta_tui.client import Client
from triqueta_tui.locale import say
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas


class Preview(Board):
    app = app_of(Client)

    def draw(self, canvas: Canvas) -> None:
        canvas.write(1, 0, say("settings.preview.title"), self.style_of("dim"))
        draw = self.app.games.chosen(self.app.settings.game).load_preview()
        y = draw(canvas, self.app) if draw is not None else 2
        x = canvas.write(1, y, say("settings.preview.more"), self.style_of("good"))
        canvas.write(x + 2, y, say("settings.preview.less"), self.style_of("bad"))
