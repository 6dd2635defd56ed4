"""The buttons of a dialog, for arrows, Tab, Enter, their keys, and the mouse."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size

from triqueta_tui.commands import BUTTONS_NEXT, BUTTONS_PRESS, BUTTONS_PREVIOUS
from triqueta_tui.commands.command import Command, bindings, first_key
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.looks import LOOKS, Look
from triqueta_tui.widgets.menu import Entry, Menu

_GAP: Final = 2
"""Cells between two buttons, and between a button and its note."""
_AROUND: Final = 3
"""Cells of a button beside key and word."""


def button(command: Command, keymap: Mapping[str, str], word: str = "") -> Entry:
    """The button of a command; pressed, its name is the action."""
    word = word or command.word()
    return Entry(command.action, word[:1].upper() + word[1:], first_key(command, keymap))


class Buttons(Menu, can_focus=True):
    """In a row if they fit and have no notes, otherwise below each other."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(BUTTONS_PRESS, BUTTONS_NEXT, BUTTONS_PREVIOUS)]
    LOOKS: ClassVar[dict[str, Look]] = LOOKS | {
        "button": Look("foreground", ground="panel"),
        "key": Look("my-turn", ground="panel", text="mark-style"),
    }

    def __init__(self, *entries: Entry, name: str = "buttons", at: int = 0, focus: bool = True) -> None:
        """Without ``focus`` the arrows belong to the dialog, and Enter to the first button."""
        super().__init__(*entries, name=name, at=at)
        self.can_focus = focus

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.height_for(width)

    def height_for(self, width: int) -> int:
        regions = self._regions(width)
        below = self._has_notes and not self._notes_fit(width)
        return (regions[-1].bottom if regions else 1) + below

    def draw(self, canvas: Canvas) -> None:
        plain, key = self.style_of("button"), self.style_of("key")
        bare = plain.bgcolor is None or plain.bgcolor.is_default
        beside = self._notes_fit(canvas.width)
        for at, (entry, region) in enumerate(zip(self._entries, self._regions(canvas.width), strict=True)):
            here = at == self._cursor and (self.has_focus or not self.can_focus)
            word = self.style_of("faint" if entry.faint else "cursor" if here else "button")
            canvas.write(region.x, region.y, " " * region.width, word)
            x = canvas.write(region.x + 1, region.y, entry.key, word if here else key)
            canvas.write(x + bool(entry.key), region.y, entry.word, word)
            if bare:
                canvas.write(region.x, region.y, "[", word)
                canvas.write(region.right - 1, region.y, "]", word)
            if beside:
                canvas.write(region.right + _GAP, region.y, entry.note, self.style_of("dim"))
        if self._has_notes and not beside and self.selected is not None:
            canvas.write(1, canvas.height - 1, self.selected.note, self.style_of("dim"))

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()  # of a list of lines
        place = event.screen_offset - self.content_region.offset
        for at, region in enumerate(self._regions(self.content_region.width)):
            if region.contains_point(place):
                if self.can_focus:
                    self.select(at)
                self._cursor = at
                self.action_choose()

    def action_choose(self) -> None:
        if self.selected is not None and not self.selected.faint:
            super().action_choose()

    def action_press(self) -> None:
        self.action_choose()

    def press(self, key: str) -> bool:
        """Press the button with this key, as it is shown; False if there is none."""
        entry = next((one for one in self._entries if one.key and one.key == key), None)
        if entry is not None:
            self.post_message(self.Picked(self, entry))
        return entry is not None

    def action_next(self) -> None:
        self._move(1)

    def action_previous(self) -> None:
        self._move(-1)

    def action_up(self) -> None:
        """From a row of buttons to what is above it."""
        if not (self._in_a_row and self.above is not None and self.above.enter(-1)):
            self._move(-1)

    def action_down(self) -> None:
        if not (self._in_a_row and self.below is not None and self.below.enter(1)):
            self._move(1)

    @property
    def _has_notes(self) -> bool:
        return any(entry.note for entry in self._entries)

    @property
    def _in_a_row(self) -> bool:
        return len({region.y for region in self._regions(self.size.width)}) < 2

    def _notes_fit(self, width: int) -> bool:
        longest = max((cell_len(entry.note) for entry in self._entries), default=0)
        return self._has_notes and 1 + max(self._widths()) + _GAP + longest <= width

    def _widths(self) -> Iterator[int]:
        return (_AROUND + cell_len(entry.key) + cell_len(entry.word) for entry in self._entries)

    def _regions(self, width: int) -> list[Region]:
        """The place of each button."""
        widths = list(self._widths())
        if self._has_notes or 1 + sum(widths) + _GAP * (len(widths) - 1) > width:
            widest = min(max(widths, default=0), max(0, width - 1))
            return [Region(1, y, widest, 1) for y in range(len(widths))]
        left, regions = 1, []
        for cells in widths:
            regions.append(Region(left, 0, cells, 1))
            left += cells + _GAP
        return regions
