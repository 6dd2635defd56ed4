"""Dialogs over a table: something is decided or shown while the clock stays in sight."""

from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from msgspec import Struct
from textual import events, on
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from triqueta_tui.session.feed import TableFeed
from triqueta_tui.session.view import AnyView, MineT, PublicT, TableView
from triqueta_tui.widgets.menu import Menu

ScreenT = TypeVar("ScreenT", bound=Screen[Any])

_FOOTER: Final = 1
_BORDERS: Final = 2
_BESIDE: Final = 6
"""Columns of border and padding."""
_BESIDE_LOW: Final = 2
"""Columns of padding where there is no border."""


class TableBelow(Protocol):
    """The table that a dialog lies over."""

    dialogs: "Dialogs"
    feed: TableFeed

    def action_coach(self) -> None: ...

    def action_undo(self) -> None: ...

    def send_chat(self, text: str) -> None: ...

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None: ...


class OverTable:
    """A screen that is opened over a table, and told of every change there."""

    table: TableBelow | None = None
    """None while it is not open."""

    def follow(self, now: Any, events: tuple[Struct, ...]) -> None:
        """The table has changed."""


class TableDialog(OverTable, ModalScreen[None], Generic[PublicT, MineT]):
    DEFAULT_CSS = """
    TableDialog { align: center middle; layers: dialog clock; }
    TableDialog > #dialog {
        width: 72; max-width: 100%; height: auto; max-height: 100%; padding: 0 2; background: $surface;
        border: round $my-turn; border-title-color: $my-turn; border-title-style: bold;
    }
    TableDialog.-low > #dialog { border: none; padding: 0 1; }
    TableDialog #intro { height: auto; margin-bottom: 1; }
    TableDialog.-low #intro { margin: 0; }
    TableDialog Buttons { margin-top: 1; background: $surface; }
    TableDialog.-low Buttons { margin: 0; }
    TableDialog > #clock {
        layer: clock; dock: right; width: auto; height: 1; padding: 0 1;
        background: $panel; color: $my-turn; text-style: $mark-style;
    }
    """

    HINTS_WAIT: ClassVar[bool] = False
    """Whether hints for a new player wait until the dialog is closed."""
    WIDTH: ClassVar[int] = 72
    LOW_BELOW: ClassVar[int | None] = None
    """Below this height the dialog has no border; None leaves that to the app."""

    _clock: Static | None = None
    _is_done = False

    def __init__(
        self,
        now: TableView[PublicT, MineT],
        put_aside: Callable[[TableView[PublicT, MineT]], None] | None = None,
    ) -> None:
        """``put_aside`` is called when the player closes the dialog to decide later."""
        super().__init__()
        self.now = now
        self.is_leaving = False
        """Whether it is being dismissed, which takes a moment."""
        self._put_aside = put_aside

    def close(self) -> None:
        """Close the dialog; below another screen, as soon as that one is gone."""
        self._is_done = True
        if self.is_active and not self.is_leaving:
            self.is_leaving = True
            self.dismiss()

    def keep_open(self) -> None:
        """Cancel a ``close`` that still waits."""
        self._is_done = False

    def on_screen_resume(self) -> None:
        if self._is_done:
            self.close()

    def on_resize(self, event: events.Resize) -> None:
        low = self.LOW_BELOW is not None and event.size.height < self.LOW_BELOW
        if self.LOW_BELOW is not None:
            self.set_class(low, "-low")
        columns = min(self.WIDTH, event.size.width) - (_BESIDE_LOW if low else _BESIDE)
        self.fit(columns, event.size.height - _FOOTER - (0 if low else _BORDERS), low=low)

    def fit(self, width: int, lines: int, *, low: bool) -> None:
        """Set the heights of the dialog's parts, within these columns and lines."""

    def action_put_aside(self) -> None:
        """Close the dialog to see the table; a key there opens it again."""
        if self._put_aside is not None:
            self._put_aside(self.now)
        self.close()

    def action_coach(self) -> None:
        """Ask the coach about the decision in this dialog."""
        if self.table is not None:
            self.table.action_coach()

    def action_undo(self) -> None:
        """Undo the decision before the one in this dialog, which then closes."""
        if self.table is not None:
            self.table.action_undo()

    @on(Menu.Picked, "#buttons")
    async def _pressed(self, event: Menu.Picked) -> None:
        await self.run_action(event.entry.name)

    def point_at(self, action: Struct) -> None:
        """Select what stands for an action, if it is decided here."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in {"coach", "undo"}:
            return self.table is not None and bool(self.table.check_action(action, parameters))
        return super().check_action(action, parameters)

    def show_clock(self, words: str) -> None:
        """Show the running clock in the upper right corner: nothing is drawn below a dialog."""
        if self._clock is None and words:
            self._clock = Static(words, id="clock", markup=False)
            self.mount(self._clock)
        elif self._clock is not None:
            self._clock.update(words)
            self._clock.display = bool(words)


AnyDialog = TableDialog[Any, Any]


class Dialogs:
    """Those of one table, in the order in which they were opened."""

    def __init__(self, table: Any) -> None:
        self._table = table
        """The screen of the table, which opens them."""
        self._opened: list[Screen[Any]] = []

    @property
    def open_ones(self) -> list[Screen[Any]]:
        stack = self._table.app.screen_stack
        self._opened = [screen for screen in self._opened if screen in stack]
        return self._opened

    def open(self, screen: Screen[Any], closed: Callable[[Any], object] | None = None) -> None:
        """``closed`` is called with the screen's result."""
        if isinstance(screen, OverTable):
            screen.table = self._table
        self.open_ones.append(screen)
        self._table.app.push_screen(screen, closed)

    def open_once(self, kind: type[ScreenT], make: Callable[[], ScreenT]) -> None:
        """Open a dialog to decide in, unless one of its kind is open or nothing is decided here."""
        if self._table.feed.can_decide and not self.of(kind):
            self.open(make())

    def of(self, kind: Callable[..., ScreenT]) -> list[ScreenT]:
        """The open ones of a kind."""
        assert isinstance(kind, type)
        found: list[Any] = [screen for screen in self.open_ones if isinstance(screen, kind)]
        return found

    def follow(self, now: AnyView, events: tuple[Struct, ...]) -> None:
        for screen in list(self.open_ones):
            if isinstance(screen, OverTable):
                screen.follow(now, events)

    def show_clock(self, words: str) -> None:
        for dialog in self.of(TableDialog):
            dialog.show_clock(words)

    def point_at(self, action: Struct) -> None:
        for dialog in self.of(TableDialog):
            dialog.point_at(action)
