"""A client that is loaded has everything at hand and has given nothing up: its forks do that."""

import subprocess
import sys

LOAD = """
import resource, sys, threading
names = [name for name in dir(resource) if name.startswith("RLIMIT_")]
limits = {name: resource.getrlimit(getattr(resource, name)) for name in names}
from triqueta_tui.guests.entry import preload
preload()
assert threading.active_count() == 1, "a fork copies one thread"
for name, limit in limits.items():
    assert resource.getrlimit(getattr(resource, name)) == limit, name
for module in ("games.triqueta.table", "table.screen", "screens.waiting_room", "session.link"):
    assert f"triqueta_tui.{module}" in sys.modules, module
from pathlib import Path
import triqueta_tui
from triqueta_tui import locale
parsed = locale.sentences.cache_info().misses
texts = [file for file in Path(triqueta_tui.__path__[0]).rglob("*.toml") if "locale" in file.parts]
assert texts and all(locale.catalogue(file.parent.name, file.stem) for file in texts)
assert locale.sentences.cache_info().misses == parsed > 0, "every text is parsed"
assert "textual.scrollbar" in sys.modules, "Textual imports it with the first screen"
assert not any(name.split(".")[0] in {"triqueta_server", "asyncssh", "aiohttp"} for name in sys.modules)
print("loaded")
"""


def test_loading_leaves_the_process_as_free_as_it_was() -> None:
    run = subprocess.run([sys.executable, "-c", LOAD], capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert run.stdout == "loaded\n"
