"""The chat: recent lines and a text field."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, Self

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.validation import Function

from triqueta_protocol.table_events import Said
from triqueta_protocol.text import CHAT_CELLS, cells, clean
from triqueta_tui.commands import CHAT_HUSH, CHAT_SAY
from triqueta_tui.commands.command import bindings
from triqueta_tui.locale import say
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.prose import line, wrapped
from triqueta_tui.widgets.text_input import TextInput

REMEMBERED: Final = 200
"""Lines kept for scrolling."""

Readers = Literal["everybody", "watchers"]


class Chat(Board):
    """The last lines; with the focus, the lowest line is a text field."""

    # Without the focus the text field has no height, but stays in the order of Tab.
    DEFAULT_CSS = """
    Chat { layout: vertical; align-vertical: bottom; border: round $border; border-title-color: $text-muted; }
    Chat:focus-within { border: round $accent; }
    Chat > TextInput { height: 0; margin-left: 2; }
    Chat:focus-within > TextInput { height: 1; }
    Chat > TextInput.-invalid { color: $points-down; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(CHAT_SAY, CHAT_HUSH)]

    @dataclass
    class Entered(Message):
        """The player entered a line."""

        text: str

    def __init__(self, leave: Callable[[], object] | None = None) -> None:
        """``leave`` gives the focus back after typing; by default the next widget gets it."""
        super().__init__()
        self._leave = leave
        self._said: deque[Said | str] = deque(maxlen=REMEMBERED)
        """Chat lines and, as plain text, events."""
        self._readers: Readers = "everybody"
        self._input = TextInput()
        self._input.validators.append(Function(lambda text: cells(clean(text)) <= CHAT_CELLS))

    def compose(self) -> ComposeResult:
        yield self._input

    def on_mount(self) -> None:
        self.border_title = say(f"chat.title.{self._readers}")

    def call(self, readers: Readers) -> None:
        """Show who reads the lines."""
        self._readers = readers
        title = say(f"chat.title.{readers}")
        if self.is_mounted and self.border_title != title:
            self.border_title = title
            self.redraw()

    def add(self, said: Said | str) -> None:
        """Add a chat line or an event."""
        self._said.append(said)
        self.redraw()

    @property
    def draft(self) -> str | None:
        """The line that is being typed; None if none is."""
        return self._input.value if self.has_focus_within else None

    def resume(self, draft: str | None) -> None:
        """Go on typing a line that was begun elsewhere."""
        if draft is not None:
            self._input.value = draft
            self._input.cursor_position = len(draft)
            self.focus()

    def draw(self, canvas: Canvas) -> None:
        """Draw the lines that fit, the latest at the bottom."""
        y = canvas.height - 1
        if self.has_focus_within:
            canvas.write(0, y, "›", self.style_of("mark"))
            y -= 1
        elif not self._said:
            hint = line((say(f"chat.empty.{self._readers}"), ""))
            for number, pieces in enumerate(wrapped(hint, canvas.width)):
                canvas.write(0, number, "".join(text for text, _ in pieces), self.style_of("dim"))
        for said in reversed(self._said):
            if isinstance(said, str):
                words = line((said, ""))
            else:
                words = line((say("log.said", who=said.name, text=""), "name"), (said.text, ""))
            for pieces in reversed(wrapped(words, canvas.width)):
                if y < 0:
                    return
                x = 0
                for text, kind in pieces:
                    x = canvas.write(x, y, text, self.style_of("strong" if kind else "dim"))
                y -= 1

    def focus(self, scroll_visible: bool = True) -> Self:
        # At once, unlike the input's own ``focus``: the first letters may be in the same packet.
        self.screen.set_focus(self._input, scroll_visible)
        return self

    def on_click(self) -> None:
        self.focus()

    def on_descendant_focus(self) -> None:
        self.redraw()

    def on_descendant_blur(self) -> None:
        self.redraw()

    def action_say(self) -> None:
        """Send the line, if not empty."""
        if self._input.is_valid and (text := clean(self._input.value)):
            self.post_message(self.Entered(text))
            self._input.clear()

    def action_hush(self) -> None:
        """Back to the rest of the screen; what was typed stays for the next time."""
        # At once: the next key may have come in the same packet.
        if self._leave is not None:
            self._leave()
            return
        self.screen.focus_next()
        if self.has_focus_within:  # nothing else can be focused
            self._input.blur()
