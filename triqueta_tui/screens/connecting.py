"""Shown while a server is started or connected to, and when that fails."""

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import (
    CONNECTING_GIVE_UP,
    CONNECTING_TABLES,
    CONNECTING_TRY_AGAIN,
    CONNECTING_WATCH_INSTEAD,
    CURSOR_BACK,
)
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.locale import say
from triqueta_tui.session.error_words import explain, leaves_watching, refuses_place
from triqueta_tui.session.intents import (
    GoBack,
    GoTo,
    HostTable,
    PlayNow,
    ReplayFile,
    SeeResult,
    ServerIntent,
    ShowGames,
)
from triqueta_tui.session.own_tables import WaitingSeat
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.knot import Knot


class Connecting(Screen[None]):
    app = app_of(TriquetaApp)
    CSS_PATH = "connecting.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(CONNECTING_TRY_AGAIN, CONNECTING_WATCH_INSTEAD, CONNECTING_TABLES, CONNECTING_GIVE_UP)
    ]

    def __init__(self, intent: ServerIntent) -> None:
        super().__init__()
        self._intent = intent
        self._failed = False
        self._locked = False
        """Whether the password was wrong."""
        self._refused = False
        """Whether the server was reached, but has no seat."""
        self._can_watch = False

    def compose(self) -> ComposeResult:
        with Vertical(id="progress"):
            with Center():
                yield Knot()
            yield Static(self._going(), id="going", markup=False)
            yield Static("", id="trouble", markup=False)
        yield Footer()

    def fail(self, error: Exception, table: str | None = None, *, locked: bool = False) -> None:
        """Show an error; ``locked`` if it was the password.

        ``table`` is the one that was tried, if the intent has none.
        """
        if isinstance(self._intent, GoTo) and table is not None:
            self._intent = replace(self._intent, table=table)
        self._failed, self._locked = True, locked
        self._refused, self._can_watch = refuses_place(error), leaves_watching(error)
        self.add_class("-failed")
        self.query_one("#going", Static).update(self._no_way())
        self.query_one("#trouble", Static).update(explain(error))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "try_again":
                return self._failed
            case "tables":
                return self._refused and isinstance(self._intent, GoTo)
            case "watch_instead":
                return self._can_watch and isinstance(self._intent, GoTo) and not self._intent.watch
            case _:
                return True

    def footer_word(self, command: Command) -> str:
        typed = isinstance(self._intent, GoTo) and self._intent.typed
        return CURSOR_BACK.word() if command is CONNECTING_GIVE_UP and typed else command.word()

    def action_try_again(self) -> None:
        """Try again; a typed address can be corrected first, and a password is asked for."""
        if isinstance(self._intent, GoTo) and self._locked:
            self.app.navigator.ask_password(self._intent)
        elif isinstance(self._intent, GoTo):
            self.app.navigator.ask_where(self._intent)
        else:
            self.app.navigator.go(self._intent)

    def action_watch_instead(self) -> None:
        assert isinstance(self._intent, GoTo)
        self.app.navigator.go(replace(self._intent, watch=True))

    def action_tables(self) -> None:
        assert isinstance(self._intent, GoTo)
        self.app.navigator.go(replace(self._intent, table=None))

    def action_give_up(self) -> None:
        """Back to the form, if one was used, or home."""
        if isinstance(self._intent, GoTo) and self._intent.typed:
            self.app.navigator.ask_where(self._intent)
        else:
            self.app.navigator.go_home()

    def _no_way(self) -> str:
        match self._intent:
            case GoTo(table=str(table), watch=True) if self._refused:
                return say("connecting.no_watching", table=table)
            case GoTo(table=str(table)) | GoBack(seat=WaitingSeat(table=table)) if self._refused:
                return say("connecting.no_seat", table=table)
            case GoTo(address=address):
                return say("connecting.no_way_to", address=self.app.navigator.place(address))
            case _:
                return say("connecting.no_way")

    def _going(self) -> str:
        match self._intent:
            case PlayNow():
                return say("connecting.play")
            case HostTable():
                return say("connecting.host")
            case GoTo(address=address, table=None):
                return say("connecting.go", address=self.app.navigator.place(address))
            case GoTo(address=address, table=table):
                return say("connecting.table", address=self.app.navigator.place(address), table=table)
            case ShowGames():
                return say("connecting.games")
            case ReplayFile(name=name):
                return say("connecting.file", file=name)
            case GoBack(seat=seat):
                return say("connecting.back", table=seat.table)
            case SeeResult():
                return say("connecting.result")
