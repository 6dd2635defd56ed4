"""Passes the link's messages to the screens that show them, and opens the screen of a table."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from msgspec import Struct
from textual.screen import Screen

from triqueta_tui.locale import say
from triqueta_tui.navigation.routing import RoutingApp

if TYPE_CHECKING:
    from protocol.advice import Advice
    from protocol.mirror import Mirror
    from protocol.requests import Advise
    from triqueta_tui.game import TableScreen
    from triqueta_tui.navigation.hot_seat import HotSeat
    from triqueta_tui.net import messages


@runtime_checkable
class ChoosingScreen(Protocol):
    """A screen that waits for the answer to a decision."""

    def refused(self) -> None:
        """The decision was not carried out: let the player choose again."""


@runtime_checkable
class HistoryScreen(Protocol):
    """A screen that shows what has happened in a game."""

    def hear(self, happenings: tuple[Struct, ...]) -> None:
        """Receive the whole history, oldest first."""


@runtime_checkable
class AdvisedScreen(Protocol):
    """A screen that waits for advice."""

    def hear_advice(self, you: str, request: int, advice: "Advice") -> None:
        """Receive what a player was told about a decision."""

    def no_advice(self, request: int, why: str) -> None:
        """There is none, for this reason."""


class FollowingApp(RoutingApp):
    async def on_link_changed(self, message: "messages.LinkChanged") -> None:
        from triqueta_tui.widgets.link_status import LinkStatus

        self.link_state = message
        for screen in self.screen_stack:
            for status in screen.query(LinkStatus):
                status.show(message)
        said_why = message.state == "reconnecting" and message.attempt == 1
        if (said_why or message.state == "gone") and self.mirror is not None and message.reason is not None:
            self._say_no(message.reason, message.detail, timeout=20)

    def on_server_met(self, message: "messages.ServerMet") -> None:
        """Say that a server is met for the first time, or is not the one that was here before."""
        from protocol.meeting import fingerprint
        from triqueta_tui.net.known_servers import HOSTED

        if message.place.startswith(HOSTED):
            return
        if message.standing == "another":
            sentence = say("link.met.another", place=message.place)
            self.notify(sentence, severity="warning", timeout=15, markup=False)
        elif message.standing == "new" and message.key:
            self.first_visit = say("link.met.new", fingerprint=fingerprint(message.key))

    async def on_welcomed(self, _: "messages.Welcomed") -> None:
        """Make the link available, and remember an address that has worked."""
        if self.session is None:
            return
        self.link = self.session.link
        elsewhere = self.session.elsewhere
        if elsewhere is not None and self.settings.server != str(elsewhere):
            self.change_settings(server=str(elsewhere))

    async def on_table_changed(self, message: "messages.TableChanged") -> None:
        mirror = message.mirror
        if self.session is None or not self.session.sees(mirror):
            return
        hot_seat = self.session.hot_seat
        if hot_seat is not None and mirror.you != hot_seat.sitter:
            self._pass_keyboard(hot_seat)
            return
        self.mirror = mirror
        self.session.note(mirror)
        if self.session.setting_up and mirror.room.status != "playing":
            return
        from protocol.happenings import GameBegan

        began = any(isinstance(happening, GameBegan) for happening in message.happenings)
        kind = self._screen_for(mirror)
        if not isinstance(self.table_screen, kind) or began:
            # What lies over the last game, its scoresheet for one, goes with it.
            screen = cast("Callable[[Mirror], Screen[Any]]", kind)(mirror)
            await self.show_alone(screen, lambda: self.mirror is mirror, table=True)
            if self.table_screen is not screen:
                # The player has gone elsewhere in the meantime.
                return
            self._say_first_visit()
        self._remember_game(mirror)
        cast("TableScreen", self.table_screen).show(mirror, message.happenings)
        if self.guide is not None:
            self.guide.look(mirror)
        if hot_seat is not None:
            self._pass_keyboard(hot_seat)

    async def on_table_closed(self, message: "messages.TableClosed") -> None:
        if self.mirror is not None and self.mirror.table == message.table:
            if self.session is not None:
                self.session.forget()
            await self.clear()
            self._say_no(message.code)

    async def on_table_unknown(self, message: "messages.TableUnknown") -> None:
        """The link has left a table whose game this program does not know."""
        from protocol.text import clean
        from triqueta_tui.screens.lobby import Lobby

        if not isinstance(self.screen, Lobby):
            await self.clear()
        self._say_no("unknown_table_game", {"game": clean(message.game)}, timeout=15)

    async def on_lobby_changed(self, message: "messages.LobbyChanged") -> None:
        """Show the tables; open the lobby if no table is open."""
        from triqueta_tui.screens.lobby import Lobby

        lobby = next((screen for screen in self.screen_stack if isinstance(screen, Lobby)), None)
        if lobby is None and self.mirror is None and self.session is not None and self.session.welcome:
            welcome = self.session.welcome
            lobby = Lobby(welcome.server, welcome.seats, watch=self.session.watching)
            session = self.session
            if not await self.show_alone(lobby, lambda: self.session is session):
                return
            self._say_first_visit()
        if lobby is not None:
            lobby.show(message.lines)

    def on_request_rejected(self, message: "messages.RequestRejected") -> None:
        from protocol.requests import Advise, History

        if isinstance(message.request, History) and self.screen is self.table_screen:
            return  # the log goes on without what happened before
        if isinstance(message.request, Advise):
            self._tell_no_advice(message.request, self._why(message.code, message.detail))
            return
        self._say_no(message.code, message.detail)
        self._let_choose_again()

    def on_request_unsent(self, message: "messages.RequestUnsent") -> None:
        from protocol.requests import Advise

        if isinstance(message.request, Advise):
            self._tell_no_advice(message.request, say("link.unsent"))
            return
        self.notify(say("link.unsent"), severity="error", markup=False)
        self._let_choose_again()

    def on_history_told(self, message: "messages.HistoryTold") -> None:
        for screen in self.screen_stack:
            if isinstance(screen, HistoryScreen):
                screen.hear(message.happenings)

    def on_advice_given(self, message: "messages.AdviceGiven") -> None:
        for screen in self.screen_stack:
            if isinstance(screen, AdvisedScreen):
                screen.hear_advice(message.you, message.request, message.advice)

    def _tell_no_advice(self, request: "Advise", why: str) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, AdvisedScreen):
                screen.no_advice(request.id, why)

    def _let_choose_again(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, ChoosingScreen):
                screen.refused()

    def _screen_for(self, mirror: "Mirror") -> type[Screen[Any]]:
        if mirror.room.status == "waiting":
            from triqueta_tui.screens.waiting_room import WaitingRoom

            return WaitingRoom
        return self.games[mirror.room.game].load_table()

    def _remember_game(self, mirror: "Mirror") -> None:
        """Offer the game that is played now first next time, and its guided game not any more."""
        if mirror.seat is None or mirror.room.status != "playing":
            return
        game = self.games[mirror.room.game]
        if self.settings.game != game.name:
            self.change_settings(game=game.name)
        if game.load_guided is not None and not game.remembered(self.settings).guided_offered:
            self.change_settings(**game.remember(self.settings, guided_offered=True))

    def _pass_keyboard(self, hot_seat: "HotSeat") -> None:
        """Cover the table if another player at this terminal is on the move."""
        from triqueta_tui.screens.pass_keyboard import PassKeyboard

        following = hot_seat.next_up()
        covered = any(isinstance(screen, PassKeyboard) for screen in self.screen_stack)
        if following is None or following.seat is None or covered or self.table_screen is None:
            return

        async def change_places(_: None) -> None:
            self.link, mirror = hot_seat.sit(player)
            if mirror is None or self.table_screen not in self.screen_stack:
                return
            self.mirror = mirror
            # What lies over the table was meant for the one who sat here before.
            while self.screen is not self.table_screen:
                await self.pop_screen()
            cast("TableScreen", self.table_screen).show(mirror, ())

        player = following.you
        self.push_screen(PassKeyboard(following.room.seats[following.seat].name), change_places)

    def _say_first_visit(self) -> None:
        sentence, self.first_visit = self.first_visit, None
        if sentence is not None:
            self.notify(sentence, markup=False)

    def _say_no(self, code: str, detail: Mapping[str, str | int] | None = None, timeout: float = 6) -> None:
        self.notify(self._why(code, detail), severity="error", timeout=timeout, markup=False)

    def _why(self, code: str, detail: Mapping[str, str | int] | None = None) -> str:
        from triqueta_tui.net.error_words import reason

        return reason(code, detail, self.mirror.room.game if self.mirror is not None else "")
