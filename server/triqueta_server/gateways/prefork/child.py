"""From a fork of the prefork process to a guest's client."""

import errno
import fcntl
import logging
import os
import signal
import termios
import traceback
from collections.abc import Sequence
from typing import Final, NoReturn, Protocol
from urllib.parse import urlsplit

import msgspec

from triqueta_protocol.internal.guest import Guest
from triqueta_server.gateways import linux
from triqueta_server.gateways.prefork.confinement import confine

LONGEST_GUEST: Final = 64 * 1024

_log = logging.getLogger(__name__)


class _GuestGoneError(Exception):
    """The guest has hung up before there was anything to see."""


class Client(Protocol):
    """What the module has that is named on the command line."""

    def preload(self) -> None:
        """Do once, before any fork, what every client would do; leave no thread behind."""

    def run(self, guest: Guest, notes: int) -> int:
        """Run a guest's client on standard input and output to its end; returns the exit status.

        What it writes to the file ``notes``, as lines of JSON, the gateway hears as ``GuestNote``.
        """


def become(client: Client, guest_file: int, notes: int, screen: Sequence[int], parent: int) -> NoReturn:
    """Be the client of the guest who is described in ``guest_file``, to the end of this process."""
    status = 1
    try:
        linux.die_with_parent(signal.SIGKILL, parent)
        os.setsid()
        with os.fdopen(guest_file, "rb") as file:
            guest = msgspec.json.decode(file.read(LONGEST_GUEST), type=Guest)
        linux.be_nice(guest.niceness)
        _keep_log()
        _take(screen)
        os.environ.clear()
        os.environ.update(guest.environment)
        port = urlsplit(guest.address).port
        assert port is not None
        confine(port)
        status = client.run(guest, notes)
    except _GuestGoneError:
        pass
    except Exception:
        _log.error("guest's client failed\n%s", traceback.format_exc())
    finally:
        os._exit(status)


def _keep_log() -> None:
    """Log where the parent logs, though standard error becomes the guest's screen."""
    log = os.fdopen(os.dup(2), "w", encoding="utf-8", buffering=1)
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler):
            handler.setStream(log)


def _take(screen: Sequence[int]) -> None:
    """Make the guest's screen this process's input and output."""
    if len(screen) == 1:
        # From now on the end of the guest's connection also ends this process.
        try:
            fcntl.ioctl(screen[0], termios.TIOCSCTTY, 0)
        except OSError as error:
            if error.errno == errno.EIO:
                raise _GuestGoneError from None
            raise
        screen = [screen[0]] * 3
    for standard, file in enumerate(screen):
        os.dup2(file, standard)
    for file in set(screen):
        os.close(file)
