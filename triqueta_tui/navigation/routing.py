"""An app with a link: it goes to tables, and hands what the link says to the screens that show it."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from msgspec import Struct
from textual.app import App
from textual.geometry import Size
from textual.screen import Screen

from triqueta_tui.locale import say
from triqueta_tui.paths import Paths
from triqueta_tui.settings import Settings

if TYPE_CHECKING:
    from protocol.mirror import Mirror
    from protocol.requests import Request
    from triqueta_tui.intents import AskWhere, GoTo, Intent
    from triqueta_tui.navigation.hot_seat import HotSeat
    from triqueta_tui.navigation.lan_server import LanServer
    from triqueta_tui.navigation.server_session import ServerIntent, ServerSession
    from triqueta_tui.net import messages
    from triqueta_tui.net.memory import Memory
    from triqueta_tui.screens.tutorial import Tour


class Sender(Protocol):
    """Where requests go: the link, which gives each its id."""

    def send(self, kind: "type[Request]", **fields: Any) -> int:
        """Queue a request, for example ``send(Act, table="KNOT", action={"do": "draw"})``; returns its id."""


class TablePlace(Protocol):
    """A screen that shows a table: the waiting room, or the table of a game."""

    def show(self, mirror: "Mirror", happenings: tuple[Struct, ...]) -> None:
        """Draw what has changed."""


@runtime_checkable
class ChoosingPlace(Protocol):
    """A screen that waits for the answer to what was chosen on it."""

    def refused(self) -> None:
        """Nothing came of it: let the player choose again."""


@runtime_checkable
class StoryPlace(Protocol):
    """A screen that tells what has happened in a game."""

    def hear(self, happenings: tuple[Struct, ...]) -> None:
        """The whole story, oldest first."""


class LinkedApp(App[None], inherit_bindings=False):
    """What the app does between the home screen and a table.

    Nothing of this is needed for the first frame, so each part is imported when somebody goes that way.
    """

    settings: Settings
    paths: Paths

    def __init__(self) -> None:
        super().__init__()
        self.link: Sender | None = None
        self.link_state: messages.LinkChanged | None = None
        self.visit: ServerSession | None = None
        self.hosting: LanServer | None = None
        """The server for friends on this machine, once somebody has asked for one."""
        self.mirror: Mirror | None = None
        self.tour: Tour | None = None
        self._place: Screen[Any] | None = None

    def change_settings(self, **fields: Any) -> None:
        """Set something, show it at once and keep it."""
        raise NotImplementedError

    def fit(self, size: Size | None = None) -> None:
        """Probe whether the screen on top has the room it needs."""
        raise NotImplementedError

    def memory(self) -> "Memory":
        """What is remembered of servers."""
        from triqueta_tui.net.memory import Memory

        return Memory(self.paths.servers)

    def new_session(self) -> "ServerSession":
        """A stay at a server that is yet to begin."""
        from triqueta_tui.navigation.server_session import ServerSession, own_name

        if self.hosting is None:
            from triqueta_tui.navigation.lan_server import LanServer

            self.hosting = LanServer(self.paths, partial(self.run_worker, group="hosting"))
        name = own_name(self.settings.name)
        return ServerSession(
            name, self.paths, self.memory(), self.post_message, self.spawn_for_session, self.hosting
        )

    def spawn_for_session(self, work: Coroutine[Any, Any, None]) -> object:
        """Run something beside the screens for as long as it takes."""
        return self.run_worker(work, group="visit", exit_on_error=True)

    def go(self, intent: "Intent") -> None:
        """Go where the person wants to be; whatever was under way before is given up."""
        from triqueta_tui.intents import AskWhere

        way = self._ask_where(intent) if isinstance(intent, AskWhere) else self._go(intent)
        self.run_worker(way, group="way", exclusive=True)

    def go_home(self) -> None:
        """Hang up and show the home screen. In a running game the seat is kept."""
        self.run_worker(self._clear(), group="way", exclusive=True)

    def leave_table(self) -> None:
        """Get up for good and go home. A game on this machine is only left waiting."""
        self.run_worker(self._leave(), group="way", exclusive=True)

    def play_again(self) -> None:
        """Another game at this table."""
        self.run_worker(self._again(), group="way", exclusive=True)

    def ask_where(self, intent: "GoTo") -> None:
        """Let the person correct the way to a server."""
        self.run_worker(self._ask_where(intent), group="way", exclusive=True)

    def enter(self, table: str, *, watch: bool, password: str | None = None) -> None:
        """To a table of the server one is at."""
        self.run_worker(self._enter(table, watch, password), group="way", exclusive=True)

    def open_table(self) -> None:
        """Open a table at the server one is at."""
        self.run_worker(self._open_table(), group="way", exclusive=True)

    async def _ask_where(self, intent: "GoTo | AskWhere") -> None:
        from triqueta_tui.screens.join import Join
        from triqueta_tui.screens.watch import Watch

        await self._clear()
        await self.push_screen((Watch if intent.watch else Join)(intent))

    async def _enter(self, table: str, watch: bool, password: str | None) -> None:
        from triqueta_tui.net.reasons import (
            TROUBLES,
            asks_for_password,
            explain,
        )
        from triqueta_tui.screens.password import Password

        if self.visit is None:
            return
        try:
            await self.visit.enter(table, watch=watch, password=password)
        except TROUBLES as error:
            if password is None and asks_for_password(error):
                typed = await self.push_screen_wait(Password(say("rooms.locked.title", table=table)))
                if typed is not None:
                    self.enter(table, watch=watch, password=typed)
            else:
                self.notify(explain(error), severity="error", markup=False)

    async def _open_table(self) -> None:
        from protocol.requests import TableRules
        from triqueta_tui.games import DEFAULT
        from triqueta_tui.net.reasons import TROUBLES, explain
        from triqueta_tui.screens.table_rules import TableRulesCard

        chosen = await self.push_screen_wait(TableRulesCard(DEFAULT, TableRules(), {}, new=True))
        if self.visit is None or chosen is None:
            return
        rules, options = chosen
        try:
            await self.visit.open_table(rules, options)
        except TROUBLES as error:
            self.notify(explain(error), severity="error", markup=False)

    async def _go(self, intent: "ServerIntent") -> None:
        from triqueta_tui.intents import GoTo, PlayNow
        from triqueta_tui.net.reasons import (
            TROUBLES,
            asks_for_password,
            explain,
        )
        from triqueta_tui.screens.connecting import Connecting
        from triqueta_tui.screens.password import Password

        await self._clear()
        if isinstance(intent, PlayNow) and intent.guided:
            from triqueta_tui.screens.tutorial import Tour

            self.tour = Tour(self)
        way = Connecting(intent)
        await self.push_screen(way)
        visit = self.visit = self.new_session()
        try:
            await visit.carry_out(intent)
        except TROUBLES as error:
            if isinstance(intent, GoTo) and intent.password is None and asks_for_password(error):
                at = say("rooms.locked.on_the_way", where=f"{intent.address} {intent.table or ''}".strip())
                typed = await self.push_screen_wait(Password(at))
                if typed is not None:
                    self.go(replace(intent, password=typed))
                    return
            if way in self.screen_stack:
                way.fail(explain(error))
            else:
                self.notify(explain(error), severity="error", markup=False)

    async def _leave(self) -> None:
        from triqueta_tui.net.reasons import TROUBLES

        if self.visit is not None and self.mirror is not None:
            # Whatever is in the way of saying goodbye: we go.
            with contextlib.suppress(*TROUBLES):
                async with asyncio.timeout(2):
                    await self.visit.leave(self.mirror.table)
        await self._clear()

    async def _again(self) -> None:
        from triqueta_tui.net.reasons import TROUBLES, explain

        if self.visit is None or self.mirror is None:
            return
        try:
            await self.visit.again(self.mirror.table)
        except TROUBLES as error:
            self.notify(explain(error), severity="error", markup=False)

    async def hang_up(self) -> None:
        """End the stay at a server, if there is one. A seat in a running game is kept."""
        self.mirror = None
        self.link = None
        self.link_state = None
        self.tour = None
        visit, self.visit = self.visit, None
        if visit is not None:
            await visit.end()

    async def _clear(self) -> None:
        """Back to the bare home screen, with no link."""
        await self._clear_way()
        await self.hang_up()

    async def on_link_changed(self, message: "messages.LinkChanged") -> None:
        """Show it on every screen that has a place for it."""
        from triqueta_tui.widgets.link_status import LinkStatus

        self.link_state = message
        for screen in self.screen_stack:
            for status in screen.query(LinkStatus):
                status.show(message)
        if message.state == "gone" and self.mirror is not None and message.reason is not None:
            self._say_no(message.reason, message.detail, timeout=20)

    async def on_welcomed(self, _: "messages.Welcomed") -> None:
        """From now on requests can be sent; and the address was right, so it stands on the form next time."""
        if self.visit is None:
            return
        self.link = self.visit.link
        elsewhere = self.visit.elsewhere
        if elsewhere is not None and self.settings.server != str(elsewhere):
            self.change_settings(server=str(elsewhere))

    async def on_table_changed(self, message: "messages.TableChanged") -> None:
        """Show the table where it is shown already, or go there."""
        mirror = message.mirror
        if self.visit is None or not self.visit.sees(mirror):
            return
        company = self.visit.company
        if company is not None and mirror.you != company.sitter:
            self._pass_keyboard(company)
            return
        self.mirror = mirror
        self.visit.note(mirror)
        if self.visit.setting_up and mirror.room.status != "playing":
            return
        from protocol.happenings import GameBegan

        kind = self._place_for(mirror)
        began = any(isinstance(happening, GameBegan) for happening in message.happenings)
        if not isinstance(self._place, kind) or began:
            # What lies over the last game, its scoresheet for one, goes with it.
            await self._clear_way()
            self._place = cast("Callable[[Mirror], Screen[Any]]", kind)(mirror)
            await self.push_screen(self._place)
            self.fit()
        cast("TablePlace", self._place).show(mirror, message.happenings)
        if self.tour is not None:
            self.tour.look(mirror)
        if company is not None:
            self._pass_keyboard(company)

    def _pass_keyboard(self, company: "HotSeat") -> None:
        """Drop the curtain if it is somebody else's turn to sit here."""
        from triqueta_tui.screens.pass_keyboard import PassKeyboard

        following = company.next_up()
        drawn = any(isinstance(screen, PassKeyboard) for screen in self.screen_stack)
        if following is None or following.seat is None or drawn or self._place is None:
            return

        async def change_places(_: None) -> None:
            self.link, mirror = company.sit(player)
            if mirror is None or self._place not in self.screen_stack:
                return
            self.mirror = mirror
            # What lies over the table was meant for the one who sat here before.
            while self.screen is not self._place:
                await self.pop_screen()
            cast("TablePlace", self._place).show(mirror, ())

        player = following.you
        self.push_screen(PassKeyboard(following.room.seats[following.seat].name), change_places)

    async def on_table_closed(self, message: "messages.TableClosed") -> None:
        """The table is gone, or we are: go home and say why."""
        if self.mirror is not None and self.mirror.table == message.table:
            if self.visit is not None:
                self.visit.forget()
            await self._clear()
            self._say_no(message.code)

    async def on_lobby_changed(self, message: "messages.LobbyChanged") -> None:
        """Show the open tables, if somebody wants to see them."""
        from triqueta_tui.screens.lobby import Lobby

        lobby = next((screen for screen in self.screen_stack if isinstance(screen, Lobby)), None)
        if lobby is None and self.mirror is None and self.visit is not None and self.visit.welcome:
            welcome = self.visit.welcome
            lobby = Lobby(welcome.server, welcome.seats, watch=self.visit.watching)
            await self._clear_way()
            await self.push_screen(lobby)
            self.fit()
        if lobby is not None:
            lobby.show(message.lines)

    def on_request_rejected(self, message: "messages.RequestRejected") -> None:
        """Say why something did not happen."""
        self._say_no(message.code, message.detail)
        self._let_choose_again()

    def on_request_unsent(self, _: "messages.RequestUnsent") -> None:
        """Say that something was not carried out."""
        self.notify(say("link.unsent"), severity="error", markup=False)
        self._let_choose_again()

    def on_history_told(self, message: "messages.HistoryTold") -> None:
        """Hand the story of a game to the screen that asked for it."""
        for screen in self.screen_stack:
            if isinstance(screen, StoryPlace):
                screen.hear(message.happenings)

    def _let_choose_again(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, ChoosingPlace):
                screen.refused()

    def _place_for(self, mirror: "Mirror") -> type[Screen[Any]]:
        if mirror.room.status == "waiting":
            from triqueta_tui.screens.waiting_room import WaitingRoom

            return WaitingRoom
        from triqueta_tui.games import table_screen

        return table_screen(mirror.room.game)

    async def _clear_way(self) -> None:
        self._place = None
        while len(self.screen_stack) > 1:
            await self.pop_screen()

    def _say_no(self, code: str, detail: Mapping[str, str | int] | None = None, timeout: float = 6) -> None:
        from triqueta_tui.net.reasons import reason

        self.notify(reason(code, detail), severity="error", timeout=timeout, markup=False)
