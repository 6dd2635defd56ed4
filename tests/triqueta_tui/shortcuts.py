"""Shortcuts through Textual's private parts, with which the client's tests take less than half of the time.

``TRIQUETA_STOCK=1`` leaves Textual as it is: ``make test-stock``.
"""

import os
from typing import Final

from tests.triqueta_tui import parsed_once, settling

STOCK: Final = bool(os.environ.get("TRIQUETA_STOCK"))


def install() -> None:
    """For all apps of this process that tests drive."""
    if not STOCK:
        settling.install()
        parsed_once.install()
