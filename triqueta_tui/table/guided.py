"""The dialog that shows hints over the table."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.getters import app as app_of
from textual.screen import ModalScreen

from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import GUIDED_NEXT, GUIDED_SKIP, HELP_RULES, PRACTICE_OPEN
from triqueta_tui.commands.command import Command, bindings, keys_of
from triqueta_tui.session.view import AnyView
from triqueta_tui.table.dialog import Dialogs, TableDialog
from triqueta_tui.table.hints import AnyHints, Hint
from triqueta_tui.table.prompt import Keys
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.text_panel import TextPanel

LOOK_AGAIN: Final = 0.2
"""Seconds after which a hint checks again whether a dialog is closed."""

_ROOM_ABOVE: Final = 20
"""From this height on a hint has room above the hand and the prompt."""


class HintDialog(ModalScreen[bool]):
    """A hint over the table; the result is True if the player wants no more of them."""

    app = app_of(TriquetaApp)
    CSS_PATH = "guided.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(GUIDED_NEXT, PRACTICE_OPEN, GUIDED_SKIP, HELP_RULES)]

    def __init__(self, hint: Hint, keys: tuple[Command, ...]) -> None:
        super().__init__(classes="-beside" if hint.beside else "")
        self.hint = hint
        self._keys = keys
        self._panel = TextPanel(hint.title, hint.text)

    def compose(self) -> ComposeResult:
        yield self._panel
        yield Footer()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(self.hint.above and event.size.height >= _ROOM_ABOVE, "-above")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.hint.practice is not None if action == "practise" else True

    def action_practise(self) -> None:
        if self.hint.practice is not None:
            self.app.push_screen(self.hint.practice(), lambda _: self.dismiss(False))

    def action_close(self, skip: bool) -> None:
        self.dismiss(skip)

    def on_click(self, event: events.Click) -> None:
        """A tap on the hint reads it to its end and closes it, as Space does."""
        if event.widget is not None and self._panel in event.widget.ancestors_with_self:
            if self._panel.words.check_action("page_down", ()):
                self._panel.words.action_page_down()
            else:
                self.dismiss(False)

    def on_key(self, event: events.Key) -> None:
        """A key that the hint mentions closes the dialog and is passed on to the table."""
        keymap = self.app.settings.keys
        if any(event.key in keys_of(one, keymap) for one in self._keys):
            event.stop()
            # The key first: the next hint may be waiting.
            self.app.simulate_key(event.key)
            self.dismiss(False)


class HintGuide:
    """Puts a hint over a table when something new comes up."""

    def __init__(
        self,
        app: TriquetaApp,
        dialogs: Dialogs,
        hints: AnyHints,
        skip: Callable[[], object],
        hold: Callable[[bool], object],
    ) -> None:
        """``skip`` is called when the player wants no more hints, ``hold`` when bots are to wait or go on."""
        self._app = app
        self._dialogs = dialogs
        self._hints: AnyHints | None = hints
        self._skip = skip
        self._hold = hold
        self._holds = False
        self._waiting: list[Hint] = []

    def follow(self, now: AnyView) -> None:
        """Give a hint if something in this view comes up for the first time."""
        if self._hints is None:
            return
        hint = self._hints.advice(now, Keys(self._app.settings.keys))
        while hint is not None:
            self._waiting.append(hint)
            hint = hint.then
        self._show_next()

    def _show_next(self) -> None:
        if not self._waiting or self._hints is None:
            if self._holds:
                self._holds = False
                self._hold(False)
            return
        if any(dialog.HINTS_WAIT for dialog in self._dialogs.of(TableDialog)):
            self._app.set_timer(LOOK_AGAIN, self._show_next)
        elif not self._dialogs.of(HintDialog):
            if not self._holds:
                self._holds = True
                self._hold(True)
            self._dialogs.open(HintDialog(self._waiting.pop(0), self._hints.KEYS), self._closed)

    def _closed(self, skip: bool | None) -> None:
        if skip:
            self._hints = None
            self._waiting.clear()
            self._skip()
        self._app.call_later(self._show_next)
