"""Fuzzes one target in a process of its own: its name, and behind it the options of libFuzzer.

The code is instrumented while it is imported, so nothing of ours may be loaded before.
"""

import logging
import sys

import atheris

with atheris.instrument_imports(include=["triqueta_protocol", "triqueta_server", "triqueta_tui"]):
    from tests.fuzz.guided.targets import TARGETS

if __name__ == "__main__":
    logging.disable()
    target = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
