"""The settings screen, with a preview: changes apply at once."""

from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Input, Static

from triqueta_protocol.text import NAME_CELLS, cells, clean
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import (
    SETTINGS_DOWN,
    SETTINGS_EDIT,
    SETTINGS_FORGET,
    SETTINGS_LEAVE,
    SETTINGS_NEXT,
    SETTINGS_PREVIOUS,
    SETTINGS_RESET,
    SETTINGS_UP,
)
from triqueta_tui.commands.command import Command, bindings, first_key, keys_of, show_key
from triqueta_tui.keymap import beside
from triqueta_tui.locale import say
from triqueta_tui.screens.settings_fields import Field
from triqueta_tui.screens.settings_list import KeyOf, SettingsList
from triqueta_tui.settings import Settings
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.footer import Footer


class Preview(Board):
    """Pieces of the last game in the current colours."""

    app = app_of(TriquetaApp)

    def draw(self, canvas: Canvas) -> None:
        canvas.write(1, 0, say("settings.preview.title"), self.style_of("dim"))
        draw = self.app.games.chosen(self.app.settings.game).load_preview()
        y = draw(canvas, self.app) if draw is not None else 2
        x = canvas.write(1, y, say("settings.preview.more"), self.style_of("good"))
        canvas.write(x + 2, y, say("settings.preview.less"), self.style_of("bad"))


class SettingsScreen(Screen[None]):
    app = app_of(TriquetaApp)
    CSS_PATH = "settings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            SETTINGS_NEXT,
            SETTINGS_PREVIOUS,
            SETTINGS_EDIT,
            SETTINGS_RESET,
            SETTINGS_FORGET,
            SETTINGS_LEAVE,
            SETTINGS_DOWN,
            SETTINGS_UP,
        )
    ]

    def __init__(self) -> None:
        super().__init__()
        self._asking: Command | None = None
        """The command that waits for a new key."""
        self._forgetting = False
        """Whether a second press deletes what a server keeps."""

    @property
    def list(self) -> SettingsList:
        return self.query_one(SettingsList)

    def compose(self) -> ComposeResult:
        yield Static(say("settings.title"), id="title", markup=False)
        yield Static(id="broken", markup=False)
        with Horizontal(id="body"):
            yield SettingsList(self.app.settings, self.app.games)
            yield Preview()
        yield Static(id="about", markup=False)
        yield Input(id="field", compact=True)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#field").display = False
        self.list.focus()
        self._explain()

    def action_next(self) -> None:
        self._step(1)

    def action_previous(self) -> None:
        self._step(-1)

    def action_edit(self) -> None:
        """Ask for a key, open a text field, or switch to the next value."""
        entry = self.list.entry
        if isinstance(entry, KeyOf):
            self._ask_for_key(entry.command)
        elif isinstance(entry, Field) and not entry.values:
            self._open_field(entry)
        else:
            self._step(1)

    def action_reset(self) -> None:
        entry = self.list.entry
        if isinstance(entry, Field):
            self._change(**entry.changed_to(self.app.settings, entry.value(Settings())))
        elif isinstance(entry, KeyOf):
            self._map(entry.command, None)

    def action_forget(self) -> None:
        """Delete what the server keeps of a guest, at the second press."""
        if self._forgetting:
            self.app.forget_settings()
            self._change()
            self._say(say("settings.forget.done"))
        else:
            self._say(say("settings.forget.sure", key=first_key(SETTINGS_FORGET, self.app.settings.keys)))
            self._forgetting = True

    def action_down(self) -> None:
        self.list.move(1)

    def action_up(self) -> None:
        self.list.move(-1)

    def action_leave(self) -> None:
        if self.query_one("#field").display:
            self._close_field()
        else:
            self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "forget":
            return self.app.file.kept_by_server
        if action not in {"next", "previous"} or not self.query(SettingsList):
            return True
        entry = self.list.entry
        return isinstance(entry, Field) and bool(entry.values)

    @on(SettingsList.Moved)
    def show_about(self) -> None:
        self._explain()
        self.refresh_bindings()

    @on(SettingsList.Pressed)
    def edit_clicked(self) -> None:
        self.action_edit()

    @on(Input.Submitted, "#field")
    def take_text(self, event: Input.Submitted) -> None:
        text = clean(event.value)
        if cells(text) > NAME_CELLS:
            self._say(say("errors.name_too_long", limit=NAME_CELLS))
            return
        entry = self.list.entry
        assert isinstance(entry, Field)
        self._close_field()
        self._change(**entry.changed_to(self.app.settings, text))

    def on_key(self, event: events.Key) -> None:
        """While a command waits for a new key, any key is that key."""
        if self._asking is None:
            return
        event.stop()
        event.prevent_default()
        command, self._asking = self._asking, None
        if event.key == "backspace":
            self._map(command, None)
        elif event.key == "escape":
            self._explain()
        else:
            self._map(command, event.key)

    def _step(self, by: int) -> None:
        entry = self.list.entry
        if isinstance(entry, Field):
            self._change(**entry.step(self.app.settings, by))

    def _map(self, command: Command, key: str | None) -> None:
        now = self.app.settings.keys
        keys = {name: value for name, value in now.items() if name != command.id}
        if key is not None and key not in keys_of(command, {}):
            taken = next((one for one in beside(command, self.app.games) if key in keys_of(one, keys)), None)
            if taken is not None:
                self._say(say("settings.taken", key=show_key(key), what=taken.word()))
                return
            keys[command.id] = key
        self._change(keys=keys)

    def _change(self, **fields: Any) -> None:
        self.app.change_settings(**fields)
        self.query_one("#title", Static).update(say("settings.title"), layout=False)
        self.list.show(self.app.settings)
        self.query_one(Preview).redraw()
        self._explain()
        self.refresh_bindings()

    def _ask_for_key(self, command: Command) -> None:
        self._asking = command
        self._say(say("settings.press", what=command.word()))

    def _open_field(self, entry: Field) -> None:
        field = self.query_one("#field", Input)
        field.value = str(entry.value(self.app.settings))
        field.display = True
        field.focus()
        self._say(say("settings.name_prompt"))

    def _close_field(self) -> None:
        self.query_one("#field").display = False
        self.list.focus()
        self._explain()

    def _explain(self) -> None:
        entry, key = self.list.entry, first_key(SETTINGS_EDIT, self.app.settings.keys)
        if isinstance(entry, KeyOf):
            self._say(say("settings.keys.about", help=entry.command.help(), key=key, id=entry.command.id))
        elif isinstance(entry, Field):
            self._say(say(entry.about, limit=NAME_CELLS, key=key))
        self._notify_broken()

    def _notify_broken(self) -> None:
        problem = self.app.file.problem
        banner = self.query_one("#broken", Static)
        banner.display = problem is not None
        if problem is not None:
            key = "settings.broken" if problem.line is None else "settings.broken_line"
            banner.update(say(key, line=problem.line, why=problem.why, path=problem.path))

    def _say(self, sentence: str) -> None:
        self._forgetting = False
        self.query_one("#about", Static).update(sentence, layout=False)
