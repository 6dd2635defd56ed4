"""A text field: Textual's ``Input`` with few repaints and clean pasting."""

from rich.segment import Segment
from textual import events
from textual.strip import Strip
from textual.widgets import Input

from triqueta_protocol.text import clean


class TextInput(Input):
    """An ``Input`` of one line without a frame, on the background of its parent.

    Enter is left to the parent, so that the footer shows what it does.
    """

    DEFAULT_CSS = """
    TextInput { width: 1fr; height: 1; padding: 0; border: none !important; }
    TextInput, TextInput:focus, TextInput:ansi { background: transparent; background-tint: transparent; }
    TextInput.-filled { text-style: bold; }
    TextInput > .input--cursor, TextInput:ansi > .input--cursor {
        background: $my-turn;
        color: $my-turn-text;
        text-style: $cursor-style;
    }
    TextInput > .input--placeholder, TextInput:ansi > .input--placeholder {
        color: $faint;
        text-style: $dim-style;
    }
    TextInput > .input--selection { background: $panel; color: $foreground; text-style: underline; }
    """

    def __init__(self, value: str = "", placeholder: str = "", *, password: bool = False) -> None:
        super().__init__(value, placeholder, password=password, select_on_focus=False)
        self.cursor_blink = False
        self.set_class(bool(value), "-filled")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "submit"

    def render_line(self, y: int) -> Strip:
        """The text; a secret as asterisks, since some terminals draw Textual's dots wider than one cell."""
        strip = super().render_line(y)
        if not self.password:
            return strip
        return Strip([Segment(text.replace("•", "*"), style) for text, style, _ in strip])

    def watch_value(self, value: str) -> None:
        self.set_class(bool(value), "-filled")

    def on_focus(self) -> None:
        self.call_after_refresh(self._show_end)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self._put_in(event.text)

    def action_paste(self) -> None:
        self._put_in(self.app.clipboard)

    def _put_in(self, text: str) -> None:
        self.replace(clean(text), *self.selection)
        self._show_end()

    def _show_end(self) -> None:
        """Textual does not scroll to the end of an input's first text."""
        if self.cursor_at_end:
            self.scroll_to(self.max_scroll_x, animate=False, force=True)
