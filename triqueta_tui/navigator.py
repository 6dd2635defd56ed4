"""From an intent to a screen: connects to servers, follows the tables there, and changes the full screens."""

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

from textual.events import Callback
from textual.message import Message
from textual.screen import Screen

from triqueta_tui.app import HelpScreen, TriquetaApp
from triqueta_tui.full_screens import FullScreens
from triqueta_tui.locale import say

if TYPE_CHECKING:
    from triqueta_protocol.archive import Found
    from triqueta_protocol.requests import ArchiveRequest
    from triqueta_tui.screens.connecting import Connecting
    from triqueta_tui.screens.lobby import Lobby
    from triqueta_tui.screens.questions import Fate
    from triqueta_tui.screens.waiting_room import WaitingRoom
    from triqueta_tui.session import events
    from triqueta_tui.session.address import Address
    from triqueta_tui.session.events import SessionEvent
    from triqueta_tui.session.intents import AskWhere, GoTo, Intent, ReplayFile, ServerIntent
    from triqueta_tui.session.known_servers import Memory
    from triqueta_tui.session.lan_server import LanServer
    from triqueta_tui.session.live_feed import LiveFeed
    from triqueta_tui.session.opening import SeatWaitsError
    from triqueta_tui.session.own_tables import UnseenResult, WaitingSeat
    from triqueta_tui.session.player_keys import PlayerKeys
    from triqueta_tui.session.session import Session
    from triqueta_tui.table.screen import TableScreen

_ASK_EVERY: Final = 15.0
"""Seconds between two times that servers are asked what waits there, at home."""


class Navigator:
    """The only place that changes full screens; dialogs over a table are opened by the table.

    Nothing of this is needed for the first frame, so most imports are inside the methods.
    """

    class SessionChanged(Message, bubble=False):
        """A session has told something. Every event goes through the app's queue, one message each."""

        def __init__(self, session: "Session", event: "SessionEvent") -> None:
            super().__init__()
            self.session = session
            self.event = event

    def __init__(self, app: TriquetaApp) -> None:
        self.app = app
        self.screens = FullScreens(app)
        self.session: Session | None = None
        self.lan_server: LanServer | None = None
        """The server for friends, once this client has connected anywhere."""
        self.feed: LiveFeed | None = None
        """The table that is joined or watched."""
        self._table_screen: WaitingRoom | TableScreen | None = None
        """What was last shown of that table."""
        self._lobby: Lobby | None = None
        self.first_visit: str | None = None
        """What to say of a server that is met for the first time, once there is something to see of it."""
        self.complaint = ""
        """What was wrong with what the program was started with, if it had to end because of it."""
        self._ask_from = 0.0
        """When servers may be asked again what waits there, by the clock that only goes forward."""

    # Where one can go

    def home(self) -> Screen[None]:
        """The screen below all others."""
        from triqueta_tui.screens.home import Home

        return Home()

    async def begin(self, intent: "Intent | None") -> None:
        """Carry out the intent that the program was started with: home is not seen on the way."""
        if intent is None:
            return
        from triqueta_tui.session.intents import AskWhere, Practise

        if isinstance(intent, Practise):
            self.practise(intent.game)
            return
        if isinstance(intent, AskWhere):
            await self._ask_where(intent)
            return
        if self._offers_guided(intent):
            return
        from triqueta_tui.screens.connecting import Connecting

        connecting = Connecting(intent)
        await self.screens.show_alone(connecting)
        # What follows keeps the program busy for a while, and nothing is drawn before the app has started.
        self.app.call_later(
            connecting.call_after_refresh, lambda: self._begin(self._connect(intent, connecting))
        )

    def go(self, intent: "Intent") -> None:
        """Carry out an intent; navigation that was under way is cancelled."""
        from triqueta_tui.session.intents import AskWhere, Practise

        if isinstance(intent, Practise):
            self.practise(intent.game)
        elif isinstance(intent, AskWhere):
            self._begin(self._ask_where(intent))
        elif not self._offers_guided(intent):
            self._begin(self._go(intent))

    def go_home(self) -> None:
        """Disconnect and show the home screen. A seat in a running game is kept."""
        self._begin(self.clear())

    def ask_where(self, intent: "GoTo") -> None:
        """Let the person correct the address of a server."""
        self._begin(self._ask_where(intent))

    def ask_password(self, intent: "GoTo") -> None:
        """Ask for the password of a server or table, and go there with it."""
        self._begin(self._ask_password(intent))

    def enter(self, table: str, *, watch: bool, password: str | None = None) -> None:
        """Join or watch a table of the connected server."""
        self._begin(self._enter(table, watch, password))

    def show_tables(self, *, watch: bool) -> None:
        """List the tables of the server that this client is bound to; without one, do nothing."""

    def enter_by_code(self, code: str, password: str | None) -> None:
        """Join a table of the server that this client is bound to; without one, do nothing."""

    def open_table(self) -> None:
        """Open a table on the connected server."""
        self._begin(self._open_table())

    def change_access(self) -> None:
        """Let the host of the table say who may come to it."""
        self._begin(self._change_access())

    def leave_table(self, *, stop: bool = False) -> None:
        """Give up the seat and go home; ``stop`` keeps the seat, and the game sleeps.

        A game on this machine is kept to be continued in any case.
        """
        self._begin(self._leave(stop))

    def play_again(self) -> None:
        self._begin(self._again())

    def give_up(self, seat: "WaitingSeat") -> None:
        """Ask whether to give up a game that waits, and do it."""
        self.app.run_worker(self._give_up(seat), group="giving up", exclusive=True)

    def refresh_tables(self) -> None:
        """Ask the servers at which something waits for the player, and show what they say at home."""
        now = time.monotonic()
        if self.session is None and now >= self._ask_from and self.memory().tables.keys():
            self._ask_from = now + _ASK_EVERY
            self.app.run_worker(self._refresh_tables(), group="own tables", exclusive=True)

    async def _refresh_tables(self) -> None:
        await self._ask_servers()
        self._show_waiting()

    async def _ask_servers(self) -> None:
        from triqueta_tui.session.own_name import own_name
        from triqueta_tui.session.server_tables import ask_servers

        if self.app.paths is not None:
            name = own_name(self.app.settings.name)
            await ask_servers(self.memory(), self._player_keys(), name, self.app.paths)

    def _show_waiting(self) -> None:
        from triqueta_tui.screens.home import Home

        for screen in self.app.screen_stack:
            if isinstance(screen, Home):
                screen.show_waiting()

    async def _give_up(self, seat: "WaitingSeat") -> None:
        from triqueta_tui.screens.questions import GiveUp
        from triqueta_tui.session.error_words import TROUBLES

        if await self.app.push_screen_wait(GiveUp(self.app.games.title(seat.game), seat.others)) != "give_up":
            return
        session = self.new_session()
        try:
            await session.give_up(seat)
        except TROUBLES as error:
            self._notify_trouble(error)
        finally:
            await session.end()
        self._show_waiting()

    def open_replay(self, game: str, *, at: int | None = None, decisive: int | None = None) -> None:
        """Show a finished game of the connected server again, over what is shown now.

        It begins with step ``at``, by default the first; ``decisive`` is the decisive step, if it is known
        better than by the points.
        """
        from triqueta_tui.finished_games import show_replay

        work = show_replay(self.app, game, at=at or 0, decisive=decisive)
        self.app.run_worker(work, group="replay", exclusive=True)

    def open_review(self, game: str) -> None:
        """Let an expert go through a finished game of the connected server, over what is shown now."""
        from triqueta_tui.finished_games import show_review

        self.app.run_worker(show_review(self.app, game), group="review", exclusive=True)

    def choose_practice(self) -> None:
        """Ask what to practise."""
        from triqueta_tui.practice.menu import DAILY, FIGURES, PracticeMenu

        def chosen(what: str | None) -> None:
            if what is not None and what.startswith(FIGURES):
                practice = self.app.games[what.removeprefix(FIGURES)].load_rules().practice
                assert practice is not None
                self.app.push_screen(practice())
            elif what is not None:
                self.practise(None if what == DAILY else what)

        self.app.push_screen(PracticeMenu(self.app.games, date.today(), self.app.settings.daily), chosen)

    def practise(self, game: str | None) -> None:
        """Open the exercises of a game, or the position of the day, over what is shown now."""
        from triqueta_tui.practice.exercises import Exercises

        if game is None:
            exercises = Exercises.of_the_day(self.app, date.today())
        else:
            exercises = Exercises.of_game(self.app, self.app.games[game], Random())
        exercises.open()

    def save_picture(self) -> None:
        """Save what the screen shows as a picture, and say where."""
        from triqueta_tui.archive.screen_picture import save_shown

        self.app.run_worker(save_shown(self.app), group="picture", exclusive=True)

    def open_games(self) -> None:
        """List the player's finished games on the connected server."""
        from triqueta_tui.archive.my_games import MyGames

        self.app.push_screen(MyGames(self._server_name))

    def open_leaderboard(self) -> None:
        """Show the ratings on the connected server."""
        from triqueta_tui.archive.leaderboard import LeaderboardScreen

        self.app.push_screen(LeaderboardScreen(self._server_name))

    def open_help(self, which: HelpScreen) -> None:
        """Show rules, keys or settings on top of the screen; close them if they are shown already."""
        screen = self._help_screen(which)
        if type(self.app.screen) is type(screen):
            self.app.screen.dismiss()
        else:
            self.app.push_screen(screen)

    def leave_forgotten(self) -> None:
        """Go home from a server that has deleted this player's data; the next visit is a new player's."""
        if self.session is not None:
            from triqueta_tui.session.error_words import TROUBLES

            try:
                self.session.forgotten()
            except TROUBLES as error:
                self._notify_trouble(error)
        self.go_home()

    async def quit(self) -> None:
        """Ask a host what becomes of the server, then leave. Asked again, leave without an answer."""
        if self.lan_server is not None and self.lan_server.running:
            from triqueta_tui.screens.questions import QuitHost

            if not isinstance(self.app.screen, QuitHost):
                self.app.push_screen(QuitHost(self._people_here()), self.close)
                return
        await self.close("end")

    def _people_here(self) -> list[str]:
        """The other people who are at the table now."""
        if self.feed is None or self.session is None:
            return []
        room = self.feed.room
        own = self.session.welcome.name if self.session.welcome is not None else ""
        seated = [one.name for one in room.seats if one.kind == "player" and one.present]
        return [name for name in (*seated, *room.watchers) if name != own]

    async def close(self, server: "Fate | None") -> None:
        """Disconnect and exit; ``None`` cancels. A seat in a running game is kept."""
        if server is None:
            return
        await self.app.network.close()
        await self.disconnect()
        if self.lan_server is not None:
            if server == "stay":
                self.lan_server.leave_behind()
            await self.lan_server.stop()
        self.app.exit()

    def last_words(self) -> str:
        """What to print after the screen has closed; usually nothing."""
        if self.lan_server is None or self.lan_server.left_behind is None:
            return ""
        from triqueta_tui.session.address import Address
        from triqueta_tui.session.own_addresses import own_addresses

        left = self.lan_server.left_behind
        address = Address(own_addresses()[0], left.port)
        return say("quit_host.goes_on", address=address, process=left.process)

    # What is known

    async def find(self, kind: "type[ArchiveRequest]", **fields: Any) -> "Found":
        """Ask the connected server about finished games; raises one of ``error_words.TROUBLES``."""
        from triqueta_tui.session.error_words import LinkGoneError

        if self.session is None:
            raise LinkGoneError("closed")
        return await self.session.find(kind, **fields)

    def memory(self) -> "Memory":
        from triqueta_tui.session.known_servers import Memory

        return Memory(self.app.paths.servers if self.app.paths is not None else None, self.app.profile)

    def place(self, address: "Address") -> str:
        """What the person at this client calls a server."""
        return str(address)

    @property
    def _server_name(self) -> str:
        """What the connected server is called; empty for that of this machine."""
        session = self.session
        if session is None or session.welcome is None or (session.solo and self.app.rights.write_files):
            return ""
        return session.welcome.server

    def _help_screen(self, which: HelpScreen) -> Screen[None]:
        app = self.app
        if which == "rules":
            from triqueta_tui.screens.rules import RulesScreen

            return RulesScreen(app.games.chosen(self._game_shown() or app.settings.game))
        if which == "keys":
            from triqueta_tui.screens.keys import KeysScreen, no_legend

            played = self._game_shown()
            legend = app.games[played].load_rules().legend if played in app.games else no_legend
            return KeysScreen.of(app.screen, app.settings.keys, legend)
        from triqueta_tui.screens.settings import SettingsScreen

        return SettingsScreen()

    def _game_shown(self) -> str:
        """What is played at the table that is shown, live or recorded; empty without one."""
        from triqueta_tui.table.screen import TableScreen

        tables = [screen for screen in self.app.screen_stack if isinstance(screen, TableScreen)]
        feed = tables[-1].feed if tables else self.feed
        return feed.room.game if feed is not None else ""

    # Connecting

    def new_session(self) -> "Session":
        from triqueta_tui.session.own_name import own_name
        from triqueta_tui.session.session import Session

        app = self.app
        started, app.server_ahead = app.server_ahead, None
        if self.lan_server is None and app.paths is not None:
            from triqueta_tui.session.lan_server import LanServer

            self.lan_server = LanServer(app.paths, partial(app.run_worker, group="lan server"))
        return Session(
            own_name(app.settings.name),
            app.games,
            app.paths,
            self.memory(),
            self._player_keys(),
            self.spawn,
            self.lan_server,
            app.settings.pace,
            self._preload,
            started,
        )

    def _player_keys(self) -> "PlayerKeys":
        from triqueta_tui.session.player_keys import PlayerKeys

        return PlayerKeys(self.app.paths.identity if self.app.paths is not None else None, self.app.profile)

    def spawn(self, work: Coroutine[Any, Any, None]) -> object:
        """Run something for a session."""
        return self.app.run_worker(work, group="session", exit_on_error=True)

    def _preload(self, game: str) -> None:
        """A server is busy starting: a good moment to import what is shown next."""
        self.app.games.chosen(game).load_table()
        import triqueta_tui.table.screen  # noqa: F401

    def connect_to(self, session: "Session") -> None:
        """Follow a session from now on."""
        self.session = session
        session.subscribe(lambda event: self.app.post_message(self.SessionChanged(session, event)))

    def _begin(self, work: Coroutine[Any, Any, object]) -> None:
        """Navigate; navigation that was under way is cancelled."""
        self.app.run_worker(work, group="navigation", exclusive=True)

    async def _ask_where(self, intent: "GoTo | AskWhere") -> None:
        from triqueta_tui.screens.join import Join, Watch

        await self.disconnect(self.screens.show_alone((Watch if intent.watch else Join)(intent)))

    async def _go(self, intent: "ServerIntent") -> None:
        from triqueta_tui.screens.connecting import Connecting

        connecting = Connecting(intent)
        await self.disconnect(self.screens.show_alone(connecting))
        await self._connect(intent, connecting)

    async def _connect(self, intent: "ServerIntent", connecting: "Connecting") -> None:
        from triqueta_tui.session.error_words import (
            TROUBLES,
            asks_for_password,
            comes_too_fast,
            open_elsewhere,
            wants_another_name,
        )
        from triqueta_tui.session.intents import GoTo, HostTable
        from triqueta_tui.session.opening import GameEndedError, SeatWaitsError

        if isinstance(intent, GoTo | HostTable) and not await self._knows_name():
            self.go_home()
            return
        session = self.new_session()
        self.connect_to(session)
        try:
            try:
                await session.carry_out(intent)
                await self._arrived(intent, session)
            except SeatWaitsError as waits:
                await self._offer_seat(session, waits)
            except GameEndedError as ended:
                await self._show_result(session, ended.result)
        except TROUBLES as error:
            if table := open_elsewhere(error):
                await self._offer_take_over(session, table)
                return
            wrong = asks_for_password(error)
            if isinstance(intent, GoTo) and wrong and await self._ask_password(intent, again=True):
                return
            if wants_another_name(error) and await self._ask_another_name(intent):
                return
            if connecting in self.screens:
                # Passwords that come too fast are not heard, even the right one.
                given = isinstance(intent, GoTo) and intent.password is not None
                connecting.fail(error, locked=wrong or (given and comes_too_fast(error)))
            else:
                self._notify_trouble(error)

    async def _knows_name(self) -> bool:
        """Ask for the player's name if it is not known; False if it is not told."""
        from triqueta_tui.screens.questions import GuestName
        from triqueta_tui.session.own_name import known_name

        if not known_name(self.app.settings.name):
            name = await self.app.push_screen_wait(GuestName(kept=False))
            if not name:
                return False
            self.app.change_settings(name=name)
        return True

    async def _arrived(self, intent: "ServerIntent", session: "Session") -> None:
        """Show the games that the intent was about; a table shows itself."""
        from triqueta_tui.session.intents import ReplayFile, SeeResult, ShowGames

        if isinstance(intent, ReplayFile):
            await self._show_file(intent)
        if isinstance(intent, SeeResult):
            await self._show_result(session, intent.result)
        if isinstance(intent, ShowGames):
            from triqueta_tui.archive.my_games import MyGames

            shown = await self.screens.show_alone(MyGames(self._server_name), lambda: self.session is session)
            if shown and session.beside_another:
                self.app.notify(say("my_games.in_use"), severity="warning", timeout=10, markup=False)

    async def _show_result(self, session: "Session", result: "UnseenResult") -> None:
        """Show how a game has ended while the player was away; after this it does not wait any more."""
        from triqueta_tui.finished_games import show_result
        from triqueta_tui.session.error_words import TROUBLES

        if await show_result(self.app, result.id, self.clear):
            with contextlib.suppress(*TROUBLES):
                await session.refresh_tables(seen=(result.id,))

    async def _show_file(self, intent: "ReplayFile") -> None:
        """Show the game of a file; what is wrong with the file is said where it was named."""
        from triqueta_protocol.errors import RefusalError
        from triqueta_tui.finished_games import show_file
        from triqueta_tui.session.error_words import explain

        try:
            await show_file(self.app, intent, self.quit)
        except RefusalError as refusal:
            self.complaint = f"{intent.name}: {explain(refusal)}"
            await self.quit()

    async def _ask_password(self, intent: "GoTo", *, again: bool = False) -> bool:
        """Go on with the password that is typed; False if none is."""
        from triqueta_tui.screens.questions import Password

        at = say(
            "rooms.locked.on_the_way", where=f"{self.place(intent.address)} {intent.table or ''}".strip()
        )
        typed = await self.app.push_screen_wait(Password(at, wrong=again and intent.password is not None))
        if typed is None:
            return False
        self.go(replace(intent, password=typed))
        return True

    async def _ask_another_name(self, intent: "ServerIntent") -> bool:
        """Ask for a name that nobody has on the server, and go on with it. Returns False for none."""
        from triqueta_tui.screens.questions import AnotherName

        name = await self.app.push_screen_wait(AnotherName())
        if name is None:
            return False
        self.app.change_settings(name=name)
        self.go(intent)
        return True

    async def _offer_seat(self, session: "Session", waits: "SeatWaitsError") -> None:
        """Let a host choose between the game that waits on the server and a new table."""
        from triqueta_tui.screens.questions import GameWaits

        seat = waits.seat
        others = await self._people_at(seat.table)
        question = GameWaits(seat.table, self.app.games.title(seat.game), others)
        chosen = await self.app.push_screen_wait(question)
        if chosen == "back":
            await session.enter(seat.table, watch=False)
        elif chosen == "new":
            await session.open_hosted(waits.intent)
        else:
            self.go_home()

    async def _offer_take_over(self, session: "Session", table: str) -> None:
        """Let the person play here what is open in another window, or go home."""
        from triqueta_tui.screens.questions import OpenElsewhere
        from triqueta_tui.session.error_words import TROUBLES

        if await self.app.push_screen_wait(OpenElsewhere()) != "here":
            self.go_home()
            return
        try:
            await session.enter(table, watch=session.watching, take=True)
        except TROUBLES as error:
            await self.clear()
            self._notify_trouble(error)

    async def _people_at(self, table: str) -> list[str]:
        """The other people with a seat at one of the player's tables; none if the server does not say."""
        from triqueta_protocol.archive import TablesFound
        from triqueta_protocol.requests import MyTables
        from triqueta_tui.session.error_words import TROUBLES

        try:
            found = await self.find(MyTables)
        except TROUBLES:
            return []
        own = found.tables if isinstance(found, TablesFound) else ()
        return [
            name
            for one in own
            if one.table == table
            for at, name in enumerate(one.names)
            if at != one.seat and at not in one.bots
        ]

    def _offers_guided(self, intent: "ServerIntent") -> bool:
        """Offer the guided game if the intent asks for that and it was not offered before."""
        from triqueta_tui.session.intents import PlayNow

        if not isinstance(intent, PlayNow) or not intent.offer_guided:
            return False
        app, game = self.app, self.app.games[intent.game]
        if game.load_guided is None or game.remembered(app.settings).guided_offered:
            return False
        guided = game.load_guided()
        from triqueta_tui.commands import HELP_RULES
        from triqueta_tui.commands.command import first_key
        from triqueta_tui.screens.questions import GuidedOffer

        def answered(answer: str | None) -> None:
            if answer is None:
                return
            app.change_settings(**game.remember(app.settings, guided_offered=True))
            self.go(guided.intent if answer == "yes" else replace(intent, offer_guided=False))

        app.change_settings(game=game.name)
        rules_key = first_key(HELP_RULES, app.settings.keys)
        app.push_screen(GuidedOffer(game.title, rules_key), answered)
        return True

    # At a server

    async def _enter(self, table: str, watch: bool, password: str | None) -> None:
        from triqueta_tui.screens.questions import Password, WatchInstead
        from triqueta_tui.session.error_words import (
            TROUBLES,
            asks_for_password,
            explain,
            leaves_watching,
            open_elsewhere,
        )

        session = self.session
        if session is None:
            return
        try:
            await session.enter(table, watch=watch, password=password)
        except TROUBLES as error:
            if taken := open_elsewhere(error):
                session.watching = watch
                await self._offer_take_over(session, taken)
            elif asks_for_password(error):
                dialog = Password(say("rooms.locked.title", table=table), wrong=password is not None)
                typed = await self.app.push_screen_wait(dialog)
                if typed is not None:
                    self.enter(table, watch=watch, password=typed)
            elif not watch and leaves_watching(error):
                question = WatchInstead(table, explain(error))
                if await self.app.push_screen_wait(question) == "watch":
                    self.enter(table, watch=True, password=password)
            else:
                self._notify_trouble(error)

    async def _open_table(self) -> None:
        from triqueta_protocol.settings import TableSettings
        from triqueta_tui.screens.table_settings import TableChoice, TableSettingsDialog
        from triqueta_tui.session.error_words import TROUBLES

        app, session = self.app, self.session
        offered = {one.game for one in session.offers()} if session is not None else set()
        games = [game for game in app.games if game.name in offered]
        if not games:
            return
        last = next((game for game in games if game.name == app.settings.game), games[0])
        now = TableChoice(last.name, TableSettings(pace=app.settings.pace))
        chosen = await app.push_screen_wait(TableSettingsDialog(games, now, new=True))
        if self.session is None or chosen is None:
            return
        try:
            await self.session.open_table(chosen.game, chosen.settings, chosen.options)
        except TROUBLES as error:
            self._notify_trouble(error)

    async def _change_access(self) -> None:
        from triqueta_tui.screens.access_form import access_requests
        from triqueta_tui.screens.questions import AccessDialog

        feed = self.feed
        if feed is None:
            return
        chosen = await self.app.push_screen_wait(AccessDialog(feed.room))
        if chosen is not None:
            for kind, fields in access_requests(feed.room, chosen):
                feed.ask(kind, **fields).add_done_callback(self.app.report)

    async def _leave(self, stop: bool) -> None:
        from triqueta_tui.session.error_words import TROUBLES

        if self.session is not None and self.feed is not None:
            # Leave even if the server cannot be told.
            with contextlib.suppress(*TROUBLES):
                async with asyncio.timeout(2):
                    await (self.session.stop if stop else self.session.leave)(self.feed.table)
        await self.clear()

    async def _again(self) -> None:
        from triqueta_tui.session.error_words import TROUBLES

        if self.session is None or self.feed is None:
            return
        try:
            await self.session.again(self.feed.table)
        except TROUBLES as error:
            self._notify_trouble(error)

    # Following the session

    async def follow(self, message: "SessionChanged") -> None:
        """Show what a session has told; one that has ended meanwhile is not heard any more."""
        from triqueta_tui.session import events

        if message.session is not self.session:
            return
        match message.event:
            case events.LinkChanged() as link:
                self._on_link(link)
            case events.ServerMet() as met:
                self._on_server_met(met)
            case events.Welcomed():
                self._on_welcomed(message.session)
            case events.TableChanged(feed=feed):
                await self._on_table(message.session, feed)
            case events.TableClosed(table=table, code=code):
                await self._on_table_closed(table, code)
            case events.TableUnknown(game=game):
                await self._on_table_unknown(game)
            case events.LobbyChanged() as lobby:
                await self._on_lobby(message.session, lobby)

    def _on_link(self, link: "events.LinkChanged") -> None:
        said_why = link.state == "reconnecting" and link.attempt == 1
        if (said_why or link.state == "gone") and self.feed is not None and link.reason is not None:
            self._notify_refusal(link.reason, link.detail, timeout=20)

    def _on_server_met(self, met: "events.ServerMet") -> None:
        """Say that a server is met for the first time, or is not the one that was here before."""
        from triqueta_protocol.login import fingerprint
        from triqueta_tui.session.known_servers import HOSTED

        if met.place.startswith(HOSTED):
            return
        if met.standing == "another":
            sentence = say("link.met.another", place=met.place)
            self.app.notify(sentence, severity="warning", timeout=15, markup=False)
        elif met.standing == "new" and met.key:
            self.first_visit = say("link.met.new", fingerprint=fingerprint(met.key))

    def _on_welcomed(self, session: "Session") -> None:
        """Let the link wait for the screen, and remember an address that has worked."""
        session.link.when_shown = lambda act: self.app.post_message(Callback(callback=act))
        elsewhere = session.elsewhere
        if elsewhere is not None and self.app.settings.server != str(elsewhere):
            self.app.change_settings(server=str(elsewhere))

    async def _on_table(self, session: "Session", feed: "LiveFeed") -> None:
        """Open the screen of a table, or of its waiting room; it follows the table by itself."""
        hot_seat = session.hot_seat
        if hot_seat is not None and feed.you != hot_seat.sitter:
            self._pass_keyboard(session)
            return
        self.feed = feed
        session.note(feed)
        if session.setting_up and feed.room.status != "playing":
            return
        left = self.shown
        if left is None or not left.shows(feed):
            feed.hints_given = session.hints_given
            screen = self._screen_for(feed)
            draft = left.draft if left is not None else None
            if not await self.screens.show_alone(screen, lambda: self.feed is feed):
                return
            self._table_screen = screen
            if self.shown is not screen:
                return
            if draft is not None:
                screen.resume_typing(draft)
            self._say_first_visit()
        self._remember_game(feed)
        if hot_seat is not None:
            self._pass_keyboard(session)

    @property
    def shown(self) -> "WaitingRoom | TableScreen | None":
        """The screen of the table, also below others; None without one, and while screens are replaced."""
        return self._table_screen if self.screens.alone is self._table_screen else None

    def _screen_for(self, feed: "LiveFeed") -> "WaitingRoom | TableScreen":
        if feed.room.status == "waiting":
            from triqueta_tui.screens.waiting_room import WaitingRoom

            return WaitingRoom(feed)
        from triqueta_tui.table.screen import TableScreen

        return TableScreen(feed, self.app.games[feed.room.game])

    def _remember_game(self, feed: "LiveFeed") -> None:
        """Offer the game that is played now first next time, and its guided game not any more."""
        if feed.seat is None or feed.room.status != "playing":
            return
        app, game = self.app, self.app.games[feed.room.game]
        if app.settings.game != game.name:
            app.change_settings(game=game.name)
        if game.load_guided is not None and not game.remembered(app.settings).guided_offered:
            app.change_settings(**game.remember(app.settings, guided_offered=True))

    def _pass_keyboard(self, session: "Session") -> None:
        """Cover the table if another player at this terminal is on the move."""
        from triqueta_tui.screens.questions import PassKeyboard
        from triqueta_tui.table.screen import TableScreen

        hot_seat = session.hot_seat
        table = self.shown if isinstance(self.shown, TableScreen) else None
        following = hot_seat.next_up() if hot_seat is not None else None
        covered = any(isinstance(screen, PassKeyboard) for screen in self.app.screen_stack)
        if hot_seat is None or following is None or following.seat is None or covered:
            return
        if table is None:
            return

        async def change_places(_: None) -> None:
            feed = hot_seat.sit(player)
            if feed is None or table not in self.screens:
                return
            self.feed = feed
            # What lies over the table was meant for the one who sat here before.
            await self.screens.close_above(table)
            table.show_feed(feed)

        player = following.you
        has_secrets = self.app.games[following.room.game].has_secrets
        name = following.room.seats[following.seat].name
        self.app.push_screen(PassKeyboard(name, has_secrets=has_secrets), change_places)

    async def _on_table_closed(self, table: str, code: str) -> None:
        from triqueta_protocol.errors import Code

        if self.feed is not None and self.feed.table == table:
            if self.session is not None and code in {Code.TAKEN_OVER, Code.OPEN_ELSEWHERE}:
                self.session.watching, self.feed = self.feed.seat is None, None
                await self.screens.clear()
                self._begin(self._offer_take_over(self.session, table))
                return
            if self.session is not None:
                self.session.forget(table)
            await self.clear()
            self._notify_refusal(code)

    async def _on_table_unknown(self, game: str) -> None:
        """The session has left a table whose game this program does not know."""
        from triqueta_protocol.text import clean
        from triqueta_tui.screens.lobby import Lobby

        if not isinstance(self.app.screen, Lobby):
            await self.clear()
        self._notify_refusal("unknown_table_game", {"game": clean(game)}, timeout=15)

    async def _on_lobby(self, session: "Session", lobby: "events.LobbyChanged") -> None:
        """Show the tables; open the lobby if no table is open."""
        from triqueta_tui.screens.lobby import Lobby

        shows = self._lobby is not None and self.screens.alone is self._lobby
        if not shows and self.feed is None and session.welcome is not None:
            screen = Lobby(session.welcome.server, session.welcome.seats, watch=session.watching)
            if not await self.screens.show_alone(screen, lambda: self.session is session):
                return
            self._lobby, shows = screen, self.screens.alone is screen
            self._say_first_visit()
        if self._lobby is not None and shows:
            self._lobby.show(lobby.lines)

    def _say_first_visit(self) -> None:
        sentence, self.first_visit = self.first_visit, None
        if sentence is not None:
            self.app.notify(sentence, markup=False)

    def _notify_refusal(self, code: str, detail: Any = None, timeout: float = 6) -> None:
        from triqueta_tui.session.error_words import reason

        words = reason(code, detail, self.feed.room.game if self.feed is not None else "")
        self.app.notify(words, severity="error", timeout=timeout, markup=False)

    def _notify_trouble(self, error: Exception) -> None:
        from triqueta_tui.session.error_words import explain

        self.app.notify(explain(error), severity="error", markup=False)

    # Changing screens

    async def disconnect(self, meanwhile: Coroutine[Any, Any, object] | None = None) -> None:
        """Disconnect. A seat in a running game is kept.

        What is to be shown instead, if anything, is shown before the connection is closed, but after the
        last event of it has been heard.
        """
        self.feed = None
        self.first_visit = None
        session, self.session = self.session, None
        self._ask_from = 0.0
        try:
            if meanwhile is not None:
                await meanwhile
        finally:
            if session is not None:
                await session.end()
                # Now it is known how it was left.
                self._show_waiting()

    async def clear(self) -> None:
        """Close all screens but home, and disconnect."""
        await self.disconnect(self.screens.clear())
