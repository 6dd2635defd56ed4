"""A form in lines: values to step through and texts to type, one widget for all of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from protocol.text import clean
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.cursor import After, Before, Choose, Down, Up
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.menu import Neighbour


@dataclass(frozen=True)
class Line:
    """A line of a form: with ``values`` one of them is chosen, without it is typed."""

    name: str
    label: str
    values: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    value: str = ""
    secret: bool = False
    hint: str = ""
    """Shown, faintly, as long as nothing is typed."""

    @property
    def shown(self) -> str:
        """The value in words."""
        if self.values:
            return self.words[self.values.index(self.value)]
        return "*" * len(self.value) if self.secret else self.value


class Form(Board, can_focus=True):
    """Lines with a label and a value. Arrows move and change; Enter says that it is done."""

    DEFAULT_CSS = "Form { height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Up, Down, Before, After, Choose)]

    class Changed(Message):
        """A value has changed."""

        def __init__(self, form: "Form", line: Line) -> None:
            super().__init__()
            self.form = form
            self.line = line

    class Done(Message):
        """Enter was pressed."""

    def __init__(self, *lines: Line, name: str | None = None) -> None:
        super().__init__(id=name)
        self._lines = list(lines)
        self._cursor = 0
        self.beside: Neighbour | None = None
        """Where the cursor goes beyond either end."""

    def __getitem__(self, name: str) -> str:
        """The value of a line; empty for one that is not shown."""
        return next((line.value for line in self._lines if line.name == name), "")

    @property
    def values(self) -> dict[str, str]:
        """The values of all lines."""
        return {line.name: line.value for line in self._lines}

    def put(self, lines: Sequence[Line]) -> None:
        """Show these lines; values are kept where the line was there before and may still have it."""
        known = self.values
        here = self._lines[self._cursor].name if self._lines else ""
        self._lines = [
            replace(line, value=known[line.name])
            if line.name in known and (not line.values or known[line.name] in line.values)
            else line
            for line in lines
        ]
        names = [line.name for line in self._lines]
        self._cursor = names.index(here) if here in names else 0
        self._shown = None
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line for each."""
        return len(self._lines)

    def draw(self, canvas: Canvas) -> None:
        """Labels on the left, values in one column."""
        column = 3 + max((cell_len(line.label) for line in self._lines), default=0)
        for y, line in enumerate(self._lines):
            here = y == self._cursor and self.has_focus
            cursor = self.style_of("cursor")
            canvas.write(1, y, line.label, self.style_of("strong" if here else "dim"))
            room = canvas.width - column - 1
            if line.values:
                arrows = self.style_of("mark" if here else "faint")
                x = canvas.write(column, y, "‹ ", arrows)
                x = canvas.write(x, y, f" {line.shown} ", cursor if here else self.style_of("strong"))
                canvas.write(x, y, " ›", arrows)
            else:
                text = _end_of(line.shown, room - 1)
                x = canvas.write(column + 1, y, text or "", self.style_of("strong"))
                if here:
                    x = canvas.write(x, y, " ", cursor)
                if not text:
                    canvas.write(x, y, line.hint, self.style_of("faint"))

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """While a text is typed, letters are letters."""
        return self._typing and character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """Type, if the marked line is for typing."""
        if not self._typing:
            return
        line = self._lines[self._cursor]
        if event.key == "backspace":
            self._set(line.value[:-1])
        elif event.key == "ctrl+u":
            self._set("")
        elif event.character is not None and event.is_printable:
            self._set(line.value + event.character)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Take in what is pasted, without what could do harm on a screen."""
        if self._typing:
            event.stop()
            self._set(self._lines[self._cursor].value + clean(event.text))

    def on_click(self, event: events.Click) -> None:
        """Mark a line; a click on a value steps it on."""
        if event.y >= len(self._lines):
            return
        again, self._cursor = self._cursor == event.y, event.y
        if again:
            self._step(1)
        self._moved()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.redraw()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.redraw()

    def enter(self, by: int) -> bool:
        """Mark the first or the last line, coming from a neighbour."""
        self._cursor = 0 if by > 0 else len(self._lines) - 1
        self.focus()
        self._moved()
        return True

    def action_up(self) -> None:
        """One line up."""
        self._move(-1)

    def action_down(self) -> None:
        """One line down."""
        self._move(1)

    def action_before(self) -> None:
        """The value before."""
        self._step(-1)

    def action_after(self) -> None:
        """The next value."""
        self._step(1)

    def action_choose(self) -> None:
        """It is done."""
        self.post_message(self.Done())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nothing to step through in a text."""
        return not (action in {"before", "after"} and self._typing)

    @property
    def _typing(self) -> bool:
        return bool(self._lines) and not self._lines[self._cursor].values

    def _move(self, by: int) -> None:
        beyond = not 0 <= self._cursor + by < len(self._lines)
        if beyond and self.beside is not None and self.beside.enter(by):
            return
        self._cursor = (self._cursor + by) % len(self._lines)
        self._moved()

    def _moved(self) -> None:
        self.redraw()
        self.refresh_bindings()
        if isinstance(self.parent, Widget):
            line = Region(0, self.virtual_region.y + self._cursor, self.size.width, 1)
            self.parent.scroll_to_region(line, animate=False)

    def _step(self, by: int) -> None:
        line = self._lines[self._cursor]
        if line.values:
            place = (line.values.index(line.value) + by) % len(line.values)
            self._set(line.values[place])

    def _set(self, value: str) -> None:
        line = self._lines[self._cursor] = replace(self._lines[self._cursor], value=value)
        self.redraw()
        self.post_message(self.Changed(self, line))


def _end_of(text: str, room: int) -> str:
    """The end of a text that is too long for its place: that is where one types."""
    while cell_len(text) > room:
        text = text[1:]
    return text
