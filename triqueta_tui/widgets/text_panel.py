"""A panel with a title, a few paragraphs and buttons, and the question asked with one."""

from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from triqueta_tui.commands import CURSOR_BACK, CURSOR_PAGE_DOWN, CURSOR_PAGE_UP
from triqueta_tui.commands.command import bindings
from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.buttons import Buttons
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.menu import Entry, Menu
from triqueta_tui.widgets.prose import Line, paragraphs

_AROUND: Final = 6
"""Lines of borders, padding and footer, and between text and buttons."""
_AROUND_LOW: Final = 3


class Words(Book):
    def __init__(self, text: str) -> None:
        super().__init__(id="words")
        self._text = text

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """At the end of the text its keys belong to the dialog: Space closes a hint."""
        return self.scroll_offset.y < self.max_scroll_y if action == "page_down" else True

    def chapters(self, cells: int) -> list[list[Line]]:
        return [paragraphs(self._text, cells)]


class TextPanel(Vertical):
    DEFAULT_CSS = """
    TextPanel {
        width: 64;
        max-width: 100%;
        height: auto;
        max-height: 100%;
        border: round $accent;
        border-title-color: $accent;
        border-title-style: bold;
        background: $surface;
    }
    TextPanel > Words { height: auto; max-height: 100%; background: $surface; }
    TextPanel > Buttons { margin: 1 1 0 1; background: $surface; }
    """

    def __init__(self, title: str, text: str, buttons: Buttons | None = None) -> None:
        self.words = Words(text)
        super().__init__(self.words, *([buttons] if buttons is not None else ()), id="dialog")
        self.border_title = title
        self._buttons = buttons

    def on_resize(self) -> None:
        """Keep the buttons in sight: a long text scrolls."""
        if self._buttons is not None:
            taken = (_AROUND_LOW if self.screen.has_class("-low") else _AROUND) + self._buttons.height_for(
                self.content_size.width - 2
            )
            self.words.styles.max_height = max(1, self.screen.size.height - taken)


class Question(ModalScreen[Any]):
    """A title, a text and the answers. The result is the answer's name, or None for Esc."""

    DEFAULT_CSS = """
    Question { align: center middle; }
    Question.-high #dialog, Question.-tall #dialog { padding: 1 0; }
    Question.-low Buttons { margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(CURSOR_BACK, CURSOR_PAGE_UP, CURSOR_PAGE_DOWN)]

    def __init__(self, title: str, text: str, *answers: Entry, at: int = 0) -> None:
        """``at`` is the selected answer; where something can be lost, it is one that loses nothing."""
        super().__init__()
        self.buttons = Buttons(*answers, at=at)
        self.panel = TextPanel(title, text, self.buttons)

    def compose(self) -> ComposeResult:
        yield self.panel
        yield Footer()

    def on_mount(self) -> None:
        self.buttons.focus()

    def on_key(self, event: events.Key) -> None:
        if self.buttons.press(event.key):
            event.stop()

    @on(Menu.Picked)
    def _picked(self, event: Menu.Picked) -> None:
        self.dismiss(event.entry.name)

    def action_back(self) -> None:
        self.dismiss(None)

    def action_page_up(self) -> None:
        self.panel.words.action_page_up()

    def action_page_down(self) -> None:
        self.panel.words.action_page_down()
