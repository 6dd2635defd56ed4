"""The games as tiles to choose from: as large as fits, with the mark of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.message import Message

from triqueta_tui.commands import CURSOR_CHOOSE, CURSOR_LEFT, CURSOR_RIGHT, HOME_PLAY
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.game import Game
from triqueta_tui.locale import say
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.cursor_list import CursorList
from triqueta_tui.widgets.knot import TINTS, draw_pixels
from triqueta_tui.widgets.prose import broken, shortened

_NARROWEST: Final = 22
"""Columns of a tile."""
_SENTENCE: Final = 3
"""Lines of the sentence about a game."""
_FRAME: Final = 2
_LARGE: Final = 13
_SMALL: Final = 5
"""Lines of the marks."""
HEIGHTS: Final = (_LARGE + _SENTENCE + _FRAME + 1, _SMALL + _SENTENCE + _FRAME, _SENTENCE + _FRAME)
"""Of tiles with a large mark, a small one, and none. With less room there is a line for each game."""


class GameTiles(CursorList, can_focus=True):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(CURSOR_CHOOSE, CURSOR_LEFT, CURSOR_RIGHT)]

    @dataclass
    class Selected(Message):
        """The cursor has moved to a game."""

        game: Game

    @dataclass
    class Picked(Message):
        game: Game

    def __init__(self, games: Sequence[Game]) -> None:
        super().__init__(id="games")
        self.games = tuple(games)

    @property
    def line_count(self) -> int:
        return len(self.games)

    def height_within(self, width: int, lines: int) -> int:
        """The height of the largest tiles that fit in so many lines."""
        if width // len(self.games) < _NARROWEST:
            return len(self.games)
        return next((height for height in HEIGHTS if height <= lines), len(self.games))

    def fit(self, width: int, lines: int) -> int:
        """Take the best height within these lines, and return it."""
        height = self.height_within(width, lines)
        self.across = len(self.games) if height in HEIGHTS and width // len(self.games) >= _NARROWEST else 1
        self.styles.height = height
        return height

    def select(self, at: int) -> None:
        super().select(at)
        self.post_message(self.Selected(self.games[at]))

    def cursor_to_start(self) -> None:
        self._cursor = 0

    def enter(self, by: int) -> bool:
        self.select(self.cursor)
        return True

    def draw(self, canvas: Canvas) -> None:
        if self.across == 1:
            self._draw_lines(canvas)
            return
        wide = canvas.width // len(self.games)
        for at in range(len(self.games)):
            self._draw_tile(canvas, at, at * wide, wide - (at < len(self.games) - 1))

    def _draw_tile(self, canvas: Canvas, at: int, left: int, width: int) -> None:
        game, height = self.games[at], canvas.height
        chosen = at == self.cursor and self.can_focus
        frame = self.style_of("mark" if chosen else "faint")
        edges = "╔═╗║╚╝" if chosen and self.has_focus else "╭─╮│╰╯"
        canvas.write(left, 0, edges[0] + edges[1] * (width - 2) + edges[2], frame)
        for y in range(1, height - 1):
            canvas.write(left, y, edges[3], frame)
            canvas.write(left + width - 1, y, edges[3], frame)
        canvas.write(left, height - 1, edges[4] + edges[1] * (width - 2) + edges[5], frame)
        name = self.style_of("cursor" if chosen and self.has_focus else "strong")
        number = f" {at + 1} " if self.can_focus else ""
        x = canvas.write(left + 2, 0, number, self.style_of("mark"))
        canvas.write(x, 0, f" {game.title} ", name, limit=left + width - 2 - x)
        seats = game.vocabulary.seats
        players = say("home.players", least=seats[0], most=seats[-1])
        canvas.write_right(left + width - 2, height - 1, f" {players} ", self.style_of("dim"))
        room = height - _FRAME - _SENTENCE
        large = room > _LARGE and width - 2 > len(next(iter(game.mark.large), ""))
        mark = game.mark.large if large else game.mark.small
        lines = len(mark) // 2
        if mark and lines <= room:
            x = left + (width - len(mark[0])) // 2
            tints = game.mark.tints or TINTS
            draw_pixels(canvas, x, 1 + (room - lines) // 2, mark, self.app.theme_variables, tints)
        summary = say(f"{game.name}.game.summary")
        lines_of = broken(summary, width - 4)
        if len(lines_of) > _SENTENCE:
            lines_of[_SENTENCE - 1] = shortened(f"{lines_of[_SENTENCE - 1]}…", width - 4)
        for y, words in enumerate(lines_of[:_SENTENCE]):
            canvas.write(left + 2, height - 1 - _SENTENCE + y, words, self.style_of("dim"))

    def _draw_lines(self, canvas: Canvas) -> None:
        names = max(cell_len(game.title) for game in self.games)
        for y, game in enumerate(self.games):
            here = y == self.cursor and self.has_focus
            cursor = self.style_of("cursor")
            if here:
                canvas.write(0, y, " " * canvas.width, cursor)
            canvas.write(1, y, str(y + 1), cursor if here else self.style_of("mark"))
            canvas.write(4, y, game.title, cursor if here else self.style_of("strong"))
            words = shortened(say(f"{game.name}.game.summary"), canvas.width - names - 7)
            canvas.write(6 + names, y, words, cursor if here else self.style_of("dim"))

    def footer_word(self, command: Command) -> str:
        return (HOME_PLAY if command is CURSOR_CHOOSE else command).word()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.across > 1 if action in {"left", "right"} else True

    def action_left(self) -> None:
        self.select((self.cursor - 1) % len(self.games))

    def action_right(self) -> None:
        self.select((self.cursor + 1) % len(self.games))

    def action_choose(self) -> None:
        self.post_message(self.Picked(self.games[self.cursor]))

    def on_click(self, event: events.Click) -> None:
        """A click on a game selects it, a click on the selected one begins."""
        region = self.content_region
        place = event.screen_offset - region.offset
        wide = region.width // self.across
        at = place.y if self.across == 1 else min(place.x // max(1, wide), len(self.games) - 1)
        if not 0 <= at < len(self.games):
            return
        again = at == self.cursor and self.has_focus
        self.select(at)
        if again:
            self.action_choose()
