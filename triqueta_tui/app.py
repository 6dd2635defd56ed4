"""The app: settings, commands that work everywhere, discovery, and the first screen."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, runtime_checkable

import msgspec
from rich.console import COLOR_SYSTEMS
from textual import events
from textual.binding import BindingType
from textual.command import CommandPalette, Provider
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, LineFilter, Monochrome, NoColor
from textual.geometry import Size
from textual.screen import Screen
from textual.types import CSSPathType

from protocol.internal.languages import preferred_language
from triqueta_tui import lean_strips, locale, themes
from triqueta_tui.changed_lines import ChangedLinesApp
from triqueta_tui.client import HelpScreen
from triqueta_tui.commands.app import OPEN_PALETTE, QUIT, REDRAW
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.help import OPEN_KEYS, OPEN_RULES, OPEN_SETTINGS
from triqueta_tui.game import Games
from triqueta_tui.games import PACKAGES
from triqueta_tui.locale import say
from triqueta_tui.navigation.finished_games import FinishedGamesApp
from triqueta_tui.paths import Paths
from triqueta_tui.program_end import ending_with_terminal
from triqueta_tui.resizing import ResizingApp
from triqueta_tui.settings import Settings, SettingsFile
from triqueta_tui.shorter_escapes import with_shorter_escapes
from triqueta_tui.terminal import SMALLEST, Terminal

if TYPE_CHECKING:
    from protocol.mirror import Mirror
    from triqueta_tui.intents import Intent
    from triqueta_tui.net.discovery.found_servers import Network
    from triqueta_tui.net.discovery.task import DiscoveryTask, NetworkChanged
    from triqueta_tui.screens.quit_host import Fate

_HERE: Final = Path(__file__).parent

_NO_COLOUR: Final = NoColor()

_COLOR_SYSTEMS: Final = {"none": "standard", "16": "standard", "256": "256", "truecolor": "truecolor"}
"""What Rich calls the colours that a terminal can show."""

_PATIENCE: Final = 5.0
"""Seconds that a client which is told to end gives its connection and its servers."""


def _palette() -> type[Provider]:
    """The palette's provider, imported when somebody opens the palette."""
    from triqueta_tui.commands.palette import Everything

    return Everything


@runtime_checkable
class NetworkScreen(Protocol):
    """A screen that shows the servers on the local network."""

    def show_network(self, network: "Network") -> None: ...


@runtime_checkable
class ShowsTable(Protocol):
    mirror: "Mirror"


class TriquetaApp(ResizingApp, ChangedLinesApp, FinishedGamesApp):
    # Textual reads the sheet of a screen when it is pushed; the home screen is there before that.
    CSS_PATH: ClassVar[CSSPathType | None] = [_HERE / "app.tcss", _HERE / "screens" / "home.tcss"]
    TITLE = "Triqueta"
    OWNS_TERMINAL: ClassVar[bool] = True
    """Whether it is for the program to notice when its terminal is gone."""
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(OPEN_KEYS, OPEN_RULES, OPEN_SETTINGS, OPEN_PALETTE, REDRAW, QUIT)
    ]
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_palette}
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide"), (120, "-broad")]  # noqa: RUF012 - Textual's own
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-high"), (36, "-tall")]  # noqa: RUF012 - Textual's own

    def __init__(
        self,
        settings: Settings | None = None,
        paths: Paths | None = None,
        intent: "Intent | None" = None,
        terminal: Terminal | None = None,
        overrides: Mapping[str, Any] | None = None,
    ) -> None:
        lean_strips.install()
        # Textual takes NO_COLOR out of the environment.
        self.terminal = terminal or Terminal.of(os.environ)
        self.games = Games(PACKAGES)
        super().__init__()
        # Rich would guess again, and differently for terminals it has not heard of.
        self.console._color_system = COLOR_SYSTEMS[_COLOR_SYSTEMS[self.terminal.colours]]
        self.paths = paths or Paths.of_this_machine()
        self.file = SettingsFile(self.paths.settings, self.games.names[0])
        self._saved: Settings = settings if settings is not None else self.file.read()
        if self._saved.keys:
            from triqueta_tui.keymap import up_to_date

            keys = up_to_date(self._saved.keys, self.games)
            self._saved = msgspec.structs.replace(self._saved, keys=keys)
        # What the command line says is for this run; the file keeps what it has.
        self.settings = msgspec.structs.replace(self._saved, **(overrides or {}))
        self._intent = intent
        self._ending: asyncio.Task[None] | None = None
        self.network: Network | None = None
        self._discovery: DiscoveryTask | None = None
        self._themes: set[str] = set()
        """Those that are registered; Textual has others of its own."""
        self._apply_settings()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.defaults(game.colours for game in self.games)

    def get_driver_class(self) -> type[Driver]:
        """The terminal's driver, writing fewer bytes: players sit behind slow lines."""
        driver = with_shorter_escapes(super().get_driver_class())
        return ending_with_terminal(driver, self._end) if self.OWNS_TERMINAL else driver

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Leave the colours to the theme.

        For NO_COLOR Textual turns colours into greys, and the terminal's own colours, which the theme without
        colours is made of, into black on black. In all other themes it looks for the terminal's own colours,
        where there are none, in every line of every frame.
        """
        theirs = (Monochrome, ANSIToTruecolor)
        filters = [one for one in super().get_line_filters() if not isinstance(one, theirs)]
        return [*filters, _NO_COLOUR] if self.theme == themes.PLAIN else filters

    def get_default_screen(self) -> Screen[None]:
        from triqueta_tui.screens.home import Home

        return Home()

    async def on_mount(self) -> None:
        if self.file.problem is not None:
            self.report_settings()
        self.report_keys()
        if self._intent is not None:
            await self.go_first(self._intent)

    # What there is on the local network

    def start_discovery(self) -> None:
        if self._discovery is None:
            from triqueta_tui.net.discovery.task import DiscoveryTask

            self._discovery = DiscoveryTask(self.post_message)
        self._discovery.begin()

    def stop_discovery(self) -> None:
        if self._discovery is not None and not isinstance(self.screen, NetworkScreen):
            self._discovery.end()

    def on_network_changed(self, message: "NetworkChanged") -> None:
        self.network = message.network
        for screen in self.screen_stack:
            if isinstance(screen, NetworkScreen):
                screen.show_network(message.network)

    # What people set

    def change_settings(self, **fields: Any) -> None:
        self._saved = msgspec.structs.replace(self._saved, **fields)
        self.settings = msgspec.structs.replace(self.settings, **fields)
        self._apply_settings()
        if not self.file.write(self._saved):
            self.report_settings()
        if "keys" in fields:
            self.report_keys()

    def report_settings(self) -> None:
        problem = self.file.problem
        if problem is None:
            return
        where = str(problem.path) if problem.line is None else f"{problem.path}:{problem.line}"
        self.notify(
            say("app.settings_broken", where=where, why=problem.why),
            severity="warning",
            timeout=15,
            markup=False,
        )

    def _apply_settings(self) -> None:
        settings = self.settings
        locale.use(settings.language or preferred_language(os.environ))
        known = settings.theme in themes.NAMES
        self._use_theme(settings.theme if known else themes.suiting(self.terminal.colours))
        self.set_class(self.theme == themes.PLAIN, "-no-colour")
        motion = not self.terminal.remote if settings.motion is None else settings.motion
        self.set_class(motion, "-motion")
        self.set_class(settings.tiles == "letters", "-letters")
        self.set_class(settings.tiles == "pictures", "-pictures")
        self.set_keymap(settings.keys)

    def _use_theme(self, name: str) -> None:
        """Change the colours. A theme is made when it is first used: most never are."""
        if name not in self._themes:
            self._themes.add(name)
            colours = (game.colours for game in self.games)
            self.register_theme(themes.theme(name, colours, self.terminal.colours))
        self.theme = name

    def report_keys(self) -> None:
        if not self.settings.keys:
            return
        from triqueta_tui.keymap import key_troubles

        for trouble in key_troubles(self.settings.keys, self.games):
            self.notify(trouble, severity="warning", timeout=15, markup=False)

    # Commands

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=say("app.palette"), id="--command-palette"))

    def action_open_help(self, which: HelpScreen) -> None:
        self.open_help(which)

    def open_help(self, which: HelpScreen) -> None:
        screen = self._help_screen(which)
        if type(self.screen) is type(screen):
            self.screen.dismiss()
        else:
            self.push_screen(screen)

    def _help_screen(self, which: HelpScreen) -> Screen[None]:
        if which == "rules":
            from triqueta_tui.screens.rules import RulesScreen

            return RulesScreen(self.games.chosen(self._game_shown() or self.settings.game))
        if which == "keys":
            from triqueta_tui.screens.keys import KeysScreen, no_legend

            played = self._game_shown()
            legend = self.games[played].load_rules().legend if played in self.games else no_legend
            return KeysScreen.of(self.screen, self.settings.keys, legend)
        from triqueta_tui.screens.settings import SettingsScreen

        return SettingsScreen()

    def _game_shown(self) -> str:
        """What is played at the table that is shown, or was, in a replay; empty without one."""
        shown = (screen.mirror for screen in reversed(self.screen_stack) if isinstance(screen, ShowsTable))
        mirror = next(shown, self.mirror)
        return mirror.room.game if mirror is not None else ""

    async def action_quit(self) -> None:
        """Ask a host what becomes of the server, then leave. A second press leaves without an answer."""
        if self.lan_server is not None and self.lan_server.running:
            from triqueta_tui.screens.quit_host import QuitHost

            if not isinstance(self.screen, QuitHost):
                self.push_screen(QuitHost(), self._leave_program)
                return
        await self._leave_program("end")

    async def _leave_program(self, server: "Fate | None") -> None:
        """Disconnect and exit; ``None`` cancels. A seat in a running game is kept."""
        if server is None:
            return
        if self._discovery is not None:
            await self._discovery.ended()
        await self.disconnect()
        if self.lan_server is not None:
            if server == "stay":
                self.lan_server.leave_behind()
            await self.lan_server.stop()
        self.exit()

    def _end(self, status: int) -> None:
        """End without a question: a signal, or no terminal any more."""
        if self._ending is None:
            self._ending = asyncio.get_running_loop().create_task(self._end_soon(status))

    async def _end_soon(self, status: int) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._leave_program("end")
        finally:
            self.exit(return_code=status)

    def last_words(self) -> str:
        """What to print after the screen has closed; usually nothing."""
        if self.lan_server is None or self.lan_server.left_behind is None:
            return ""
        from triqueta_tui.net.address import Address
        from triqueta_tui.net.own_addresses import own_addresses

        left = self.lan_server.left_behind
        address = Address(own_addresses()[0], left.port)
        return say("quit_host.goes_on", address=address, process=left.process)

    # The terminal

    def on_resize(self, event: events.Resize) -> None:
        self.fit(event.size)

    def fit(self, size: Size | None = None) -> None:
        """Cover a terminal that is too small with a notice; remove the notice when there is room again."""
        from triqueta_tui.screens.too_small import TooSmall

        width, height = size or self.size
        small = width < SMALLEST[0] or height < SMALLEST[1]
        if small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif not small and isinstance(self.screen, TooSmall):
            self.pop_screen()
