"""A form: lines with values to step through and text fields."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import ClassVar, Self

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget

from triqueta_tui.commands import CURSOR_AFTER, CURSOR_BEFORE, CURSOR_CHOOSE, CURSOR_DOWN, CURSOR_UP
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.cursor_list import CursorList
from triqueta_tui.widgets.drawn_widget import Drawn
from triqueta_tui.widgets.prose import shortened
from triqueta_tui.widgets.text_input import TextInput


@dataclass(frozen=True)
class Line:
    """A line of a form: a choice of ``values``, or a text field without them."""

    name: str
    label: str
    values: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    value: str = ""
    secret: bool = False
    hint: str = ""
    """The placeholder of a text field."""
    group: str = ""
    """The heading above the first of the lines that belong together."""
    about: str = ""
    """What the line is about, for the player who has selected it."""


class ChoiceField(Drawn, can_focus=True):
    """The field of a line with a choice of values."""

    DEFAULT_CSS = "ChoiceField { height: 1; }"
    # With priority, like moving between lines: keys apply in the order of typing.
    BINDINGS: ClassVar[list[BindingType]] = [
        *(replace(one, priority=True) for one in bindings(CURSOR_BEFORE, CURSOR_AFTER))
    ]
    # The form handles a click on the current value, which steps it on.
    FOCUS_ON_CLICK = False

    value = var("", init=False)

    def __init__(self, line: Line) -> None:
        super().__init__()
        self.line = line
        self.set_reactive(ChoiceField.value, line.value)

    def show(self, line: Line) -> None:
        """Offer these values; the selected one stays if it is among them."""
        self.line = line
        if self.value not in line.values:
            self.set_reactive(ChoiceField.value, line.value)
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        word, arrow = map(self.style_of, ("cursor", "mark") if self.has_focus else ("strong", "faint"))
        words = self.line.words[self.line.values.index(self.value)]
        x = canvas.write(0, 0, "‹ ", arrow)
        x = canvas.write(x, 0, f" {shortened(words, canvas.width - 6)} ", word)
        canvas.write(x, 0, " ›", arrow)

    def watch_value(self) -> None:
        self.redraw()

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def step(self, by: int) -> None:
        """Select another value, cyclically."""
        values = self.line.values
        self.value = values[(values.index(self.value) + by) % len(values)]

    def action_before(self) -> None:
        self.step(-1)

    def action_after(self) -> None:
        self.step(1)


class TextField(TextInput):
    """The text field of a line."""

    DEFAULT_CSS = "TextField { padding-left: 1; }"

    def __init__(self, line: Line) -> None:
        super().__init__(line.value, line.hint, password=line.secret)
        self.line = line

    def show(self, line: Line) -> None:
        """Offer this line; the typed text stays."""
        self.line, self.placeholder, self.password = line, line.hint, line.secret


Field = ChoiceField | TextField


class Form(Board, CursorList):
    """Lines with a label and a field. Up and down move the focus; Enter posts ``Done``."""

    DEFAULT_CSS = "Form { height: auto; layout: vertical; }"
    # With priority, a letter that arrives together with an arrow (slow links) goes to the new line.
    BINDINGS: ClassVar[list[BindingType]] = [
        *(replace(one, priority=True) for one in bindings(CURSOR_UP, CURSOR_DOWN)),
        *bindings(CURSOR_CHOOSE),
    ]

    @dataclass
    class Changed(Message):
        """A value has changed; ``line`` has the new one."""

        line: Line

    class Done(Message):
        """Enter was pressed."""

    class Moved(Message):
        """Another line was selected."""

    def __init__(self, *lines: Line, name: str | None = None, done: str = "") -> None:
        """``done`` is the word for Enter in the footer."""
        super().__init__(id=name)
        self._done = done
        self._fields: list[Field] = []
        self.set_lines(lines)

    def __getitem__(self, name: str) -> str:
        """The value of a line; empty if it is not shown."""
        return self.values.get(name, "")

    @property
    def values(self) -> dict[str, str]:
        return {field.line.name: field.value for field in self._fields}

    @property
    def line_count(self) -> int:
        return len(self._fields)

    @property
    def cursor(self) -> int:
        # The screen knows at once; a field learns later that it has the focus, and several keys may
        # come in one packet.
        focused = self.screen.focused
        return next((at for at, field in enumerate(self._fields) if field is focused), 0)

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show these lines; values stay where the line existed and still allows them."""
        known = {field.line.name: field for field in self._fields}
        before, self._fields = self._fields, [self._field(line, known.get(line.name)) for line in lines]
        column = 3 + max((cell_len(line.label) for line in lines), default=0)
        for at, field in enumerate(self._fields):
            field.styles.margin = (int(self._has_heading(at)), 0, 0, column)
        if self.is_mounted and self._fields != before:
            gone = [field for field in before if field not in self._fields]
            for field in gone:
                field.display = False
            self.remove_children(gone)
            self.mount_all(field for field in self._fields if field not in before)
            order: list[Widget] = [*gone, *self._fields]
            self.sort_children(key=order.index)
        self.redraw()

    def compose(self) -> ComposeResult:
        yield from self._fields

    def draw(self, canvas: Canvas) -> None:
        """Draw the labels; the fields are beside them."""
        for at, (y, field) in enumerate(zip(self._rows(), self._fields, strict=True)):
            if self._has_heading(at):
                canvas.write(0, y - 1, field.line.group, self.style_of("mark"))
            canvas.write(1, y, field.line.label, self.style_of("strong" if field.has_focus else "dim"))

    def _has_heading(self, at: int) -> bool:
        group = self._fields[at].line.group
        return bool(group) and (at == 0 or group != self._fields[at - 1].line.group)

    def _rows(self) -> list[int]:
        """Where the lines are, from the top."""
        rows = accumulate(1 + self._has_heading(at) for at in range(len(self._fields)))
        return [row - 1 for row in rows]

    def line_at(self, event: events.MouseEvent) -> int | None:
        inside = self.content_region.contains(event.screen_x, event.screen_y)
        row, rows = event.screen_y - self.content_region.y, self._rows()
        return rows.index(row) if inside and row in rows else None

    @property
    def selected(self) -> Line | None:
        return self._fields[self.cursor].line if self._fields else None

    def focus(self, scroll_visible: bool = True) -> Self:
        """Start with the first line."""
        self.enter(1)
        return self

    def select(self, at: int) -> None:
        self.screen.set_focus(self._fields[at])

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        event.widget.scroll_visible(animate=False)
        self.redraw()
        self.post_message(self.Moved())

    def on_descendant_blur(self) -> None:
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Select a line; a click on the selected one steps its value on."""
        if (at := self.line_at(event)) is None:
            return
        field = self._fields[at]
        if field.has_focus and isinstance(field, ChoiceField):
            field.step(1)
        self.select(at)

    def footer_word(self, command: Command) -> str:
        return self._done if command is CURSOR_CHOOSE and self._done else command.word()

    def action_choose(self) -> None:
        self.post_message(self.Done())

    def _field(self, line: Line, known: Field | None) -> Field:
        """The existing or new field of a line."""
        kind = ChoiceField if line.values else TextField
        if isinstance(known, kind):
            known.show(line)
            return known
        field = kind(line)
        # Not by a message of the field: that could arrive after a following Enter.
        self.watch(field, "value", lambda: self._changed(field), init=False)
        return field

    def _changed(self, field: Field) -> None:
        self.post_message(self.Changed(replace(field.line, value=field.value)))
