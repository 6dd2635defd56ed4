"""The player's hand: the drawn token, the face-down tokens, and the actions with them."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.geometry import Offset
from textual.message import Message

from triqueta_protocol.games.triqueta import KEEPS, TOWER_HEIGHT, VALUES, Mine, Public, deal
from triqueta_tui.games.triqueta.chooser import HandAction
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.token_drawing import (
    LETTER_CELLS,
    draw_letters,
    draw_picture,
    draw_slot,
    inks,
)
from triqueta_tui.games.triqueta.token_words import TREE, letters, name
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.table.prompt import fitting
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

Pile = tuple[str, tuple[int, ...]]
"""A tower's name, and its animals in the order of drawing."""


def to_come(now: View) -> tuple[Pile, ...]:
    """The tower to draw from, or those to choose from; none while that is secret."""
    if now.opened is None:
        return ()
    public = now.public
    order, _ = deal(now.opened.seed, len(now.names))
    if public.phase in {"turn", "place"}:
        return ((say("triqueta.table.hand.next"), _left(order, public.tower, public.towers[public.tower])),)
    if public.phase == "tower":
        return tuple(
            (f"{TREE}{tower + 1}", _left(order, tower, public.towers[tower]))
            for tower, tree in enumerate(public.trees)
            if tree
        )
    return ()


def _left(order: bytes, tower: int, left: int) -> tuple[int, ...]:
    end = (tower + 1) * TOWER_HEIGHT
    return tuple(order[end - left : end])


_LEFT: Final = 2
"""The column of the drawn token."""

_GAP: Final = 3
"""Columns between the drawn token and the words about it."""

_WIDE: Final = 60
"""From this width on the face-down tokens are larger and have a label."""


@dataclass(frozen=True)
class Button:
    action: HandAction
    key: str
    words: str


class Hand(Board):
    """What only this player sees; for a watcher, what the current player does."""

    PANES = 2

    @dataclass
    class Pressed(Message):
        """One of the actions was clicked."""

        action: HandAction

    def __init__(self, *, pictures: bool = True) -> None:
        super().__init__(id="hand")
        self.pictures = pictures
        self.buttons: tuple[Button, ...] = ()
        self.cursor: HandAction | None = None
        self._public: Public | None = None
        self._mine: Mine | None = None
        self._seat: int | None = None
        self._own = True
        """Whether it is the reader's own hand."""
        self._names: tuple[str, ...] = ()
        self._to_come: tuple[Pile, ...] = ()
        """The next tokens of the towers, where they are open."""
        self._spots: list[tuple[int, int, int, HandAction]] = []

    def show(self, now: View) -> None:
        self._public, self._mine, self._names, self._seat = now.public, now.mine, now.names, now.seat
        self._own = now.own
        self._to_come = to_come(now)
        self.redraw()

    def cut(self, lines: int) -> None:
        """Cut the board between the picture and the words, for this height."""
        size = self._picture_size(lines)
        self.set_panes([_LEFT + (LETTER_CELLS + 2 if size is None else size.cells + _GAP)])

    def on_click(self, event: events.Click) -> None:
        at = event.screen_offset - self.content_region.offset
        for line, start, end, action in self._spots:
            if at.y == line and start <= at.x < end:
                self.post_message(self.Pressed(action))

    def draw(self, canvas: Canvas) -> None:
        """Draw the drawn token on the left, words and buttons beside it, face-down tokens on the right."""
        self._spots = []
        if self._public is None:
            return
        size = self._picture_size(canvas.height)
        right = canvas.width - 1
        if self._mine is not None:
            right = self._draw_face_down(canvas, size, right)
        text = self._draw_drawn(canvas, size)
        room = right - text
        words = fitting(room, *self._words(canvas.height))
        if canvas.height == 1:
            x = canvas.write(text, 0, words, self.style_of("strong"), limit=room) + 2
            self._draw_to_come(canvas, self._draw_buttons(canvas, x, 0, right), 0, right)
            return
        top = (canvas.height - 1) // 3
        end = canvas.write(text, top, words, self.style_of("strong"), limit=room)
        self._draw_to_come(canvas, text if top else end + 3, 0, right)
        if canvas.height > 2 and cell_len(value := self._value()) <= room:
            canvas.write(text, top + 1, value, self.style_of("dim"))
        self._draw_buttons(canvas, text, top + (1 if canvas.height == 2 else 2), right)

    def _picture_size(self, lines: int) -> Size | None:
        if not self.pictures:
            return None
        return next((size for size in (Size.LARGE, Size.MEDIUM, Size.SMALL) if size.lines <= lines), None)

    def _draw_drawn(self, canvas: Canvas, size: Size | None) -> int:
        """Draw the drawn token and return the first column for words."""
        colours = inks(self.app)
        token = self._mine.drawn[0] if self._mine is not None and self._mine.drawn else None
        if size is None:
            if token is not None:
                draw_letters(canvas, _LEFT, 0, token, colours)
            return _LEFT + (LETTER_CELLS + 2 if token is not None else 0)
        if token is not None:
            draw_picture(canvas, _LEFT, 0, token, size, colours)
        else:
            draw_slot(canvas, _LEFT, 0, size, self.style_of("faint"))
            if self._public is not None and self._public.drawn:
                # Another player's token: that there is one is all this viewer may know.
                canvas.write(_LEFT + size.cells // 2, (size.lines - 1) // 2, "?", self.style_of("strong"))
        return _LEFT + size.cells + _GAP

    def _draw_face_down(self, canvas: Canvas, size: Size | None, right: int) -> int:
        """Draw the kept tokens and the free places for more; return their first column."""
        mine, public = self._mine, self._public
        assert mine is not None
        assert public is not None
        assert self._seat is not None
        colours = inks(self.app)
        free = min(public.keeps_left[self._seat], KEEPS - len(mine.face_down))
        if size is Size.LARGE:
            size = Size.MEDIUM
        elif size is Size.MEDIUM and canvas.width < _WIDE:
            size = Size.SMALL
        cells = LETTER_CELLS if size is None else size.cells
        x = right - (len(mine.face_down) + free) * (cells + 1)
        start = x
        for animal in mine.face_down:
            if size is None:
                draw_letters(canvas, x, 0, animal, colours)
            else:
                draw_picture(canvas, x, 0, animal, size, colours)
            x += cells + 1
        for _ in range(free):
            if size is None:
                canvas.write(x, 0, "[  ]", self.style_of("faint"))
            else:
                draw_slot(canvas, x, 0, size, self.style_of("faint"))
            x += cells + 1
        words = say("triqueta.table.hand.face_down")
        if canvas.height > 1 and start < right and canvas.width >= _WIDE:
            start = canvas.write_right(start - 1, canvas.height // 2 - 1, words, self.style_of("dim"))
            left = plural("triqueta.table.hand.keeps_left", free)
            if canvas.height > 2:
                canvas.write_right(start + cell_len(words), canvas.height // 2, left, self.style_of("dim"))
                start = min(start, start + cell_len(words) - cell_len(left))
        return start - 1

    def _words(self, lines: int) -> tuple[str, ...]:
        """What is in the hand, longest form first."""
        public = self._public
        assert public is not None
        if self._mine is not None and self._mine.drawn:
            animals = listed(map(name, self._mine.drawn))
            whose = "drawn" if self._own else "drawn_by"
            named = self._names[self._seat] if self._seat is not None else ""
            full = say(f"triqueta.table.hand.{whose}", animal=animals, name=named)
            return (animals,) if lines == 1 else (full, animals)
        if public.drawn and public.owing:
            return (say("triqueta.table.hand.other_drew", name=self._names[public.owing[0]]),)
        if self._seat is None:
            return (say("triqueta.table.hand.watching"),)
        return ("",) if lines == 1 else (say("triqueta.table.hand.nothing"),)

    def _value(self) -> str:
        if self._mine is None or not self._mine.drawn:
            return ""
        return say("triqueta.table.hand.value", points=VALUES[self._mine.drawn[0]])

    def _draw_to_come(self, canvas: Canvas, x: int, y: int, right: int) -> None:
        """Draw the next tokens of each tower as letters; towers share the width."""
        colours = inks(self.app)
        for index, (called, animals) in enumerate(self._to_come):
            end = x + (right - x) // (len(self._to_come) - index)
            x = canvas.write(x, y, called, self.style_of("dim"), limit=max(0, end - x)) + 1
            for animal in animals:
                if x + 2 > end:
                    break
                x = canvas.write(x, y, letters(animal), colours.chips[animal]) + 1
            x = end + 1

    def _draw_buttons(self, canvas: Canvas, x: int, y: int, right: int) -> int:
        """Draw the actions of the hand and return the column after them."""
        for button in self.buttons:
            selected = button.action is self.cursor
            start = x
            if x + cell_len(button.key) + cell_len(button.words) + 4 > right:
                break
            if selected:
                words = f"{button.key} {button.words}".strip()
                x = canvas.write(x, y, f" ❯ {words} ", self.style_of("cursor"))
            else:
                x = canvas.write(x, y, f" {button.key}" if button.key else "", self.style_of("mark"))
                x = canvas.write(x, y, f" {button.words} ")
            self._spots.append((y, start, x, button.action))
            x += 1
        return x

    def spot_of(self, action: HandAction) -> Offset | None:
        """The position of a button on the screen, for tests that click it."""
        for line, start, _, one in self._spots:
            if one is action:
                return self.content_region.offset + Offset(start + 1, line)
        return None
