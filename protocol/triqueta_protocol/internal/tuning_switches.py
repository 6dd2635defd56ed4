"""Each tuning, of client and server, has a switch: the environment variable ``TRIQUETA_TUNING``.

Unset, all are on; ``off`` turns all off; names separated by commas turn on these only.
"""

import os
from typing import Final, Literal

VARIABLE: Final = "TRIQUETA_TUNING"

Name = Literal[
    "changed_lines",
    "crash_log",
    "ended_connections",
    "resizing",
    "shorter_escapes",
    "terminal_title",
]


def is_on(name: Name) -> bool:
    chosen = os.environ.get(VARIABLE)
    return chosen is None or name in chosen.split(",")
