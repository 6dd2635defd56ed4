"""The home screen of somebody who came through a server's front door: there is this server and no other."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.widgets import Static

from triqueta_tui.commands import guest
from triqueta_tui.commands.command import Command, bindings, keys_of, show_key
from triqueta_tui.commands.tutorial import StartTutorial
from triqueta_tui.guests.app import GuestApp
from triqueta_tui.locale import say
from triqueta_tui.screens.home import Home
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.knot import Knot, Title
from triqueta_tui.widgets.menu import Entry, Menu

_MENU: tuple[type[Command], ...] = (
    guest.Play,
    guest.Tables,
    guest.Join,
    guest.Watch,
    guest.Rules,
    guest.Settings,
    guest.Leave,
)


class GuestHome(Home, inherit_bindings=False):
    """Where a guest's visit begins."""

    app = app_of(GuestApp)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(guest.GoBack, *_MENU, StartTutorial)]

    def compose(self) -> ComposeResult:
        """The knot on the left, name and menu on the right."""
        with Horizontal(id="house"):
            with Vertical(id="emblem"):
                yield Knot()
            with Vertical(id="door"):
                yield Title()
                yield Static(say("home.motto"), id="motto", markup=False)
                yield Menu(name="menu")
        yield Footer()

    def fill(self) -> None:
        """Write the words in the language in use."""
        self._waiting = self.app.memory().seat
        self.query_one("#motto", Static).update(say("home.motto"), layout=False)
        commands: tuple[type[Command], ...] = (guest.GoBack, *_MENU) if self._waiting else _MENU
        self.query_one(Menu).put([self._entry(one) for one in commands])
        self.refresh_bindings()

    def action_tables(self) -> None:
        """The open tables of this server."""
        self.app.go_to_tables(watch=False)

    def action_join(self) -> None:
        """To a table by its code."""
        from triqueta_tui.screens.guest_join import GuestJoin  # noqa: PLC0415 - not for the first frame

        self.app.push_screen(GuestJoin())

    def action_watch(self) -> None:
        """The open tables of this server, to look on."""
        self.app.go_to_tables(watch=True)

    def _entry(self, one: type[Command]) -> Entry:
        key = show_key(keys_of(one, self.app.settings.keys)[0])
        table = self._waiting.table if self._waiting else ""
        return Entry(one.action, one.word(), key, say(f"guest.notes.{one.action}", table=table))
