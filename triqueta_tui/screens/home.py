"""The home screen: the knot, everything one can do, and what is on the network."""

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import home
from triqueta_tui.commands.command import Command, bindings, keys_of, show_key
from triqueta_tui.commands.guided import StartTutorial
from triqueta_tui.locale import say
from triqueta_tui.net.memory import HERE, WaitingSeat
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.knot import Knot, Title
from triqueta_tui.widgets.menu import Entry, Menu
from triqueta_tui.widgets.network_tables import NetworkTables

if TYPE_CHECKING:
    from triqueta_tui.net.discovery.model import Network

_MENU: tuple[type[Command], ...] = (
    home.Play,
    home.NewGame,
    home.Host,
    home.Join,
    home.Watch,
    home.Rules,
    home.Settings,
    home.Leave,
)


class Home(Screen[None]):
    """Where everything begins."""

    app = app_of(TriquetaApp)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(home.GoBack, *_MENU, StartTutorial)]

    def __init__(self) -> None:
        super().__init__()
        self._waiting: WaitingSeat | None = None

    def compose(self) -> ComposeResult:
        """The knot on the left, name and menu on the right, the network below."""
        menu, tables = Menu(*self._entries(), name="menu"), NetworkTables()
        menu.beside, tables.beside = tables, menu
        with Horizontal(id="house"):
            with Vertical(id="emblem"):
                yield Knot()
            with Vertical(id="door"):
                yield Title()
                yield Static(say("home.motto"), id="motto", markup=False)
                yield menu
        yield tables
        yield Footer()

    def on_screen_resume(self) -> None:
        """Something may have changed meanwhile: the language, or a game that waits."""
        self.fill()
        # The first frame comes first.
        self.call_after_refresh(self.app.look_out)

    def on_screen_suspend(self) -> None:
        """What nobody sees need not be looked for."""
        self.app.look_away()

    def show_network(self, network: "Network") -> None:
        """List the tables on the network."""
        self.query_one(NetworkTables).show(network)

    def fill(self) -> None:
        """Write the words in the language in use, where they are not there yet."""
        motto = self.query_one("#motto", Static)
        if motto.content != say("home.motto"):
            motto.update(say("home.motto"), layout=False)
        self.query_one("#menu", Menu).put(self._entries())
        self.query_one(NetworkTables).fill()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """One can only go back to a game that waits."""
        return action != "go_back" or self._waiting is not None

    @on(Menu.Picked, "#menu")
    async def pick(self, event: Menu.Picked) -> None:
        """Do what was picked."""
        await self.run_action(event.entry.name)

    @on(Menu.Picked, "#network")
    def go_to_table(self, event: Menu.Picked) -> None:
        """To a table on the network."""
        way = self.query_one(NetworkTables).way(event.entry)
        if way is not None:
            self.app.go(way)

    def action_go_back(self) -> None:
        """To the seat that waits."""
        from triqueta_tui.intents import GoBack

        if self._waiting is not None:
            self.app.go(GoBack(self._waiting))

    def action_play(self) -> None:
        """A game against bots, as set."""
        from triqueta_tui.intents import PlayNow

        bots = self.app.settings.bots
        game = PlayNow(bots=(bots.level,) * (bots.players - 1))
        if self.app.settings.tutorial_offered:
            self.app.go(game)
            return
        from triqueta_tui.screens.tutorial import offer

        offer(self.app, game)

    def action_start_tutorial(self) -> None:
        """The guided game, for whoever wants it later or again."""
        from triqueta_tui.screens.tutorial import GUIDED

        self.app.change_settings(tutorial_offered=True)
        self.app.go(GUIDED)

    def action_new_game(self) -> None:
        """Choose who plays."""
        from triqueta_tui.screens.new_game import NewGame

        self.app.push_screen(NewGame())

    def action_host(self) -> None:
        """Open a table for friends."""
        from triqueta_tui.screens.host import Host

        self.app.push_screen(Host())

    def action_join(self) -> None:
        """To somebody's table."""
        from triqueta_tui.screens.join import Join

        self.app.push_screen(Join())

    def action_watch(self) -> None:
        """To somebody's table, to look on."""
        from triqueta_tui.screens.watch import Watch

        self.app.push_screen(Watch())

    def action_rules(self) -> None:
        """Read the rules."""
        self.app.action_open_help("rules")

    def action_settings(self) -> None:
        """Change the settings."""
        self.app.action_open_help("settings")

    async def action_leave(self) -> None:
        """Leave the program."""
        await self.app.action_quit()

    def _entries(self) -> list[Entry]:
        self._waiting = self.app.memory().seat
        commands: tuple[type[Command], ...] = (home.GoBack, *_MENU) if self._waiting else _MENU
        return [self._entry(one) for one in commands]

    def _entry(self, one: type[Command]) -> Entry:
        key = show_key(keys_of(one, self.app.settings.keys)[0])
        waiting = self._waiting
        if one is home.GoBack and waiting is not None:
            alone = waiting.server.startswith(HERE)
            note = say("home.notes.go_on" if alone else "home.notes.go_back", table=waiting.table)
        else:
            note = say(f"home.notes.{one.action}")
        return Entry(one.action, one.word(), key, note)
