"""The list on the settings screen: headings, settings with their values, and commands with their keys."""

from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from textual import events
from textual.message import Message

from triqueta_tui.commands.command import Command, all_keys
from triqueta_tui.game import Games
from triqueta_tui.keymap import every_command
from triqueta_tui.locale import say
from triqueta_tui.screens.settings_fields import Field, groups
from triqueta_tui.settings import Settings
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

_LEFT = 2
_VALUE_CELLS = 20
_KEY_CELLS = 17


@dataclass(frozen=True)
class Heading:
    words: str


@dataclass(frozen=True)
class KeyOf:
    command: Command


Entry = Heading | Field | KeyOf


def entries(games: Games) -> list[Entry]:
    """Everything in the list, from top to bottom."""
    listed: list[Entry] = []
    for heading, fields in groups(games):
        listed += [Heading(heading), *fields]
    # Commands outside footer and palette only move a cursor or close what they opened.
    for area, commands in groupby(every_command(games), key=lambda one: one.area):
        shown = [KeyOf(one) for one in commands if one.footer or one.palette]
        if shown:
            listed += [Heading(_keys_of(area, games)), *shown]
    return listed


def _keys_of(area: str, games: Games) -> str:
    if area in games:
        return say("settings.areas.game", game=games.title(area))
    return say(f"settings.areas.{area}")


class SettingsList(Board, can_focus=True):
    class Moved(Message):
        """The cursor moved to another entry."""

    class Pressed(Message):
        """The entry under the cursor was clicked."""

    def __init__(self, settings: Settings, games: Games) -> None:
        super().__init__()
        self._settings = settings
        self._games = games
        self._entries = entries(games)
        self._cursor = 1
        self._top = 0

    @property
    def entry(self) -> Entry:
        """The entry under the cursor."""
        return self._entries[self._cursor]

    def show(self, settings: Settings) -> None:
        self._settings = settings
        self._entries = entries(self._games)
        self.redraw()

    def move(self, by: int) -> None:
        """Move the cursor, past headings."""
        place = self._cursor + by
        while 0 <= place < len(self._entries) and isinstance(self._entries[place], Heading):
            place += by
        self._put_cursor(place)

    def draw(self, canvas: Canvas) -> None:
        self._scroll(canvas.height)
        usual = min(_LEFT + 2 + self._labels(), max(12, canvas.width - _VALUE_CELLS))
        for y, entry in enumerate(self._entries[self._top : self._top + canvas.height]):
            if isinstance(entry, Heading):
                canvas.write(1, y, entry.words, self.style_of("mark"))
                continue
            middle = usual if isinstance(entry, Field) else max(12, canvas.width - _KEY_CELLS)
            here = entry is self.entry
            style = self.style_of("cursor") if here else Style.null()
            if here:
                canvas.write(1, y, " " * (canvas.width - 2), style)
            canvas.write(_LEFT, y, _clipped(self._label(entry), middle - _LEFT - 1), style)
            value = self._value(entry)
            arrows = here and isinstance(entry, Field) and bool(entry.values)
            canvas.write(
                middle, y, f"‹ {value} ›" if arrows else f"  {value}", style, limit=canvas.width - middle - 1
            )

    def on_click(self, event: events.Click) -> None:
        """Move the cursor; a click on the current entry changes it."""
        place = self._top + event.y
        if place == self._cursor:
            self.post_message(self.Pressed())
        elif place < len(self._entries) and not isinstance(self._entries[place], Heading):
            self._put_cursor(place)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.move(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.move(-1)

    def _put_cursor(self, place: int) -> None:
        if 0 <= place < len(self._entries) and place != self._cursor:
            self._cursor = place
            self.redraw()
            self.post_message(self.Moved())

    def _scroll(self, height: int) -> None:
        above = self._cursor - 1 if isinstance(self._entries[self._cursor - 1], Heading) else self._cursor
        self._top = max(self._cursor - height + 1, min(self._top, above), 0)

    def _labels(self) -> int:
        return max(cell_len(self._label(entry)) for entry in self._entries if isinstance(entry, Field))

    def _label(self, entry: Field | KeyOf) -> str:
        return entry.label if isinstance(entry, Field) else entry.command.help()

    def _value(self, entry: Field | KeyOf) -> str:
        if isinstance(entry, Field):
            return entry.shown(self._settings)
        return all_keys(entry.command, self._settings.keys)


def _clipped(words: str, cells: int) -> str:
    return words if cell_len(words) <= cells else f"{set_cell_size(words, cells - 3).rstrip()}..."
