"""Entry points for the server's gateways: load the client once, run it for each guest in a forked process."""

import asyncio
import contextlib
import resource
from functools import partial
from importlib import import_module
from io import StringIO
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, Final

from msgspec import structs
from rich.console import Console

from triqueta_protocol.internal.guest import Guest
from triqueta_tui import commands, games, locale, screens, table, widgets
from triqueta_tui.app import Rights, TriquetaApp
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.guests.memory import GuestSettings
from triqueta_tui.guests.navigator import GuestNavigator
from triqueta_tui.session.intents import Intent
from triqueta_tui.terminal import Terminal

RIGHTS: Final = Rights(write_files=False, open_urls=False, own_terminal=False)
"""A guest's client runs on the server's machine. The gateway looks after the guest's terminal."""

_SHOWN: Final[tuple[ModuleType, ...]] = (commands, games, screens, table, widgets)
"""The packages with everything a guest may see."""

_LATE: Final = (
    # Imported when a session connects.
    "triqueta_tui.session.link",
    # Imported by Textual with the first layout.
    "textual.scrollbar",
    # Imported by Textual with the first key that is not ASCII.
    "wcwidth",
)
"""Modules that a client imports while it runs. Each guest would have its own copy."""


def preload() -> None:
    """Import all that can be shown, parse all texts, and draw a first frame on no terminal.

    It is done before any guest comes, so that a fork shows its first frame quickly.
    """
    for name in _LATE:
        import_module(name)
    for package in _SHOWN:
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    # This adds the words of the games.
    Games(PACKAGES)
    locale.load_all()
    asyncio.run(_draw())


def run(guest: Guest, notes: int) -> int:
    """Run a guest's client on standard input and output to its end; returns the exit status.

    ``notes`` is a file in which it tells the gateway what to keep of the guest.
    """
    # Over SSH every byte counts; a browser gets its animations.
    terminal = structs.replace(Terminal.of(guest.environment), remote=guest.screen == "terminal")
    app = guest_app(guest, terminal, notes, _Confined)
    app.run()
    return app.return_code or 0


def guest_app(
    guest: Guest,
    terminal: Terminal,
    notes: int | None = None,
    navigator: type[GuestNavigator] = GuestNavigator,
) -> TriquetaApp:
    """The client for a guest: connects to one server, and has no access to the machine it runs on."""
    file = GuestSettings(guest.kept, notes, kept_by_server=guest.key is not None)
    settings = file.read()
    # What the line says is for this visit.
    overrides: dict[str, Any] = {"tiles": "letters"} if guest.letters else {}
    overrides["name"] = settings.name or guest.name
    app = TriquetaApp(
        partial(navigator, guest=guest),
        settings,
        terminal=terminal,
        overrides=overrides,
        file=file,
        rights=RIGHTS,
        in_browser=guest.screen == "browser",
    )
    # What went wrong is logged without the values of variables: a key may be among them.
    app.error_console = Console(file=StringIO())
    return app


def no_more_processes() -> None:
    """Forbid new processes. The limit also counts threads, so call it when the last one has started."""
    # Some systems have the limit but do not allow setting it.
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))


class _Confined(GuestNavigator):
    async def begin(self, intent: Intent | None) -> None:
        await super().begin(intent)
        # The threads for keyboard and screen are running by now.
        no_more_processes()


class _Offline(GuestNavigator):
    async def begin(self, intent: Intent | None) -> None:
        """Stay where it is."""


async def _draw() -> None:
    guest = Guest(address="ws://127.0.0.1", name="Nobody")
    app = guest_app(guest, Terminal.of({"TERM": "xterm-256color"}), navigator=_Offline)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
