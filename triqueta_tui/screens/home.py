"""The home screen: the games, what waits for the player, the tables on the network, and the menu."""

import time
from collections.abc import Callable
from functools import partial
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
    HOME_DAILY,
    HOME_GIVE_UP,
    HOME_GO_BACK,
    HOME_HOST,
    HOME_JOIN,
    HOME_LEAVE,
    HOME_MY_GAMES,
    HOME_NEW_GAME,
    HOME_PLAY,
    HOME_PRACTICE,
    HOME_RULES,
    HOME_SETTINGS,
    HOME_TABLES,
    HOME_WATCH,
)
from triqueta_tui.commands.command import Command, bindings, first_key
from triqueta_tui.game import Game
from triqueta_tui.locale import say
from triqueta_tui.screens.game_tiles import GameTiles
from triqueta_tui.session.own_tables import UnseenResult, WaitingSeat
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.cursor_list import CursorList, chain
from triqueta_tui.widgets.drawn_widget import Drawn
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.knot import draw_pixels, word_pixels
from triqueta_tui.widgets.menu import Entry, Menu
from triqueta_tui.widgets.network_tables import NetworkTables
from triqueta_tui.widgets.waiting_words import Waiting, in_order, note, title

if TYPE_CHECKING:
    from triqueta_tui.session.discovery.found_servers import Network


_ACROSS: Final = 2
"""Columns of the menu."""
HEAD: Final = 3
"""Lines of logo and motto."""
_FEW: Final = 3
"""Lines of the tables on the network before the tiles get smaller."""
_MOST_WAITING: Final = ((36, 9), (20, 4), (0, 2))
"""How many lines of what waits are in sight on a screen of at least so many lines."""
_FRAME: Final = 2
_AROUND: Final = 4
"""Lines, and columns, around the tables on the network."""


class HomeMenu(Struct, frozen=True):
    commands: tuple[Command, ...]
    note: Callable[..., str]
    """Returns the text beside a command, given its name and the values for its gaps."""
    network: bool = True
    """Whether the local network is shown."""


OWN_HOME: Final = HomeMenu(
    (
        HOME_NEW_GAME,
        HOME_HOST,
        HOME_JOIN,
        HOME_WATCH,
        GUIDED_START,
        HOME_MY_GAMES,
        HOME_PRACTICE,
        HOME_RULES,
        HOME_SETTINGS,
        HOME_LEAVE,
    ),
    note=lambda name, **values: say(f"home.notes.{name}", **values),
)
"""For a player on their own machine."""

GUEST_HOME: Final = HomeMenu(
    (
        HOME_TABLES,
        HOME_JOIN,
        HOME_WATCH,
        GUIDED_START,
        HOME_MY_GAMES,
        HOME_PRACTICE,
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


class Logo(Drawn):
    """The name of the chosen game in the pixel font."""

    DEFAULT_CSS = "Logo { height: 3; }"

    _pixels: tuple[str, ...] = ()

    @property
    def word_fits(self) -> bool:
        return bool(self._pixels)

    def show(self, word: str) -> None:
        self._pixels = word_pixels(word)
        self.styles.width = len(self._pixels[0]) if self._pixels else 0
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        draw_pixels(canvas, 0, 0, self._pixels, self.app.theme_variables)


class Home(Screen[None]):
    app = app_of(TriquetaApp)
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            HOME_GO_BACK,
            HOME_GIVE_UP,
            HOME_PLAY,
            HOME_DAILY,
            *dict.fromkeys((*OWN_HOME.commands, *GUEST_HOME.commands)),
        )
    ]

    def __init__(self, menu: HomeMenu = OWN_HOME) -> None:
        super().__init__()
        self._menu = menu
        self._waiting: list[Waiting] = []
        self._look_away: Callable[[], object] = lambda: None
        """Ends looking for servers on the local network."""

    @property
    def game(self) -> Game:
        """The game that "play" starts: the last one played."""
        return self.app.games.chosen(self.app.settings.game)

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            with Horizontal(id="head"):
                yield Logo()
                yield Static("", id="motto", markup=False)
            self._tiles = GameTiles(self._games_in_order())
            self._waiting_list = Menu(name="waiting")
            self._entries_list = Menu(name="menu", across=_ACROSS)
            yield self._tiles
            yield self._waiting_list
            if self._menu.network:
                yield NetworkTables(self.app.games)
            yield self._entries_list
        yield Footer()

    def on_mount(self) -> None:
        chain(*self.query(CursorList))
        self.fill()
        # A browser page may not have the focus yet; then nothing on it gets the focus by itself.
        (self._waiting_list if self._waiting else self._tiles).focus()

    def on_screen_resume(self) -> None:
        """The language or what waits may have changed."""
        nothing_waited = not self._waiting
        self.fill()
        if nothing_waited and self._waiting and self._tiles.has_focus:
            self._waiting_list.focus()
        self.call_after_refresh(self.app.navigator.refresh_tables)
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
        self._arrange()

    def show_network(self, network: "Network") -> None:
        for tables in self.query(NetworkTables):
            tables.show(network)
        self._arrange()

    def show_waiting(self) -> None:
        """Show what is known now of the games that wait, unless the program is closing."""
        if self.query(Logo):
            self.fill()

    def fill(self) -> None:
        """Update the texts to the language in use, and put the game played last first."""
        games = self._games_in_order()
        if games != self._tiles.games and not self._tiles.has_focus:
            self._tiles.games = games
            self._tiles.cursor_to_start()
        self._tiles.redraw()
        self._waiting_list.set_entries(self._waiting_entries())
        self._entries_list.set_entries(self._entries())
        for tables in self.query(NetworkTables):
            tables.fill()
        self._show_game(self.game)
        self._arrange()
        self.refresh_bindings()

    def _arrange(self) -> None:
        """Give the tiles what the other parts leave, and the rest to the gaps between them."""
        width, height = self.query_one("#page").size.width or self.size.width, self.size.height - 1
        head, waiting, games = self.query_one("#head"), self._waiting_list, len(self._tiles.games)
        waiting.display = bool(waiting.line_count)
        waits = min(waiting.line_count, next(most for least, most in _MOST_WAITING if height >= least))
        waiting.styles.height = max(1, waits)
        menu = self._entries_list.get_content_height(self.size, self.size, width)
        left = height - waits - menu
        head.display = self.query_one(Logo).word_fits and left >= HEAD + games
        left -= HEAD if head.display else 0
        for tables in self.query(NetworkTables):
            first_key = games + waiting.line_count + 1
            tables.first_key = first_key if first_key < 10 else 0
            lines = tables.lines_for(width - _AROUND)
            tiles = self._tiles.height_within(width, left - min(lines, _FEW) - _FRAME)
            room = left - tiles - _FRAME
            tables.display = room >= (1 if tables.line_count else lines)
            if tables.display:
                left -= min(lines, room) + _FRAME
                tables.styles.height = min(lines, room) + _FRAME
            tables.fill()
        left -= self._tiles.fit(width, left)
        for gap, part in enumerate((self._tiles, self._entries_list, waiting)):
            part.styles.margin = (min(2, (left - gap + 2) // 3) if left > gap else 0, 0, 0, 0)

    def _show_game(self, game: Game) -> None:
        self.query_one(Logo).show(game.mark.word)
        motto = self.query_one("#motto", Static)
        words = say(f"{game.name}.game.motto")
        if motto.content != words:
            motto.update(words, layout=False)

    def _games_in_order(self) -> tuple[Game, ...]:
        """The game played last is the first."""
        return tuple(sorted(self.app.games, key=lambda one: one is not self.game))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "go_back":
                return bool(self._waiting)
            case "give_up":
                return self._waiting_list.has_focus and isinstance(self._selected, WaitingSeat)
            case "start_guided":
                return self.game.load_guided is not None
        offered = {one.action for one in self._menu.commands}
        known = {one.action for one in (*OWN_HOME.commands, *GUEST_HOME.commands)}
        return action not in known or action in offered

    @on(Menu.Picked, "#menu")
    async def pick(self, event: Menu.Picked) -> None:
        await self.run_action(event.entry.name)

    @on(Menu.Picked, "#waiting")
    def go_on(self, event: Menu.Picked) -> None:
        self._go_back_to(event.entry.name)

    @on(GameTiles.Selected)
    def choose_game(self, event: GameTiles.Selected) -> None:
        """Forms, rules and settings begin with the game chosen here."""
        if event.game is not self.game:
            self.app.change_settings(game=event.game.name)
        self._show_game(event.game)
        self._entries_list.set_entries(self._entries())

    @on(GameTiles.Picked)
    def play_game(self, event: GameTiles.Picked) -> None:
        self.app.navigator.go(event.game.play_now(self.app.settings))

    async def on_key(self, event: events.Key) -> None:
        """A digit picks what stands beside it, unless the key map gives it to a command."""
        if not event.key.isdigit() or event.key in self.active_bindings:
            return
        at, games = int(event.key) - 1, self._tiles.games
        waiting = next((one for one in self._waiting_entries() if one.key == event.key), None)
        if 0 <= at < len(games):
            event.stop()
            self._tiles.select(at)
            self.play_game(GameTiles.Picked(games[at]))
        elif waiting is not None:
            event.stop()
            self._go_back_to(waiting.name)
        else:
            for tables in self.query(NetworkTables):
                if tables.display and (entry := tables.picked_by(event.key)) is not None:
                    event.stop()
                    self._go_to(tables, entry)

    @on(Menu.Picked, "#network")
    def go_to_table(self, event: Menu.Picked) -> None:
        self._go_to(self.query_one(NetworkTables), event.entry)

    def _go_to(self, tables: NetworkTables, entry: Entry) -> None:
        intent = tables.intent(entry)
        if intent is not None:
            self.app.navigator.go(intent)

    def _go_back_to(self, key: str) -> None:
        """Go back to the seat or see the result with this key."""
        from triqueta_tui.session.intents import GoBack, SeeResult

        one = self._waiting_at(key)
        if isinstance(one, WaitingSeat):
            self.app.navigator.go(GoBack(one))
        elif isinstance(one, UnseenResult):
            self.app.navigator.go(SeeResult(one))

    def _waiting_at(self, key: str) -> Waiting | None:
        return next((one for one in self._waiting if one.key == key), None)

    @property
    def _selected(self) -> Waiting | None:
        entry = self._waiting_list.selected
        return self._waiting_at(entry.name) if entry is not None else None

    def action_go_back(self) -> None:
        if self._waiting:
            self._go_back_to(self._waiting[0].key)

    def action_give_up(self) -> None:
        if isinstance(self._selected, WaitingSeat):
            self.app.navigator.give_up(self._selected)

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

    def action_practice(self) -> None:
        self.app.navigator.choose_practice()

    def action_daily(self) -> None:
        self.app.navigator.practise(None)

    def action_my_games(self) -> None:
        from triqueta_tui.session.intents import ShowGames

        self.app.navigator.go(ShowGames())

    def action_rules(self) -> None:
        self.app.navigator.open_help("rules")

    def action_settings(self) -> None:
        self.app.navigator.open_help("settings")

    async def action_leave(self) -> None:
        await self.app.action_quit()

    def _waiting_entries(self) -> list[Entry]:
        """What waits for this player, numbered after the games."""
        memory, now = self.app.navigator.memory(), time.time()
        self._waiting = in_order(memory.seats, memory.results)
        first = len(self.app.games) + 1
        return [
            Entry(one.key, title(one.game), str(number) if number < 10 else "", note(one, now), cut=True)
            for number, one in enumerate(self._waiting, first)
        ]

    def _entries(self) -> list[Entry]:
        offered = [
            one for one in self._menu.commands if one is not GUIDED_START or self.game.load_guided is not None
        ]
        return [
            Entry(one.action, one.word(), self._key(one), self._menu.note(one.action), cut=True)
            for one in offered
        ]

    def _key(self, one: Command) -> str:
        return first_key(one, self.app.settings.keys)
