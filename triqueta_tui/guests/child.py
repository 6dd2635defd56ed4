"""From a copy of the nursery to a guest's client."""

import fcntl
import logging
import os
import signal
import termios
import traceback
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NoReturn

import msgspec

from protocol.guest import Guest
from triqueta_tui.guests import linux
from triqueta_tui.guests.app import GuestApp
from triqueta_tui.guests.confinement import confine
from triqueta_tui.net.address import parse_address
from triqueta_tui.terminal import Terminal

LONGEST_LETTER: Final = 64 * 1024

_log = logging.getLogger(__name__)


def become(letter: int, screen: Sequence[int], nursery: int) -> NoReturn:
    """Be the client of the guest the letter is about, to the end. Nothing of the nursery's runs on."""
    status = 1
    try:
        linux.die_with_parent(signal.SIGKILL, nursery)
        os.setsid()
        guest = _read(letter)
        _log_past_the_screen()
        _take(screen)
        os.environ.clear()
        os.environ.update(guest.environment)
        confine(parse_address(guest.address).port)
        status = _run(guest)
    except Exception:
        _log.error("no client for a guest:\n%s", traceback.format_exc())
    finally:
        os._exit(status)


def _run(guest: Guest) -> int:
    # Over a line every byte counts; a browser gets its movements.
    terminal = replace(Terminal.of(guest.environment), remote=guest.screen == "terminal")
    app = GuestApp(guest, terminal)
    app.run()
    return app.return_code or 0


def _read(letter: int) -> Guest:
    with os.fdopen(letter, "rb") as file:
        return msgspec.json.decode(file.read(LONGEST_LETTER), type=Guest)


def _log_past_the_screen() -> None:
    """Log where the nursery logs, though standard error becomes the guest's screen."""
    log = os.fdopen(os.dup(2), "w", encoding="utf-8", buffering=1)
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler):
            handler.setStream(log)


def _take(screen: Sequence[int]) -> None:
    """Make the guest's screen this process's input and output."""
    if len(screen) == 1:
        terminal = screen[0]
        # From now on the line's end is this process's end, too.
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        for standard in (0, 1, 2):
            os.dup2(terminal, standard)
    else:
        for standard, pipe in enumerate(screen):
            os.dup2(pipe, standard)
    for file in screen:
        os.close(file)
