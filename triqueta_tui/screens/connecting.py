"""Shown while a server is started or connected to, and when that fails."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.client import Client
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.connecting import GIVE_UP, TRY_AGAIN
from triqueta_tui.intents import GoBack, GoTo, HostTable, PlayNow, ReplayFile, ServerIntent, ShowGames
from triqueta_tui.locale import say
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.knot import Knot


class Connecting(Screen[None]):
    app = app_of(Client)
    CSS_PATH = "connecting.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TRY_AGAIN, GIVE_UP)]

    def __init__(self, intent: ServerIntent) -> None:
        super().__init__()
        self._intent = intent
        self._failed = False
        self._locked = False
        """Whether the password was wrong."""

    def compose(self) -> ComposeResult:
        with Vertical(id="progress"):
            with Center():
                yield Knot()
            yield Static(self._going(), id="going", markup=False)
            yield Static("", id="trouble", markup=False)
        yield Footer()

    def fail(self, sentence: str, *, locked: bool = False) -> None:
        """Say what went wrong; ``locked`` if it was the password."""
        self._failed, self._locked = True, locked
        self.add_class("-failed")
        words = say("connecting.no_way")
        if isinstance(self._intent, GoTo):
            words = say("connecting.no_way_to", address=self.app.place(self._intent.address))
        self.query_one("#going", Static).update(words)
        self.query_one("#trouble", Static).update(sentence)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "try_again" or self._failed

    def action_try_again(self) -> None:
        """Try again; a typed address can be corrected first, and a password is asked for."""
        if isinstance(self._intent, GoTo) and self._locked:
            self.app.ask_password(self._intent)
        elif isinstance(self._intent, GoTo):
            self.app.ask_where(self._intent)
        else:
            self.app.go(self._intent)

    def action_give_up(self) -> None:
        self.app.go_home()

    def _going(self) -> str:
        match self._intent:
            case PlayNow():
                return say("connecting.play")
            case HostTable():
                return say("connecting.host")
            case GoTo(address=address, table=None):
                return say("connecting.go", address=self.app.place(address))
            case GoTo(address=address, table=table):
                return say("connecting.table", address=self.app.place(address), table=table)
            case ShowGames():
                return say("connecting.games")
            case ReplayFile(name=name):
                return say("connecting.file", file=name)
            case GoBack(seat=seat):
                return say("connecting.back", table=seat.table)
