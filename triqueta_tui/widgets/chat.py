"""What people say at the table, and a line to say something oneself."""

from collections import deque
from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType
from textual.message import Message

from protocol.happenings import Said
from protocol.text import CHAT_CELLS, cells, clean
from triqueta_tui.commands.chat import Hush, Say
from triqueta_tui.commands.command import bindings
from triqueta_tui.locale import say
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.prose import line, wrapped

REMEMBERED: Final = 200
"""Lines of talk that can still be scrolled to."""


class Chat(Board, can_focus=True):
    """The last lines from bottom to top; while it has the focus, the lowest line is typed on."""

    DEFAULT_CSS = """
    Chat { border: round $border; border-title-color: $text-muted; }
    Chat:focus { border: round $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Say, Hush)]

    class Entered(Message):
        """Somebody wants to say something."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__()
        self._said: deque[Said] = deque(maxlen=REMEMBERED)
        self._typed = ""
        self._too_long = False

    def on_mount(self) -> None:
        """The frame has a title."""
        self.border_title = say("chat.title")

    def add(self, said: Said) -> None:
        """Somebody said something."""
        self._said.append(said)
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """As much of the talk as fits, the latest at the bottom."""
        y = canvas.height - 1
        if self.has_focus:
            typed = self._typed
            while cells(typed) > canvas.width - 4:
                typed = typed[1:]
            style = self.style_of("bad" if self._too_long else "strong")
            x = canvas.write(0, y, "› ", self.style_of("mark"))
            x = canvas.write(x, y, typed, style)
            canvas.write(x, y, " ", self.style_of("cursor"))
            y -= 1
        elif not self._said:
            for number, words in enumerate(wrapped(line((say("chat.empty"), "")), canvas.width)):
                canvas.write(0, number, "".join(text for text, _ in words), self.style_of("dim"))
        for said in reversed(self._said):
            for pieces in reversed(wrapped(line((f"{said.name}: ", "name"), (said.text, "")), canvas.width)):
                if y < 0:
                    return
                x = 0
                for text, kind in pieces:
                    x = canvas.write(x, y, text, self.style_of("strong" if kind else "dim"))
                y -= 1

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Letters are letters here."""
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """Type."""
        if event.key == "backspace":
            self._type(self._typed[:-1])
        elif event.key == "ctrl+u":
            self._type("")
        elif event.character is not None and event.is_printable:
            self._type(self._typed + event.character)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Take in what is pasted, on one line."""
        event.stop()
        self._type(self._typed + clean(event.text))

    def on_focus(self) -> None:
        """Show the line to type on."""
        self.redraw()

    def on_blur(self) -> None:
        """Hide it; what was typed stays for the next time."""
        self.redraw()

    def action_say(self) -> None:
        """Send the line, if it is one."""
        if self._too_long or not clean(self._typed):
            return
        self.post_message(self.Entered(clean(self._typed)))
        self._type("")

    def action_hush(self) -> None:
        """Back to the rest of the screen."""
        self.screen.focus_next()

    def _type(self, text: str) -> None:
        self._typed = text
        self._too_long = cells(clean(text)) > CHAT_CELLS
        self.redraw()
