"""The client for a guest: connects to one server, keeps nothing, has no access to the machine it runs on."""

import logging
import traceback
from io import StringIO
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

from rich.console import Console
from textual.driver import Driver
from textual.screen import Screen
from textual.types import CSSPathType

import triqueta_tui
from protocol.internal.guest import Guest
from triqueta_tui.app import TriquetaApp
from triqueta_tui.guests.memory import NOWHERE, GuestMemory, GuestSettings
from triqueta_tui.guests.processes import no_more_processes
from triqueta_tui.guests.server_session import GuestServerSession
from triqueta_tui.intents import GoTo
from triqueta_tui.net.address import parse_address
from triqueta_tui.net.error_words import TROUBLES, explain
from triqueta_tui.net.own_name import own_name
from triqueta_tui.paths import Paths
from triqueta_tui.settings import Settings
from triqueta_tui.terminal import Terminal

_CLIENT: Final = Path(triqueta_tui.__path__[0])

_log = logging.getLogger(__name__)


class GuestApp(TriquetaApp):
    # The door looks after the guest's terminal, and ends its client.
    OWNS_TERMINAL = False
    # The first screen is styled with the app: Textual reads its file too late.
    CSS_PATH: ClassVar[CSSPathType | None] = [_CLIENT / "app.tcss", _CLIENT / "screens" / "home.tcss"]

    def __init__(self, guest: Guest, terminal: Terminal) -> None:
        self.guest = guest
        self._memory = GuestMemory(guest.token)
        tiles: Literal["letters", "auto"] = "letters" if guest.letters else "auto"
        settings = Settings(name=guest.name, tiles=tiles)
        super().__init__(settings=settings, paths=Paths.under(NOWHERE), terminal=terminal)
        self.file = GuestSettings()
        # What went wrong is logged without the values of variables: a token may be among them.
        self.error_console = Console(file=StringIO())

    def get_driver_class(self) -> type[Driver]:
        if self.guest.screen == "browser":
            from textual.drivers.web_driver import WebDriver

            return WebDriver
        return super().get_driver_class()

    def get_default_screen(self) -> Screen[None]:
        from triqueta_tui.screens.home import GUEST_HOME, Home

        return Home(GUEST_HOME)

    async def on_mount(self) -> None:
        """Textual runs this in addition to the base class's handler."""
        self.begin()

    def begin(self) -> None:
        """Go straight to the seat that waits for this guest, if there is one."""
        self.run_worker(self._arrive(), group="navigation", exclusive=True)
        # The threads for keyboard and screen are running by now.
        no_more_processes()

    def memory(self) -> GuestMemory:
        return self._memory

    def new_session(self) -> GuestServerSession:
        name = own_name(self.settings.name)
        return GuestServerSession(
            self.guest, name, self.games, self._memory, self.post_message, self.spawn_for_session
        )

    def start_discovery(self) -> None:
        """A guest has this server only."""

    def show_tables(self, *, watch: bool) -> None:
        self.go(GoTo(parse_address(self.guest.address), watch=watch))

    def enter_by_code(self, code: str, password: str | None) -> None:
        self.go(GoTo(parse_address(self.guest.address), code, password=password))

    def ask_where(self, intent: GoTo) -> None:
        """A guest's address cannot be wrong, so try the same again."""
        self.go(intent)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """A browser here would not be the guest's."""

    def deliver_text(self, *_: Any, **__: Any) -> str | None:
        """Guests write no files on the server."""
        return None

    deliver_binary = deliver_screenshot = deliver_text

    def action_suspend_process(self) -> None:
        """There is no shell to return to."""

    async def _arrive(self) -> None:
        session = self.session = self.new_session()
        try:
            if not await session.arrive():
                await self.disconnect()
        except TROUBLES as error:
            await self.disconnect()
            self.notify(explain(error), severity="error", timeout=15, markup=False)

    def _handle_exception(self, error: Exception) -> None:
        _log.error("a guest's client broke:\n%s", "".join(traceback.format_exception(error)))
        super()._handle_exception(error)
