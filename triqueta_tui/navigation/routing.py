"""From an intent to a screen: connects to a server, enters a table, and says what went wrong."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.geometry import Size
from textual.screen import Screen

from triqueta_tui.client import Client, Whereabouts
from triqueta_tui.locale import say

if TYPE_CHECKING:
    from protocol.archive import Found
    from protocol.games.offer import GameOffer
    from protocol.requests import ArchiveRequest
    from triqueta_tui.game import Guide
    from triqueta_tui.intents import AskWhere, GoTo, Intent, ServerIntent
    from triqueta_tui.navigation.lan_server import LanServer
    from triqueta_tui.navigation.opening import SeatWaitsError
    from triqueta_tui.navigation.server_session import ServerSession
    from triqueta_tui.net.known_servers import Memory
    from triqueta_tui.screens.connecting import Connecting


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
    first_visit: str | None = None
    """What to say of a server that is met for the first time, once there is something to see of it."""

    def __init__(self) -> None:
        super().__init__()
        self._changing_screens = asyncio.Lock()
        """Navigation and messages of the link both replace screens; each waits for the other to finish."""

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
            self.settings.pace,
        )

    def spawn_for_session(self, work: Coroutine[Any, Any, None]) -> object:
        return self.run_worker(work, group="session", exit_on_error=True)

    def whereabouts(self) -> Whereabouts | None:
        session = self.session
        if session is None or session.welcome is None:
            return None
        return Whereabouts(session.ways_in(), own=session.elsewhere is None)

    def offers(self) -> "tuple[GameOffer, ...]":
        return self.session.welcome.games if self.session is not None and self.session.welcome else ()

    @property
    def solo(self) -> bool:
        return self.session is not None and self.session.solo

    def server_knows(self, word: str) -> bool:
        welcome = self.session.welcome if self.session is not None else None
        return welcome is not None and word in welcome.capabilities

    async def find(self, kind: "type[ArchiveRequest]", **fields: Any) -> "Found":
        from protocol.version import ARCHIVE
        from triqueta_tui.net.error_words import LinkGoneError

        if self.session is None:
            raise LinkGoneError("closed")
        if not self.server_knows(ARCHIVE):
            # An older server would not understand the question.
            raise LinkGoneError("no_archive")
        found = (await self.session.link.ask(kind, **fields)).found
        if found is None:
            raise LinkGoneError("nonsense")
        return found

    async def go_first(self, intent: "Intent") -> None:
        """Carry out the intent that the program was started with: home is not seen on the way."""
        from triqueta_tui.intents import AskWhere

        if isinstance(intent, AskWhere):
            await self._ask_where(intent)
            return
        if self._offers_guided(intent):
            return
        from triqueta_tui.screens.connecting import Connecting

        connecting = Connecting(intent)
        await self.show_alone(connecting)
        self._begin(self._connect(intent, connecting))

    def go(self, intent: "Intent") -> None:
        from triqueta_tui.intents import AskWhere

        if isinstance(intent, AskWhere):
            self._begin(self._ask_where(intent))
        elif not self._offers_guided(intent):
            self._begin(self._go(intent))

    def _offers_guided(self, intent: "ServerIntent") -> bool:
        """Offer the guided game if the intent asks for that and it was not offered before."""
        from triqueta_tui.intents import PlayNow

        if not isinstance(intent, PlayNow) or not intent.offer_guided:
            return False
        game = self.games[intent.game]
        if game.load_guided is None or game.remembered(self.settings).guided_offered:
            return False
        guided = game.load_guided()
        from triqueta_tui.screens.guided_offer import GuidedOffer

        def answered(yes: bool | None) -> None:
            self.change_settings(**game.remember(self.settings, guided_offered=True))
            self.go(guided.intent if yes else replace(intent, offer_guided=False))

        self.change_settings(game=game.name)
        self.push_screen(GuidedOffer(game.title), answered)
        return True

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

    def ask_password(self, intent: "GoTo") -> None:
        self._begin(self._ask_password(intent))

    def enter(self, table: str, *, watch: bool, password: str | None = None) -> None:
        self._begin(self._enter(table, watch, password))

    def open_table(self) -> None:
        self._begin(self._open_table())

    def _begin(self, work: Coroutine[Any, Any, object]) -> None:
        """Navigate; navigation that was under way is cancelled."""
        self.run_worker(work, group="navigation", exclusive=True)

    async def _ask_where(self, intent: "GoTo | AskWhere") -> None:
        from triqueta_tui.screens.join import Join, Watch

        await self.disconnect(self.show_alone((Watch if intent.watch else Join)(intent)))

    async def _enter(self, table: str, watch: bool, password: str | None) -> None:
        from triqueta_tui.net.error_words import TROUBLES, asks_for_password
        from triqueta_tui.screens.password import Password

        if self.session is None:
            return
        try:
            await self.session.enter(table, watch=watch, password=password)
        except TROUBLES as error:
            if asks_for_password(error):
                card = Password(say("rooms.locked.title", table=table), wrong=password is not None)
                typed = await self.push_screen_wait(card)
                if typed is not None:
                    self.enter(table, watch=watch, password=typed)
            else:
                self._say_trouble(error)

    async def _open_table(self) -> None:
        from msgspec import UNSET

        from protocol.requests import Substitute, TableRules
        from protocol.version import RATED
        from triqueta_tui.net.error_words import TROUBLES
        from triqueta_tui.screens.table_rules import TableRulesCard, TableSetUp

        offered = {one.game for one in self.offers()}
        games = [game for game in self.games if game.name in offered]
        if not games:
            return
        last = next((game for game in games if game.name == self.settings.game), games[0])
        substitute: Substitute | None = "auto" if self.server_knows("substitute") else None
        coach = False if self.server_knows("coach") else None
        rated = False if self.server_knows(RATED) else None
        series = None if self.server_knows("series") else UNSET
        rules = TableRules(pace=self.settings.pace)
        now = TableSetUp(last.name, rules, {}, substitute, coach, rated, series)
        card = TableRulesCard(games, now, new=True)
        chosen = await self.push_screen_wait(card)
        if self.session is None or chosen is None:
            return
        try:
            await self.session.open_table(
                chosen.game,
                chosen.rules,
                chosen.options,
                chosen.substitute,
                chosen.coach,
                rated=chosen.rated,
                series=chosen.series or None,
            )
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
        from triqueta_tui.screens.connecting import Connecting

        connecting = Connecting(intent)
        await self.disconnect(self.show_alone(connecting))
        await self._connect(intent, connecting)

    async def _connect(self, intent: "ServerIntent", connecting: "Connecting") -> None:
        from triqueta_tui.intents import GoTo, PlayNow
        from triqueta_tui.navigation.opening import SeatWaitsError
        from triqueta_tui.net.error_words import TROUBLES, asks_for_password, comes_too_fast

        if isinstance(intent, PlayNow) and intent.guided:
            load_guided = self.games[intent.game].load_guided
            self.guide = load_guided().guide(self) if load_guided is not None else None
        session = self.session = self.new_session()
        try:
            try:
                await session.carry_out(intent)
                await self.arrived(intent)
            except SeatWaitsError as waits:
                await self._offer_seat(session, waits)
        except TROUBLES as error:
            wrong = asks_for_password(error)
            if isinstance(intent, GoTo) and wrong and await self._ask_password(intent, again=True):
                return
            if connecting in self.screen_stack:
                # Passwords that come too fast are not heard, even the right one.
                given = isinstance(intent, GoTo) and intent.password is not None
                connecting.fail(error, locked=wrong or (given and comes_too_fast(error)))
            else:
                self._say_trouble(error)

    async def arrived(self, intent: "ServerIntent") -> None:
        """Called when an intent is carried out: the server is there, and the table if there is one."""

    async def _ask_password(self, intent: "GoTo", *, again: bool = False) -> bool:
        """Go on with the password that somebody types; False if nobody does."""
        from triqueta_tui.screens.password import Password

        at = say(
            "rooms.locked.on_the_way", where=f"{self.place(intent.address)} {intent.table or ''}".strip()
        )
        typed = await self.push_screen_wait(Password(at, wrong=again and intent.password is not None))
        if typed is None:
            return False
        self.go(replace(intent, password=typed))
        return True

    async def _offer_seat(self, session: "ServerSession", waits: "SeatWaitsError") -> None:
        """Let a host choose between the game that waits on the server and a new table."""
        from triqueta_tui.screens.game_waits import GameWaits

        seat = waits.seat
        chosen = await self.push_screen_wait(GameWaits(seat.table, self.games.title(seat.game)))
        if chosen == "back":
            await session.enter(seat.table, watch=False)
        elif chosen == "new":
            await session.open_hosted(waits.intent)
        else:
            self.go_home()

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

    async def disconnect(self, meanwhile: Coroutine[Any, Any, object] | None = None) -> None:
        """Disconnect. A seat in a running game is kept.

        What is to be shown instead, if anything, is shown before the connection is closed, but after the
        last message of it has been heard.
        """
        self.mirror = None
        self.link = None
        self.link_state = None
        self.guide = None
        self.first_visit = None
        session, self.session = self.session, None
        try:
            if meanwhile is not None:
                await meanwhile
        finally:
            if session is not None:
                await session.end()

    async def clear(self) -> None:
        """Close all screens but home, and disconnect."""
        await self.disconnect(self.clear_screens())

    async def clear_screens(self) -> None:
        async with self._changing_screens:
            self.table_screen = None
            with self._one_frame():
                while len(self.screen_stack) > 1:
                    await self.pop_screen()

    async def show_alone(
        self, screen: Screen[Any], wanted: Callable[[], bool] = lambda: True, *, table: bool = False
    ) -> bool:
        """Show a screen in place of all others but home, without a frame of what was below them.

        Returns False and does nothing if it is not wanted any more when its turn comes.
        """
        async with self._changing_screens:
            if not wanted():
                return False
            self.table_screen = screen if table else None
            with self._one_frame():
                while len(self.screen_stack) > 2:
                    await self.pop_screen()
                if len(self.screen_stack) > 1:
                    await self.switch_screen(screen)
                else:
                    await self.push_screen(screen)
        self.fit()
        return True

    @contextlib.contextmanager
    def _one_frame(self) -> Iterator[None]:
        """Draw nothing until the screens are in place, then the one on top."""
        with self.batch_update():
            yield
        self.screen.refresh()

    def _say_trouble(self, error: Exception) -> None:
        from triqueta_tui.net.error_words import explain

        self.notify(explain(error), severity="error", markup=False)
