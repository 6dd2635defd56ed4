"""The Textual app: settings, themes, commands that work everywhere, and the terminal."""

import asyncio
import logging
import os
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

import msgspec
from rich.console import Console
from textual import events
from textual.app import App
from textual.binding import BindingType
from textual.command import CommandPalette, Provider
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, LineFilter, Monochrome, NoColor
from textual.screen import Screen
from textual.types import CSSPathType

from triqueta_protocol.internal.defaults import MAIN_PROFILE
from triqueta_protocol.internal.languages import preferred_language
from triqueta_tui import locale, themes
from triqueta_tui.commands import (
    APP_PALETTE,
    APP_QUIT,
    APP_REDRAW,
    APP_SUSPEND,
    HELP_KEYS,
    HELP_RULES,
    HELP_SETTINGS,
)
from triqueta_tui.commands.command import bindings
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.locale import say
from triqueta_tui.paths import Paths
from triqueta_tui.program_end import ending_with_terminal
from triqueta_tui.session.discovery.browser import LanBrowser
from triqueta_tui.settings import Settings, SettingsFile, SettingsStore
from triqueta_tui.terminal import Colours, Terminal
from triqueta_tui.tuning import Tuning, tuned_driver, tuning_filters
from triqueta_tui.tuning.crash_log import report_crash
from triqueta_tui.tuning.terminal_title import show_notification

if TYPE_CHECKING:
    from triqueta_tui.navigator import Navigator
    from triqueta_tui.session.intents import Intent
    from triqueta_tui.session.local_server import LocalServer
    from triqueta_tui.session.session import Session

_log = logging.getLogger(__name__)

HelpScreen = Literal["rules", "keys", "settings"]

_HERE: Final = Path(__file__).parent

_NO_COLOUR: Final = NoColor()

_COLOR_SYSTEMS: Final[dict[Colours, Literal["standard", "256", "truecolor"]]] = {
    "none": "standard",
    "16": "standard",
    "256": "256",
    "truecolor": "truecolor",
}
"""Rich's names for the colours of a terminal."""

_PATIENCE: Final = 5.0
"""Seconds that a client which is told to end gives its connection and its servers."""


def _palette() -> type[Provider]:
    """The palette's provider, imported when the palette is opened."""
    from triqueta_tui.commands.palette import Everything

    return Everything


@dataclass(frozen=True)
class Rights:
    """What a client may do on the machine on which it runs."""

    write_files: bool = True
    """Whether files on this machine are the person's own."""
    open_urls: bool = True
    own_terminal: bool = True
    """Whether it is for the program to notice when its terminal is gone."""


class TriquetaApp(App[None], inherit_bindings=False):
    """Settings, themes, the palette and the terminal; screens are changed by the navigator."""

    # Textual reads the sheet of a screen when it is pushed; the home screen is there before that.
    CSS_PATH: ClassVar[CSSPathType | None] = [_HERE / "app.tcss", _HERE / "screens" / "home.tcss"]
    TITLE = "Triqueta"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(HELP_KEYS, HELP_RULES, HELP_SETTINGS, APP_PALETTE, APP_REDRAW, APP_SUSPEND, APP_QUIT)
    ]
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_palette}
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide"), (120, "-broad")]  # noqa: RUF012 - Textual's own
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-high"), (36, "-tall")]  # noqa: RUF012 - Textual's own

    def __init__(
        self,
        navigator: "Callable[[TriquetaApp], Navigator]",
        settings: Settings | None = None,
        paths: Paths | None = None,
        intent: "Intent | None" = None,
        terminal: Terminal | None = None,
        overrides: Mapping[str, Any] | None = None,
        file: SettingsStore | None = None,
        rights: Rights | None = None,
        profile: str = MAIN_PROFILE,
        *,
        in_browser: bool = False,
        server_ahead: "LocalServer | None" = None,
    ) -> None:
        """``file`` keeps the settings of a client without folders; others have theirs in ``paths``.

        ``profile`` is the person at this machine, and so the player at each server.
        ``server_ahead`` is a private server that is starting already: the first session takes it.
        """
        self.profile = profile
        self.server_ahead = server_ahead
        self._in_browser = in_browser
        self._tells_focus = False
        """Whether the terminal says when its window comes to the front."""
        self._hung_up = False
        self.rights = rights or Rights()
        # Textual takes NO_COLOR out of the environment.
        self.terminal = terminal or Terminal.of(os.environ)
        self.games = Games(PACKAGES)
        super().__init__()
        self.console = self._console()
        self._tuning = Tuning(self)
        if file is None:
            paths = paths or Paths.of_this_machine()
            file = SettingsFile(paths.settings)
        self.paths = paths
        self.file = file
        self._saved: Settings = settings if settings is not None else self.file.read()
        # What the command line says is for this run; the file keeps what it has.
        self._overrides = dict(overrides or {})
        self.settings = msgspec.structs.replace(self._saved, **self._overrides)
        self._intent = intent
        self._ending: asyncio.Task[None] | None = None
        self.network = LanBrowser()
        self.navigator = navigator(self)
        if not self.rights.own_terminal:
            report_crash(self, self._report_crash)
        self._themes: set[str] = set()
        """Those that are registered; Textual has others of its own."""
        self._apply_settings()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.defaults(game.colours for game in self.games)

    def _console(self) -> Console:
        """Textual's console with the terminal's colours: Rich guesses wrong for those it does not know."""
        return Console(
            color_system=_COLOR_SYSTEMS[self.terminal.colours],
            force_terminal=True,
            file=self.console.file,
            no_color=False,
            emoji=False,
            highlight=False,
            legacy_windows=False,
            safe_box=False,
        )

    def get_driver_class(self) -> type[Driver]:
        if self._in_browser:
            from textual.drivers.web_driver import WebDriver

            return WebDriver
        driver = tuned_driver(super().get_driver_class())
        return ending_with_terminal(driver, self._end) if self.rights.own_terminal else driver

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Leave the colours to the theme.

        For NO_COLOR Textual turns colours into greys, and the terminal's own colours, which the theme without
        colours is made of, into black on black. In all other themes it looks for the terminal's own colours,
        where there are none, in every line of every frame.
        """
        theirs = (Monochrome, ANSIToTruecolor)
        filters = [one for one in super().get_line_filters() if not isinstance(one, theirs)]
        filters += tuning_filters()
        return [*filters, _NO_COLOUR] if self.theme == themes.PLAIN else filters

    def get_default_screen(self) -> Screen[None]:
        return self.navigator.home()

    async def on_mount(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _: self.action_redraw())
        if self.file.problem is not None:
            self.report_settings()
        self.report_keys()
        await self.navigator.begin(self._intent)

    @property
    def session(self) -> "Session | None":
        """The connection to a server, if there is one."""
        return self.navigator.session

    # What people set

    def change_settings(self, **fields: Any) -> None:
        self._saved = msgspec.structs.replace(self._saved, **fields)
        self.settings = msgspec.structs.replace(self.settings, **fields)
        self._apply_settings()
        if not self.file.write(self._saved):
            self.report_settings()
        if "keys" in fields:
            self.report_keys()

    def forget_settings(self) -> None:
        """Delete what a server keeps of its guest; for this visit name and command line stay."""
        only_now = self._overrides | {"name": self.settings.name}
        self.change_settings(**msgspec.structs.asdict(Settings()))
        self.settings = msgspec.structs.replace(self.settings, **only_now)
        self._apply_settings()
        self.file.forget()

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
        self.set_class(self._in_browser, "-browser")
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
        self.navigator.open_help(which)

    async def on_navigator_session_changed(self, message: "Navigator.SessionChanged") -> None:
        await self.navigator.follow(message)

    async def action_quit(self) -> None:
        """Ask a host what becomes of the server, then leave. A second press leaves without an answer."""
        await self.navigator.quit()

    def _end(self, status: int) -> None:
        """End without a question: a signal, or no terminal any more."""
        if self._ending is None:
            self._ending = asyncio.get_running_loop().create_task(self._end_soon(status))

    async def _end_soon(self, status: int) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self.navigator.close("end")
        finally:
            self.exit(return_code=status)

    # What a client may do on its machine

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """A browser on a server's machine would not be its guest's."""
        if self.rights.open_urls:
            super().open_url(url, new_tab=new_tab)

    def deliver_text(self, *given: Any, **named: Any) -> str | None:
        return super().deliver_text(*given, **named) if self.rights.write_files else None

    def deliver_binary(self, *given: Any, **named: Any) -> str | None:
        return super().deliver_binary(*given, **named) if self.rights.write_files else None

    def deliver_screenshot(self, *given: Any, **named: Any) -> str | None:
        return super().deliver_screenshot(*given, **named) if self.rights.write_files else None

    def action_suspend_process(self) -> None:
        """Go back to the shell, if there is one to continue from: a guest has none."""
        # A shell with jobs gives each of them a process group of its own.
        if self.rights.own_terminal and os.getpgrp() != os.getsid(0):
            super().action_suspend_process()
        else:
            self.notify(say("app.no_shell"), severity="warning", markup=False)

    # What went wrong

    def on_exit_app(self) -> None:
        """The terminal or browser is gone; Textual runs this before it closes the screens."""
        self._hung_up = True

    def _report_crash(self, error: Exception) -> None:
        if self._hung_up:
            # The guest has hung up while screens were still being put together, and they miss their parts.
            _log.warning("a guest has hung up before everything was there (%s)", type(error).__name__)
        else:
            _log.error("a guest's client broke:\n%s", "".join(traceback.format_exception(error)))

    def explain(self, error: Exception, game: str = "") -> str:
        """The sentence for a refusal or a link that is gone; ``game`` is what is played there."""
        from triqueta_protocol.errors import RefusalError
        from triqueta_tui.session.error_words import LinkGoneError, explain, reason

        if isinstance(error, RefusalError):
            return reason(error.code, error.detail, game)
        state = self.session.state if self.session is not None else None
        if isinstance(error, LinkGoneError) and (state is None or state.state != "gone"):
            return say("link.unsent")
        return explain(error)

    def report(self, answer: "asyncio.Future[Any]", game: str = "") -> None:
        """Say why a request was refused, or not sent; an answer that was accepted says itself."""
        error = None if answer.cancelled() else answer.exception()
        if not isinstance(error, Exception) or not self.is_running:
            return
        self.notify(self.explain(error, game), severity="error", markup=False)

    # The terminal

    def on_app_focus(self) -> None:
        self._tells_focus = True

    def on_app_blur(self) -> None:
        self._tells_focus = True

    @property
    def is_behind(self) -> bool:
        """Whether another window is known to be in front."""
        return self._tells_focus and not self.app_focus

    def alert_turn(self, words: str) -> None:
        """Call the player back whose turn it is; not if the window is known to be in front."""
        if self.settings.turn_alert and (self.is_behind or not self._tells_focus):
            self.bell()
            show_notification(self, self.terminal.notification, self.title, words)

    def on_resize(self, event: events.Resize) -> None:
        self.navigator.screens.fit(event.size)
        self._tuning.on_resize(event)

    def action_redraw(self) -> None:
        """Draw over what other programs have written on the terminal."""
        self._tuning.forget_terminal()
        self.screen.refresh()
