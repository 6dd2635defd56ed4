"""Entry points for the server's doors: load the client once, run it for each guest in a forked process."""

import asyncio
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Final

from msgspec import structs

from protocol.internal.guest import Guest
from triqueta_tui import commands, games, locale, replay, screens, widgets
from triqueta_tui.game import Games
from triqueta_tui.guests.app import GuestApp
from triqueta_tui.terminal import Terminal

_SHOWN: Final[tuple[ModuleType, ...]] = (commands, games, replay, screens, widgets)
"""The packages with everything a guest may see."""

_LATE: Final = (
    # A session imports it when it connects.
    "triqueta_tui.net.link",
    # Textual, when a screen is arranged for the first time.
    "textual.scrollbar",
    # Textual, when somebody types what is not ASCII.
    "wcwidth",
)
"""What a client imports while it runs. Each guest would have a copy of its own."""


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
    Games(games.PACKAGES)
    locale.load_all()
    asyncio.run(_draw())


def run(guest: Guest, notes: int) -> int:
    """Run a guest's client on standard input and output to its end; returns the exit status.

    ``notes`` is a file in which it tells the door what to keep of the guest.
    """
    # Over SSH every byte counts; a browser gets its animations.
    terminal = structs.replace(Terminal.of(guest.environment), remote=guest.screen == "terminal")
    app = GuestApp(guest, terminal, notes)
    app.run()
    return app.return_code or 0


class _Offline(GuestApp):
    def begin(self) -> None: ...


async def _draw() -> None:
    guest = Guest(address="ws://127.0.0.1", name="Nobody")
    app = _Offline(guest, Terminal.of({"TERM": "xterm-256color"}))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
