"""A guest's terminal: its environment, its characters, and the pseudo-terminal that stands for it here."""

import asyncio
import codecs
import fcntl
import os
import pty
import re
import struct
import termios
from collections.abc import Callable, Mapping
from typing import Final

from wcwidth import wcwidth

from triqueta_protocol.internal.languages import LANGUAGE_VARIABLES

PORTION: Final = 64 * 1024
MOST_WAITING: Final = 64 * 1024
"""Bytes typed that the client has not read yet; more are dropped, as a full keyboard buffer does."""

_CHARACTERS: Final = ("LC_ALL", "LC_CTYPE", "LANG")
_PASSED_ON: Final = (*LANGUAGE_VARIABLES, "COLORTERM", "NO_COLOR")
_HARMLESS: Final = re.compile(r"[A-Za-z0-9_.@:+-]{1,64}")

_ALIKE: Final = str.maketrans(
    {
        **dict.fromkeys("─━═╌┄┈╴╶╸╺", "-"),
        **dict.fromkeys("│┃║╎┆┊╵╷╹╻", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬", "+"),
        **dict.fromkeys("█▇▆▅▀▄▌▐▟▙▛▜▓▒◆■", "#"),
        **dict.fromkeys("░▁▂▃▔▏▕▎▊▖▗▘▝▞▚", ":"),
        **dict.fromkeys("•·●○◦∙", "o"),
        **dict.fromkeys("▲△↑▴", "^"),
        **dict.fromkeys("▼▽↓▾", "v"),
        **dict.fromkeys("◀←◂‹", "<"),
        **dict.fromkeys("▶→▸›", ">"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‘’‚", "'"),
        **dict.fromkeys("–—−‐", "-"),
        "✓": "v",
        "✗": "x",
        "×": "x",
        "…": "~",
        "\u00a0": " ",
    }
)


def client_environment(term: str, sent: Mapping[str, str]) -> dict[str, str]:
    """The variables that a guest's client gets: only known names, and only harmless values."""
    kept = {name: sent[name] for name in _PASSED_ON if _HARMLESS.fullmatch(sent.get(name, ""))}
    return {"TERM": term if _HARMLESS.fullmatch(term) else "xterm", **kept}


def speaks_utf8(sent: Mapping[str, str]) -> bool:
    """Whether the terminal shows more than ASCII. Terminals that do not say so mostly do."""
    wish = next((sent[name] for name in _CHARACTERS if sent.get(name)), "")
    if wish in {"C", "POSIX"}:
        return False
    _, named, codeset = wish.partition(".")
    return not named or codeset.partition("@")[0].replace("-", "").casefold() == "utf8"


class Plain:
    """Turn the client's UTF-8 into ASCII for a terminal that shows nothing else; cells keep their places."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def feed(self, drawn: bytes) -> bytes:
        text = self._decoder.decode(drawn).translate(_ALIKE)
        if text.isascii():
            return text.encode()
        return "".join(letter if letter.isascii() else _stand_in(letter) for letter in text).encode()


def _stand_in(letter: str) -> str:
    return "?" * max(0, wcwidth(letter))


class PseudoTerminal:
    """A pseudo-terminal: the client draws on one end, the guest's SSH channel holds the other.

    ``drawn`` gets what the client draws.
    """

    def __init__(self, columns: int, lines: int, drawn: Callable[[bytes], None]) -> None:
        self._drawn = drawn
        self._loop = asyncio.get_running_loop()
        self._typed = b""
        self._open = True
        self._master, self.slave = pty.openpty()
        os.set_blocking(self._master, False)
        self.resize(columns, lines)
        self._loop.add_reader(self._master, self._read)

    def resize(self, columns: int, lines: int) -> None:
        """Set the size; the system tells the client."""
        if self._open:
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, keys: bytes) -> None:
        if self._open and len(self._typed) < MOST_WAITING:
            self._typed += keys
            self._write()

    def hold(self, on: bool) -> None:
        """Stop or go on reading what the client draws; while nothing is read, the client waits."""
        if not self._open:
            return
        if on:
            self._loop.remove_reader(self._master)
        else:
            self._loop.add_reader(self._master, self._read)

    def handed_over(self) -> None:
        """Close our copy of the client's end: it would hide that the client is gone."""
        os.close(self.slave)

    def drain(self) -> None:
        while self._open and self._read():
            pass

    def close(self) -> None:
        """Close it: a client that still runs gets SIGHUP."""
        if self._open:
            self._open = False
            self._loop.remove_reader(self._master)
            self._loop.remove_writer(self._master)
            os.close(self._master)

    def _read(self) -> bool:
        try:
            portion = os.read(self._master, PORTION)
        except BlockingIOError:
            return False
        except OSError:
            portion = b""
        if portion:
            self._drawn(portion)
        else:
            # The client has ended, which is reported elsewhere.
            self._loop.remove_reader(self._master)
        return bool(portion)

    def _write(self) -> None:
        try:
            written = os.write(self._master, self._typed)
        except BlockingIOError:
            written = 0
        except OSError:
            written = len(self._typed)
        self._typed = self._typed[written:]
        if self._typed:
            self._loop.add_writer(self._master, self._write)
        else:
            self._loop.remove_writer(self._master)
