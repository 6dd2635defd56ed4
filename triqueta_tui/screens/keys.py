"""The keys of the screen below, and at a table its legend (``?``)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen

from triqueta_tui.commands import HELP_CLOSE, HELP_CLOSE_KEYS, HELP_SETTINGS
from triqueta_tui.commands.command import Command, all_keys, bindings, command, first_key
from triqueta_tui.locale import say
from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import Line, line, padded, paragraphs, wrapped

Legend = Callable[[int, App[Any]], Sequence[Line]]
"""Returns the legend in lines, given a width and the app."""


def no_legend(_cells: int, _app: App[Any]) -> Sequence[Line]:
    return ()


@dataclass(frozen=True)
class Offered:
    command: Command
    now: bool


class KeysBook(Book):
    def __init__(
        self,
        here: Sequence[Offered],
        everywhere: Sequence[Offered],
        keymap: Mapping[str, str],
        legend: Legend = no_legend,
    ) -> None:
        super().__init__(id="book")
        self._groups = (("keys.here", here), ("keys.everywhere", everywhere))
        self._keymap = keymap
        self._legend = legend

    def chapters(self, cells: int) -> Sequence[Sequence[Line]]:
        """A line for each command: its keys, and what it does."""
        groups = [self._group(title, offered, cells) for title, offered in self._groups if offered]
        if not groups:
            return [paragraphs(say("keys.nothing"), cells)]
        signs = self._legend(cells, self.app)
        if signs:
            groups.append([line((say("keys.signs"), "title")), *signs])
        settings = first_key(HELP_SETTINGS, self._keymap)
        return [*groups, paragraphs(say("keys.remap", key=settings), cells)]

    def _group(self, title: str, offered: Sequence[Offered], cells: int) -> list[Line]:
        lines: list[Line] = [line((say(title), "title"))]
        left = 2 + max(
            cell_len(all_keys(one.command, self._keymap)) for _, group in self._groups for one in group
        )
        for one in offered:
            style = "" if one.now else "dim"
            first, *others = wrapped(line((one.command.help(), style)), cells - left)
            keys = padded(all_keys(one.command, self._keymap), left)
            lines.append(line((keys, "key" if one.now else "dim"), *first))
            lines += [line((" " * left, ""), *more) for more in others]
        return lines


class KeysScreen(ModalScreen[None]):
    CSS_PATH = "keys.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HELP_CLOSE, HELP_CLOSE_KEYS)]

    def __init__(
        self,
        here: Sequence[Offered],
        everywhere: Sequence[Offered],
        keymap: Mapping[str, str],
        legend: Legend = no_legend,
    ) -> None:
        super().__init__()
        self._book = KeysBook(here, everywhere, keymap, legend)

    @classmethod
    def of(cls, screen: Screen[object], keymap: Mapping[str, str], legend: Legend = no_legend) -> Self:
        """The current keys of a screen, and its legend."""
        here: dict[str, Offered] = {}
        everywhere: dict[str, Offered] = {}
        for active in screen.active_bindings.values():
            if (one := command(active.binding.id)) is not None:
                group = everywhere if isinstance(active.node, App) else here
                group.setdefault(one.id, Offered(one, active.enabled))
        return cls(tuple(here.values()), tuple(everywhere.values()), keymap, legend)

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title = say("keys.title")
            yield self._book
        yield Footer()

    def action_close(self) -> None:
        self.dismiss()
