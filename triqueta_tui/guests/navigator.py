"""The way of a guest: straight to the table that was asked for, at the one server there is."""

import contextlib
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from textual.screen import Screen

from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.internal.guest import Guest
from triqueta_tui.app import TriquetaApp
from triqueta_tui.guests.session import GuestSession
from triqueta_tui.locale import say
from triqueta_tui.navigator import Navigator
from triqueta_tui.session.address import Address, parse_address
from triqueta_tui.session.error_words import TROUBLES, asks_for_password, explain, open_elsewhere
from triqueta_tui.session.intents import GoTo, Intent
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.session.own_name import own_name
from triqueta_tui.session.player_keys import PlayerKeys

if TYPE_CHECKING:
    from triqueta_tui.screens.connecting import Connecting


class GuestNavigator(Navigator):
    def __init__(self, app: TriquetaApp, guest: Guest) -> None:
        super().__init__(app)
        self.guest = guest
        self._memory = Memory(None)
        self._keys = PlayerKeys(None, secret=guest.key)
        self._connecting: Connecting | None = None
        """What is shown in place of the home screen to a guest who is going to a table."""

    def home(self) -> Screen[None]:
        from triqueta_tui.screens.home import GUEST_HOME, VISITOR_HOME, Home

        return Home(GUEST_HOME if self.app.file.kept_by_server else VISITOR_HOME)

    async def begin(self, intent: Intent | None) -> None:
        """Go straight to the table in the guest's address, or to the seat that waits, if there is one."""
        if self.guest.table is not None or self.guest.returning:
            from triqueta_tui.screens.connecting import Connecting

            # One word for a name and a code is no table yet.
            table = None if self.guest.name else self.guest.table
            self._connecting = Connecting(GoTo(parse_address(self.guest.address), table))
            await self.screens.show_alone(self._connecting)
        self._begin(self._arrive())

    def memory(self) -> Memory:
        return self._memory

    def new_session(self) -> GuestSession:
        return self._session_of(self.app.settings.name)

    def _session_of(self, name: str) -> GuestSession:
        app = self.app
        more = (self._memory, self._keys, self.spawn, app.settings.pace, self._preload)
        return GuestSession(self.guest, own_name(name), app.games, *more)

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

    async def _ask_servers(self) -> None:
        session = self.new_session()
        with contextlib.suppress(*TROUBLES):
            await session.connect()
            await session.refresh_tables()
        await session.end()

    async def _arrive(self) -> None:
        if not self.app.settings.name:
            await self._ask_name()
        elif self.guest.table is None and self.app.file.kept_by_server and not self.app.file.read().name:
            # A player who comes to a table with this key next time is not asked again.
            self.app.change_settings(name=self.guest.name)
        table = self.guest.table
        if table is not None and self.guest.name and not self.app.file.read().name:
            # One word for both: a name, unless a table lets the guest in by it.
            if await self._is_let_in(table):
                await self._ask_name()
            else:
                table = None
        session = await self._greet_server()
        if session is not None:
            await self._sit_down(session, table)

    async def _is_let_in(self, word: str) -> bool:
        """Try a word at the tables, as nobody yet and without showing any."""
        await self.disconnect()
        session = self._session_of(say("guest.name.nobody"))
        try:
            await session.connect()
            return await session.is_let_in(word)
        except TROUBLES:
            return False  # the guest reads why when the same happens again
        finally:
            await session.end()

    async def _ask_name(self) -> None:
        from triqueta_tui.screens.questions import GuestName

        app = self.app
        name = await app.push_screen_wait(GuestName(kept=app.file.kept_by_server))
        if name:
            app.change_settings(name=name)
        elif not app.settings.name:
            app.settings = msgspec.structs.replace(app.settings, name=say("guest.name.nobody"))

    async def _greet_server(self) -> GuestSession | None:
        """Connect under the guest's name; None if that is not possible, and the guest knows why."""
        await self.disconnect()
        session = self.new_session()
        self.connect_to(session)
        try:
            await session.connect()
        except TROUBLES as error:
            await self._fail(error)
            return None
        return session

    async def _sit_down(self, session: GuestSession, table: str | None) -> None:
        try:
            await session.refresh_tables()
            if not await session.arrive(table, returning=self.guest.returning):
                await self._stay_home()
        except TROUBLES as error:
            if taken := open_elsewhere(error):
                await self._offer_take_over(session, taken)
            elif table is not None and asks_for_password(error):
                # Going there asks for it.
                self.enter_by_code(table, None)
            elif table is not None and isinstance(error, RefusalError) and error.code == Code.UNKNOWN_TABLE:
                self.app.notify(say("guest.gone", table=table), severity="warning", timeout=8, markup=False)
                await self._sit_down(session, None)
            else:
                await self._fail(error, table)

    async def _stay_home(self) -> None:
        on_the_way = self._connecting in self.screens
        await (self.clear() if on_the_way else self.disconnect())

    async def _fail(self, error: Exception, table: str | None = None) -> None:
        await self.disconnect()
        if self._connecting is not None and self._connecting in self.screens:
            self._connecting.fail(error, table)
        else:
            self.app.notify(explain(error), severity="error", timeout=15, markup=False)
