"""A dialog in which the player selects pieces to give back."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec import Struct, structs
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.getters import app as app_of
from textual.widgets import Static

from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands.command import Command
from triqueta_tui.session.view import MineT, PublicT, TableView
from triqueta_tui.table.dialog import TableDialog
from triqueta_tui.table.prompt import Keys
from triqueta_tui.widgets.buttons import Buttons, button
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.piece_row import PieceRow


class PickDialog(TableDialog[PublicT, MineT]):
    app = app_of(TriquetaApp)
    LOW_BELOW = 20
    KEYS: ClassVar[tuple[Command, ...]]
    """Of the pieces, in their order."""
    DONE: ClassVar[Command]

    def __init__(
        self,
        now: TableView[PublicT, MineT],
        row: PieceRow,
        decide: Callable[[Struct], None],
        put_aside: Callable[[TableView[PublicT, MineT]], None] | None = None,
    ) -> None:
        super().__init__(now, put_aside)
        self.row = row
        self._decide = decide
        self._intro = Static("", id="intro", markup=False)
        self._buttons = Buttons(focus=False)

    @property
    @abstractmethod
    def pieces(self) -> Sequence[int]: ...

    @property
    @abstractmethod
    def most(self) -> int:
        """How many pieces may be selected."""

    @abstractmethod
    def heading(self) -> str: ...

    @abstractmethod
    def intro(self) -> str: ...

    @abstractmethod
    def summary(self, count: int) -> str:
        """What confirming does with so many pieces selected."""

    def is_allowed(self, count: int) -> bool:
        """Whether so many pieces may be confirmed."""
        return True

    @abstractmethod
    def confirm(self, places: Sequence[int]) -> None:
        """Decide with these places selected, if that is allowed."""

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title = self.heading()
            yield self._intro
            yield self.row
            yield self._buttons
        yield Footer()

    def on_mount(self) -> None:
        keys = Keys(self.app.settings.keys)
        self.row.keys = [keys.of(command) for command in self.KEYS]
        self.renew()

    def renew(self) -> None:
        """Offer the pieces of the current view."""
        self.row.pieces = self.pieces
        self.row.cursor = 0 if self.most else None
        self._intro.update(self.intro())
        self.draw()

    def draw(self) -> None:
        self.row.redraw()
        count = len(self.row.selected)
        done = button(self.DONE, self.app.settings.keys, self.summary(count))
        self._buttons.set_entries([structs.replace(done, faint=not self.is_allowed(count))])
        self.refresh_bindings()

    def preselect(self, places: frozenset[int]) -> None:
        self.row.selected = places
        if self.is_mounted:
            self.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in {"select", "select_all", "select_at", "go"}:
            return self.most > 0
        return super().check_action(action, parameters)

    def action_go(self, direction: str) -> None:
        if self.row.cursor is not None:
            steps = -1 if direction == "left" else 1
            self.row.cursor = (self.row.cursor + steps) % len(self.row.pieces)
            self.draw()

    def action_select(self) -> None:
        if self.row.cursor is not None:
            self.action_select_at(self.row.cursor)

    def action_select_at(self, place: int) -> None:
        """Select a piece, or undo that."""
        if place < len(self.row.pieces) and self.most:
            self.row.cursor = place
            selected = self.row.selected ^ {place}
            if len(selected) <= self.most:
                self.row.selected = selected
            self.draw()

    def action_select_all(self) -> None:
        """Select as many as allowed; if they are selected already, none."""
        every = frozenset(range(min(self.most, len(self.row.pieces))))
        self.row.selected = frozenset() if len(self.row.selected) == len(every) else every
        self.draw()

    def action_done(self) -> None:
        self.confirm(sorted(self.row.selected))

    @on(PieceRow.Pressed)
    def _clicked(self, message: PieceRow.Pressed) -> None:
        self.action_select_at(message.place)
