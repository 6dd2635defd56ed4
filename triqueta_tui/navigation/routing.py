"""From an intent to a screen: connects to a server, enters a table, and says what went wrong."""

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.geometry import Size
from textual.screen import Screen

from triqueta_tui.client import Client, Whereabouts
from triqueta_tui.locale import say

if TYPE_CHECKING:
    from protocol.games.offer import GameOffer
    from triqueta_tui.game import Guide
    from triqueta_tui.intents import AskWhere, GoTo, Intent, ServerIntent
    from triqueta_tui.navigation.lan_server import LanServer
    from triqueta_tui.navigation.server_session import ServerSession
    from triqueta_tui.net.known_servers import Memory


class RoutingApp(Client):
    """Carries out intents.

    Nothing of this is needed for the first frame, so imports are inside the methods.
    """

    session: "ServerSession | None" = None
    lan_server: "LanServer | None" = None
    """The server for friends, once somebody has connected anywhere."""
    guide: "Guide | None" = None
    table_screen: Screen[Any] | None = None
    """The waiting room or the table that is shown."""

    def fit(self, size: Size | None = None) -> None:
        """Check that the terminal is large enough for the screen on top."""

    def memory(self) -> "Memory":
        from triqueta_tui.net.known_servers import Memory

        return Memory(self.paths.servers)

    def new_session(self) -> "ServerSession":
        from triqueta_tui.navigation.server_session import ServerSession
        from triqueta_tui.net.own_name import own_name

        if self.lan_server is None:
            from triqueta_tui.navigation.lan_server import LanServer

            self.lan_server = LanServer(self.paths, partial(self.run_worker, group="lan server"))
        return ServerSession(
            own_name(self.settings.name),
            self.games,
            self.paths,
            self.memory(),
            self.post_message,
            self.spawn_for_session,
            self.lan_server,
        )

    def spawn_for_session(self, work: Coroutine[Any, Any, None]) -> object:
        return self.run_worker(work, group="session", exit_on_error=True)

    def whereabouts(self) -> Whereabouts | None:
        session = self.session
        if session is None:
            return None
        doors = session.welcome.doors if session.welcome else {}
        return Whereabouts(session.addresses, doors, own=session.elsewhere is None)

    def offers(self) -> "tuple[GameOffer, ...]":
        return self.session.welcome.games if self.session is not None and self.session.welcome else ()

    def go(self, intent: "Intent") -> None:
        from triqueta_tui.intents import AskWhere

        self._begin(self._ask_where(intent) if isinstance(intent, AskWhere) else self._go(intent))

    def go_home(self) -> None:
        self._begin(self.clear())

    def leave_table(self) -> None:
        self._begin(self._leave())

    def change_door(self) -> None:
        self._begin(self._change_door())

    def play_again(self) -> None:
        self._begin(self._again())

    def ask_where(self, intent: "GoTo") -> None:
        self._begin(self._ask_where(intent))

    def enter(self, table: str, *, watch: bool, password: str | None = None) -> None:
        self._begin(self._enter(table, watch, password))

    def open_table(self) -> None:
        self._begin(self._open_table())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Navigate; navigation that was under way is cancelled."""
        self.run_worker(work, group="navigation", exclusive=True)

    async def _ask_where(self, intent: "GoTo | AskWhere") -> None:
        from triqueta_tui.screens.join import Join, Watch

        await self.clear()
        await self.push_screen((Watch if intent.watch else Join)(intent))

    async def _enter(self, table: str, watch: bool, password: str | None) -> None:
        from triqueta_tui.net.error_words import TROUBLES, asks_for_password
        from triqueta_tui.screens.password import Password

        if self.session is None:
            return
        try:
            await self.session.enter(table, watch=watch, password=password)
        except TROUBLES as error:
            if password is None and asks_for_password(error):
                typed = await self.push_screen_wait(Password(say("rooms.locked.title", table=table)))
                if typed is not None:
                    self.enter(table, watch=watch, password=typed)
            else:
                self._say_trouble(error)

    async def _open_table(self) -> None:
        from protocol.requests import TableRules
        from triqueta_tui.net.error_words import TROUBLES
        from triqueta_tui.screens.table_rules import TableRulesCard, TableSetUp

        offered = {one.game for one in self.offers()}
        games = [game for game in self.games if game.name in offered]
        if not games:
            return
        last = next((game for game in games if game.name == self.settings.game), games[0])
        card = TableRulesCard(games, TableSetUp(last.name, TableRules(), {}), new=True)
        chosen = await self.push_screen_wait(card)
        if self.session is None or chosen is None:
            return
        try:
            await self.session.open_table(chosen.game, chosen.rules, chosen.options)
        except TROUBLES as error:
            self._say_trouble(error)

    async def _change_door(self) -> None:
        from triqueta_tui.screens.door import DoorCard
        from triqueta_tui.screens.door_form import door_requests

        if self.mirror is None:
            return
        chosen = await self.push_screen_wait(DoorCard(self.mirror.room))
        if self.link is not None and chosen is not None:
            for kind, fields in door_requests(self.mirror.room, chosen):
                self.link.send(kind, table=self.mirror.table, **fields)

    async def _go(self, intent: "ServerIntent") -> None:
        from triqueta_tui.intents import GoTo, PlayNow
        from triqueta_tui.net.error_words import TROUBLES, asks_for_password, explain
        from triqueta_tui.screens.connecting import Connecting
        from triqueta_tui.screens.password import Password

        await self.clear()
        if isinstance(intent, PlayNow) and intent.guided:
            load_guided = self.games[intent.game].load_guided
            self.guide = load_guided().guide(self) if load_guided is not None else None
        connecting = Connecting(intent)
        await self.push_screen(connecting)
        session = self.session = self.new_session()
        try:
            await session.carry_out(intent)
        except TROUBLES as error:
            if isinstance(intent, GoTo) and intent.password is None and asks_for_password(error):
                at = say("rooms.locked.on_the_way", where=f"{intent.address} {intent.table or ''}".strip())
                typed = await self.push_screen_wait(Password(at))
                if typed is not None:
                    self.go(replace(intent, password=typed))
                    return
            if connecting in self.screen_stack:
                connecting.fail(explain(error))
            else:
                self._say_trouble(error)

    async def _leave(self) -> None:
        from triqueta_tui.net.error_words import TROUBLES

        if self.session is not None and self.mirror is not None:
            # Leave even if the server cannot be told.
            with contextlib.suppress(*TROUBLES):
                async with asyncio.timeout(2):
                    await self.session.leave(self.mirror.table)
        await self.clear()

    async def _again(self) -> None:
        from triqueta_tui.net.error_words import TROUBLES

        if self.session is None or self.mirror is None:
            return
        try:
            await self.session.again(self.mirror.table)
        except TROUBLES as error:
            self._say_trouble(error)

    async def disconnect(self) -> None:
        """Disconnect. A seat in a running game is kept."""
        self.mirror = None
        self.link = None
        self.link_state = None
        self.guide = None
        session, self.session = self.session, None
        if session is not None:
            await session.end()

    async def clear(self) -> None:
        """Close all screens but home, and disconnect."""
        await self.clear_screens()
        await self.disconnect()

    async def clear_screens(self) -> None:
        self.table_screen = None
        while len(self.screen_stack) > 1:
            await self.pop_screen()

    def _say_trouble(self, error: Exception) -> None:
        from triqueta_tui.net.error_words import explain

        self.notify(explain(error), severity="error", markup=False)
