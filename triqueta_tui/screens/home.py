"""The home screen: knot, menu, and the tables on the network."""

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct, structs
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import (
    GUIDED_START,
    HOME_GAME,
    HOME_GO_BACK,
    HOME_HOST,
    HOME_JOIN,
    HOME_LEAVE,
    HOME_MY_GAMES,
    HOME_NEW_GAME,
    HOME_PLAY,
    HOME_RULES,
    HOME_SETTINGS,
    HOME_TABLES,
    HOME_WATCH,
)
from triqueta_tui.commands.command import Command, bindings, first_key
from triqueta_tui.game import Game
from triqueta_tui.locale import say
from triqueta_tui.session.known_servers import HERE, WaitingSeat
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.knot import Knot, Title
from triqueta_tui.widgets.menu import Entry, Menu
from triqueta_tui.widgets.network_tables import NetworkTables

if TYPE_CHECKING:
    from triqueta_tui.session.discovery.found_servers import Network


_BY_LETTER: Final = (GUIDED_START, HOME_MY_GAMES)
"""Entries with a letter instead of a number."""

_LINES_OF_ALL: Final = 13
"""The least height for the longest menu and the footer."""


class HomeMenu(Struct, frozen=True):
    commands: tuple[Command, ...]
    note: Callable[..., str]
    """Returns the text beside a command, given its name and the values for its gaps."""
    network: bool = True
    """Whether the local network is shown."""


OWN_HOME: Final = HomeMenu(
    (
        HOME_PLAY,
        HOME_NEW_GAME,
        HOME_HOST,
        HOME_JOIN,
        HOME_WATCH,
        GUIDED_START,
        HOME_MY_GAMES,
        HOME_RULES,
        HOME_SETTINGS,
        HOME_LEAVE,
    ),
    note=lambda name, **values: say(f"home.notes.{name}", **values),
)
"""For a player on their own machine."""

GUEST_HOME: Final = HomeMenu(
    (
        HOME_PLAY,
        HOME_TABLES,
        HOME_JOIN,
        HOME_WATCH,
        GUIDED_START,
        HOME_MY_GAMES,
        HOME_RULES,
        HOME_SETTINGS,
        HOME_LEAVE,
    ),
    note=lambda name, **values: say(f"guest.notes.{name}", **values),
    network=False,
)
"""For a guest of a server, who has no other."""

VISITOR_HOME: Final = structs.replace(
    GUEST_HOME,
    note=lambda name, **values: say(f"guest.notes.{'visit' if name == 'settings' else name}", **values),
)
"""For a guest whom the server will not recognise the next time."""


class Home(Screen[None]):
    app = app_of(TriquetaApp)
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            HOME_GO_BACK,
            HOME_GAME,
            *dict.fromkeys((*OWN_HOME.commands, *GUEST_HOME.commands)),
        )
    ]

    def __init__(self, menu: HomeMenu = OWN_HOME) -> None:
        super().__init__()
        self._menu = menu
        self._waiting: WaitingSeat | None = None
        self._look_away: Callable[[], object] = lambda: None
        """Ends looking for servers on the local network."""

    @property
    def game(self) -> Game:
        """The game that "play" starts: the last one played."""
        return self.app.games.chosen(self.app.settings.game)

    def compose(self) -> ComposeResult:
        entries = self._entries()
        # Enter plays, or resumes: the game is already selected.
        first = next(at for at, one in enumerate(entries) if one.name != HOME_GAME.action)
        menu = Menu(*entries, name="menu", at=first)
        with Horizontal(id="columns"):
            with Vertical(id="emblem"):
                yield Knot()
            with Vertical(id="choice"):
                yield Title()
                yield Static(self._motto(), id="motto", markup=False)
                yield menu
        if self._menu.network:
            tables = NetworkTables(self.app.games)
            menu.beside, tables.beside = tables, menu
            yield tables
        yield Footer()

    def on_mount(self) -> None:
        # A browser page may not have the focus yet; then nothing on it gets the focus by itself.
        self.query_one("#menu", Menu).focus()

    def on_screen_resume(self) -> None:
        """The language or the waiting game may have changed."""
        self.fill()
        if self._menu.network:
            # The first frame comes first.
            self.call_after_refresh(self._look_at_network)

    def on_screen_suspend(self) -> None:
        self._look_away()
        self._look_away = lambda: None

    def _look_at_network(self) -> None:
        if self.is_current:
            self._look_away()
            self._look_away = self.app.network.subscribe(partial(self.call_later, self.show_network))

    def on_resize(self) -> None:
        """The number of lines depends on the height."""
        self.query_one("#menu", Menu).set_entries(self._entries())

    def show_network(self, network: "Network") -> None:
        for tables in self.query(NetworkTables):
            tables.show(network)

    def fill(self) -> None:
        """Update the texts to the language in use."""
        motto = self.query_one("#motto", Static)
        if motto.content != self._motto():
            motto.update(self._motto(), layout=False)
        self.query_one("#menu", Menu).set_entries(self._entries())
        for tables in self.query(NetworkTables):
            tables.fill()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "go_back":
                return self._waiting is not None
            case "game":
                return len(self.app.games) > 1
            case "start_guided":
                return self.game.load_guided is not None
        offered = {one.action for one in self._menu.commands}
        known = {one.action for one in (*OWN_HOME.commands, *GUEST_HOME.commands)}
        return action not in known or action in offered

    @on(Menu.Picked, "#menu")
    async def pick(self, event: Menu.Picked) -> None:
        await self.run_action(event.entry.name)

    async def on_key(self, event: events.Key) -> None:
        """A digit selects the line with that number, unless the key map gives it to a command."""
        number = event.key if event.key.isdigit() and event.key not in self.active_bindings else ""
        entry = next((one for one in self._entries() if number and one.key == number), None)
        if entry is not None:
            event.stop()
            await self.run_action(entry.name)

    @on(Menu.Picked, "#network")
    def go_to_table(self, event: Menu.Picked) -> None:
        intent = self.query_one(NetworkTables).intent(event.entry)
        if intent is not None:
            self.app.navigator.go(intent)

    def action_go_back(self) -> None:
        from triqueta_tui.session.intents import GoBack

        if self._waiting is not None:
            self.app.navigator.go(GoBack(self._waiting))

    def action_game(self) -> None:
        """Select the next game."""
        names = self.app.games.names
        following = names[(names.index(self.game.name) + 1) % len(names)]
        self.app.change_settings(game=following)
        self.fill()

    def action_play(self) -> None:
        """Start a game against bots; new players are offered the guided game first."""
        self.app.navigator.go(self.game.play_now(self.app.settings))

    def action_start_guided(self) -> None:
        if self.game.load_guided is not None:
            self.app.change_settings(**self.game.remember(self.app.settings, guided_offered=True))
            self.app.navigator.go(self.game.load_guided().intent)

    def action_new_game(self) -> None:
        from triqueta_tui.screens.new_game import NewGame

        self.app.push_screen(NewGame())

    def action_host(self) -> None:
        from triqueta_tui.screens.host import Host

        self.app.push_screen(Host())

    def action_tables(self) -> None:
        self.app.navigator.show_tables(watch=False)

    def action_join(self) -> None:
        if self._menu.network:
            from triqueta_tui.screens.join import Join

            self.app.push_screen(Join())
        else:
            from triqueta_tui.screens.join import GuestJoin

            self.app.push_screen(GuestJoin())

    def action_watch(self) -> None:
        if self._menu.network:
            from triqueta_tui.screens.join import Watch

            self.app.push_screen(Watch())
        else:
            self.app.navigator.show_tables(watch=True)

    def action_my_games(self) -> None:
        from triqueta_tui.session.intents import ShowGames

        self.app.navigator.go(ShowGames())

    def action_rules(self) -> None:
        self.app.navigator.open_help("rules")

    def action_settings(self) -> None:
        self.app.navigator.open_help("settings")

    async def action_leave(self) -> None:
        await self.app.action_quit()

    def _entries(self) -> list[Entry]:
        self._waiting = self.app.navigator.memory().seat
        entries: list[Entry] = []
        if self._waiting is not None:
            key, note = self._key(HOME_GO_BACK), self._waiting_note(self._waiting)
            entries.append(Entry(HOME_GO_BACK.action, HOME_GO_BACK.word(), key, note, cut=True))
        if len(self.app.games) > 1:
            seats = self.game.vocabulary.seats
            note = say("home.notes.game", game=self.game.title, least=seats[0], most=seats[-1])
            key, word = self._key(HOME_GAME), HOME_GAME.word()
            entries.append(Entry(HOME_GAME.action, word, key, note))
        numbers = count(1)
        for one in self._menu.commands:
            if one is GUIDED_START and (self.game.load_guided is None or self._crowded):
                continue
            # Keep the numbers of the other entries.
            key = self._key(one) if one in _BY_LETTER else str(next(numbers))
            entries.append(Entry(one.action, one.word(), key, self._menu.note(one.action)))
        return entries

    @property
    def _crowded(self) -> bool:
        """Whether not all lines fit: a player with a waiting game needs no guided one."""
        return self._waiting is not None and self.app.size.height < _LINES_OF_ALL

    def _motto(self) -> str:
        return say(f"{self.game.name}.game.motto")

    def _key(self, one: Command) -> str:
        return first_key(one, self.app.settings.keys)

    def _waiting_note(self, seat: WaitingSeat) -> str:
        alone = self._menu.network and seat.server.startswith(HERE)
        name = "go_on" if alone else "go_back"
        return self._menu.note(name, table=seat.table, game=self.app.games.title(seat.game))
