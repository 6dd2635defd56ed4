"""The client for a guest: one server, nothing kept, and no way to the machine it runs on."""

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
from triqueta_tui.guests.visit import GuestVisit
from triqueta_tui.net.address import parse_address
from triqueta_tui.net.reasons import TROUBLES, explain
from triqueta_tui.places import Places
from triqueta_tui.settings import Settings
from triqueta_tui.terminal import Terminal
from triqueta_tui.visit import own_name
from triqueta_tui.wishes import GoTo

_CLIENT: Final = Path(triqueta_tui.__path__[0])

_log = logging.getLogger(__name__)


class GuestApp(TriquetaApp):
    """The ordinary app, minus what belongs to somebody's own machine."""

    # The first screen is styled with the app: Textual reads its file too late.
    CSS_PATH: ClassVar[CSSPathType | None] = [_CLIENT / "app.tcss", _CLIENT / "screens" / "guest_home.tcss"]

    def __init__(self, guest: Guest, terminal: Terminal) -> None:
        self.guest = guest
        self._memory = GuestMemory(guest.token)
        tiles: Literal["letters", "auto"] = "letters" if guest.letters else "auto"
        settings = Settings(name=guest.name, tiles=tiles)
        super().__init__(settings=settings, places=Places.under(NOWHERE), terminal=terminal)
        self.file = GuestSettings()
        # What went wrong is logged without the values of variables: a token may be among them.
        self.error_console = Console(file=StringIO())

    def get_driver_class(self) -> type[Driver]:
        """A terminal, or the pipe to a browser."""
        if self.guest.screen == "browser":
            from textual.drivers.web_driver import WebDriver

            return WebDriver
        return super().get_driver_class()

    def get_default_screen(self) -> Screen[None]:
        """A home screen with this server only."""
        from triqueta_tui.screens.guest_home import GuestHome

        return GuestHome()

    def on_mount(self) -> None:
        """Textual calls this besides what the app does at this moment."""
        self.begin()

    def begin(self) -> None:
        """Go straight to the seat that waits, if there is one."""
        self.run_worker(self._arrive(), group="way", exclusive=True)
        # The threads for keyboard and screen are running by now.
        no_more_processes()

    def memory(self) -> GuestMemory:
        """It ends with the visit."""
        return self._memory

    def new_visit(self) -> GuestVisit:
        """A stay at the server whose door this is."""
        name = own_name(self.settings.name)
        return GuestVisit(self.guest, name, self._memory, self.post_message, self.spawn_for_visit)

    def look_out(self) -> None:
        """There is this server and no other."""

    def go_to_tables(self, *, watch: bool) -> None:
        """Look at the open tables."""
        self.grant(GoTo(parse_address(self.guest.address), watch=watch))

    def go_to(self, code: str, password: str | None) -> None:
        """Sit down at a table by its code."""
        self.grant(GoTo(parse_address(self.guest.address), code, password=password))

    def ask_where(self, wish: GoTo) -> None:
        """There is one server, so what can be done again is the same."""
        self.grant(wish)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """There is no browser here that would be the guest's."""

    def deliver_text(self, *_: Any, **__: Any) -> str | None:
        """Nothing is written on the server's side."""
        return None

    def deliver_binary(self, *_: Any, **__: Any) -> str | None:
        """Nothing is written on the server's side."""
        return None

    def deliver_screenshot(self, *_: Any, **__: Any) -> str | None:
        """Nothing is written on the server's side."""
        return None

    def action_suspend_process(self) -> None:
        """There is no shell behind the game."""

    async def _arrive(self) -> None:
        visit = self.new_visit()
        self.visit = visit
        try:
            if not await visit.arrive():
                await self.hang_up()
        except TROUBLES as error:
            await self.hang_up()
            self.notify(explain(error), severity="error", timeout=15, markup=False)

    def _handle_exception(self, error: Exception) -> None:
        _log.error("a guest's client broke:\n%s", "".join(traceback.format_exception(error)))
        super()._handle_exception(error)
