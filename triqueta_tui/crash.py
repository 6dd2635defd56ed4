"""The log file, and how a crash is reported: the traceback in the log, one sentence to the person."""

import io
import logging
import sys
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

from rich.console import Console

from triqueta_tui.locale import say

_SIZE = 256 * 1024


def open_log(path: Path) -> bool:
    """Send warnings and errors to a file that only its owner can read. False if that is not possible."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        handler = RotatingFileHandler(path, maxBytes=_SIZE, backupCount=1, encoding="utf-8", delay=True)
    except OSError:
        return False
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    return True


class _LogFile(io.StringIO):
    """A file that turns each line written to it into a line of the log."""

    def __init__(self) -> None:
        super().__init__()
        self._line = ""

    def write(self, text: str) -> int:
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            logging.getLogger("triqueta_tui").error("%s", line.rstrip())
        return len(text)


def quiet_console() -> Console:
    """A console for Textual's error reports that writes to the log and not to the screen."""
    return Console(file=_LogFile(), width=160, color_system=None, force_terminal=False)


def guarded(work: Callable[[], int], log: Path, stderr: TextIO | None = None) -> int:
    """Run the program. If it crashes, say so in one sentence and return 1."""
    try:
        status = work()
    except Exception:
        logging.getLogger("triqueta_tui").exception("the program broke")
        status = 1
    if status == 1:
        print(say("cli.crashed", log=log), file=stderr or sys.stderr)
    return status
