"""Entry points for the server's doors: load the client once, run it for each guest in a forked process."""

from dataclasses import replace

from protocol.internal.guest import Guest
from triqueta_tui.guests.app import GuestApp
from triqueta_tui.guests.preload import preload
from triqueta_tui.terminal import Terminal

__all__ = ["preload", "run"]


def run(guest: Guest) -> int:
    """Run a guest's client on standard input and output to its end; returns the exit status."""
    # Over SSH every byte counts; a browser gets its animations.
    terminal = replace(Terminal.of(guest.environment), remote=guest.screen == "terminal")
    app = GuestApp(guest, terminal)
    app.run()
    return app.return_code or 0
