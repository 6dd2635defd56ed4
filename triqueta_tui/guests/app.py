"""The client for a guest: connects to one server, and has no access to the machine it runs on."""

import logging
import traceback
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import urlsplit

import msgspec
from rich.console import Console
from textual.driver import Driver
from textual.screen import Screen
from textual.types import CSSPathType

import triqueta_tui
from protocol.errors import Code, Refusal
from protocol.internal.guest import Guest
from triqueta_tui.app import TriquetaApp
from triqueta_tui.guests.memory import NOWHERE, GuestMemory, GuestSettings
from triqueta_tui.guests.processes import no_more_processes
from triqueta_tui.guests.server_session import GuestServerSession
from triqueta_tui.intents import GoTo
from triqueta_tui.locale import say
from triqueta_tui.net.address import Address, parse_address
from triqueta_tui.net.error_words import TROUBLES, asks_for_password, explain
from triqueta_tui.net.own_name import own_name
from triqueta_tui.paths import Paths
from triqueta_tui.settings import Settings
from triqueta_tui.terminal import Terminal

if TYPE_CHECKING:
    from triqueta_tui.screens.connecting import Connecting

_CLIENT: Final = Path(triqueta_tui.__path__[0])

_log = logging.getLogger(__name__)


class GuestApp(TriquetaApp):
    # The door looks after the guest's terminal, and ends its client.
    OWNS_TERMINAL = False
    # The first screen is styled with the app: Textual reads its file too late.
    CSS_PATH: ClassVar[CSSPathType | None] = [_CLIENT / "app.tcss", _CLIENT / "screens" / "home.tcss"]

    def __init__(self, guest: Guest, terminal: Terminal, notes: int | None = None) -> None:
        """``notes`` is a file in which the door is told what to keep."""
        self.guest = guest
        self._memory = GuestMemory(guest.token)
        file = GuestSettings(guest.kept, notes)
        settings = file.read()
        # What the line says is for this visit.
        self._only_now = {"tiles": "letters"} if guest.letters else {}
        overrides = self._only_now | {"name": settings.name or guest.name}
        paths = Paths.under(NOWHERE)
        super().__init__(settings=settings, paths=paths, terminal=terminal, overrides=overrides)
        self.file: GuestSettings = file
        # What went wrong is logged without the values of variables: a token may be among them.
        self.error_console = Console(file=StringIO())

    def get_driver_class(self) -> type[Driver]:
        if self.guest.screen == "browser":
            from textual.drivers.web_driver import WebDriver

            return WebDriver
        return super().get_driver_class()

    def get_default_screen(self) -> Screen[None]:
        from triqueta_tui.screens.home import GUEST_HOME, VISITOR_HOME, Home

        return Home(GUEST_HOME if self.remembered else VISITOR_HOME)

    async def on_mount(self) -> None:
        """Textual runs this in addition to the base class's handler."""
        if self.guest.table is not None or self.guest.returning:
            from triqueta_tui.screens.connecting import Connecting

            # One word for a name and a code is no table yet.
            table = None if self.guest.name else self.guest.table
            self._connecting = Connecting(GoTo(parse_address(self.guest.address), table))
            await self.show_alone(self._connecting)
        self.begin()

    _hung_up = False
    _connecting: "Connecting | None" = None
    """What is shown in place of the home screen to a guest who is going to a table."""

    @property
    def remembered(self) -> bool:
        return self.guest.token is not None

    @property
    def writes_files(self) -> bool:
        return False

    def forget_me(self) -> None:
        """Have the door delete what it keeps, and be as at the first visit, but for the name."""
        only_now = self._only_now | {"name": self.settings.name}
        self.change_settings(**msgspec.structs.asdict(Settings()))
        self.settings = msgspec.structs.replace(self.settings, **only_now)
        self._apply_settings()
        self.file.forget()

    def begin(self) -> None:
        """Go straight to the table in the guest's address, or to the seat that waits, if there is one."""
        self.run_worker(self._arrive(), group="navigation", exclusive=True)
        # The threads for keyboard and screen are running by now.
        no_more_processes()

    def memory(self) -> GuestMemory:
        return self._memory

    def new_session(self) -> GuestServerSession:
        name = own_name(self.settings.name)
        return GuestServerSession(
            self.guest,
            name,
            self.games,
            self._memory,
            self.post_message,
            self.spawn_for_session,
            self.settings.pace,
        )

    def start_discovery(self) -> None:
        """A guest has this server only."""

    def show_tables(self, *, watch: bool) -> None:
        self.go(GoTo(parse_address(self.guest.address), watch=watch))

    def enter_by_code(self, code: str, password: str | None) -> None:
        self.go(GoTo(parse_address(self.guest.address), code, password=password))

    def place(self, address: Address) -> str:
        """The host to which the guest has connected; the client is on the server's own machine."""
        return urlsplit(self.guest.arrival).hostname or super().place(address)

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
        if not self.settings.name:
            await self._ask_name()
        session = await self._greet_server()
        if session is None:
            return
        table = self.guest.table
        if table is not None and self.guest.name and not self.file.read().name:
            # One word for both: a name, unless there is such a table.
            if await session.has_table(table):
                await self._ask_name()
                session = await self._greet_server()
            else:
                table = None
        if session is not None:
            await self._sit_down(session, table)

    async def _ask_name(self) -> None:
        from triqueta_tui.screens.guest_name import GuestName

        name = await self.push_screen_wait(GuestName(kept=self.remembered))
        if name:
            self.change_settings(name=name)
        elif not self.settings.name:
            self.settings = msgspec.structs.replace(self.settings, name=say("guest.name.nobody"))

    async def _greet_server(self) -> GuestServerSession | None:
        """Connect under the guest's name; None if that is not possible, and the guest knows why."""
        await self.disconnect()
        session = self.new_session()
        self.session = session
        try:
            await session.connect()
        except TROUBLES as error:
            await self._give_up(error)
            return None
        return session

    async def _sit_down(self, session: GuestServerSession, table: str | None) -> None:
        try:
            if not await session.arrive(table, returning=self.guest.returning):
                await self._stay_home()
        except TROUBLES as error:
            if table is not None and asks_for_password(error):
                # Going there asks for it.
                self.enter_by_code(table, None)
            elif table is not None and isinstance(error, Refusal) and error.code == Code.UNKNOWN_TABLE:
                self.notify(say("guest.gone", table=table), severity="warning", timeout=8, markup=False)
                await self._sit_down(session, None)
            else:
                await self._give_up(error, table)

    async def _stay_home(self) -> None:
        on_the_way = self._connecting is not None and self._connecting in self.screen_stack
        await (self.clear() if on_the_way else self.disconnect())

    async def _give_up(self, error: Exception, table: str | None = None) -> None:
        await self.disconnect()
        if self._connecting is not None and self._connecting in self.screen_stack:
            self._connecting.fail(error, table)
        else:
            self.notify(explain(error), severity="error", timeout=15, markup=False)

    def on_exit_app(self) -> None:
        """The browser is gone; Textual runs this before it closes the screens."""
        self._hung_up = True

    def _handle_exception(self, error: Exception) -> None:
        if self._hung_up:
            # The guest has hung up while screens were still being put together, and they miss their parts.
            _log.warning("a guest has hung up before everything was there (%s)", type(error).__name__)
        else:
            _log.error("a guest's client broke:\n%s", "".join(traceback.format_exception(error)))
        super()._handle_exception(error)
