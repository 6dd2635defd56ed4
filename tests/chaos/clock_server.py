"""The server in a world whose time of day jumps: it is put forward or back by the seconds in a file."""

import os
import sys
import time
from pathlib import Path

VARIABLE = "TRIQUETA_TEST_CLOCK"

_real = time.time


def _shifted() -> float:
    return _real() + float(Path(os.environ[VARIABLE]).read_text() or 0)


if __name__ == "__main__":
    time.time = _shifted
    from triqueta_server.cli import main

    sys.exit(main())
