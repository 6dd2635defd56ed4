"""What starts fast loads little: the client never loads the server, and heavy parts only on use."""

import subprocess
import sys
from pathlib import Path

import pytest

from triqueta_tui.game import PACKAGES
from triqueta_tui.paths import Paths
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.session.own_tables import WaitingSeat

HEAVY = ["server", "cryptography", "nacl", "asyncssh", "aiohttp", "zeroconf", "tomlkit"]


def loaded(script: str, names: list[str]) -> list[str]:
    """Which of these modules there are after the script."""
    asking = f"{script}; import sys; print(*[name for name in {names} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", asking], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.split("\n")[-2].split()


@pytest.mark.parametrize(
    "module", ["triqueta_tui.app", "triqueta_tui.cli", "triqueta_tui.games.triqueta.table"]
)
def test_starting_loads_none_of_the_heavy_parts(module: str) -> None:
    assert loaded(f"import {module}", HEAVY) == []


def test_the_command_line_is_read_and_a_server_started_without_textual() -> None:
    imports = "import triqueta_tui.cli, triqueta_tui.paths, triqueta_tui.terminal"
    assert loaded(f"{imports}, triqueta_tui.session.local_server", ["textual", "rich"]) == []


def test_meeting_a_server_loads_the_lean_library_only() -> None:
    asking = "from triqueta_protocol.login import *; asking = new_challenge()"
    checking = "check_server(asking, KeyPair(bytes(32)).answer(asking.hex())[0])"
    assert loaded(f"{asking}; {checking}", ["cryptography", "nacl"]) == ["nacl"]


def test_the_first_frame_needs_no_game(tmp_path: Path) -> None:
    """The home screen names a game and who may play it; words and tables are loaded when somebody plays."""
    modules = {"app": "TriquetaApp", "navigator": "Navigator", "paths": "Paths"}
    imports = (f"from triqueta_tui.{module} import {name}" for module, name in modules.items())
    start = "; ".join(["import asyncio, pathlib", *imports])
    app = f"TriquetaApp(Navigator, paths=Paths.under(pathlib.Path({str(tmp_path)!r})))"
    script = f"{start}; asyncio.run({app}.run_test(size=(100, 30)).__aenter__())"
    words = [f"triqueta_protocol.games.{game}" for game in PACKAGES]
    tables = [f"{package}.table" for package in PACKAGES.values()]
    # Nor does it need forms.
    later = ["triqueta_protocol.requests", "triqueta_tui.widgets.form"]
    home = "triqueta_tui.screens.home"
    assert loaded(script, [*HEAVY, *words, *tables, *later, home]) == [home]


def test_turns_loads_no_screen_and_no_network(tmp_path: Path) -> None:
    """A shell prompt may wait for it."""
    Memory(Paths.under(tmp_path).servers).tables.keep_seat(
        WaitingSeat("hearth", "KNOT", "triqueta", "aa", names=("Ana", "Zoë"), owing=(1,), since=1.0)
    )
    start = "import pathlib; from triqueta_tui import cli, turns; from triqueta_tui.paths import Paths"
    run = f"turns.run(Paths.under(pathlib.Path({str(tmp_path)!r})), 'main', refresh=False, as_json=False)"
    left_out = ["textual", "rich", "asyncio", "websockets", "wcwidth", "triqueta_protocol.requests"]
    assert loaded(f"{start}; {run}", left_out) == []


def test_ascii_needs_no_tables_of_other_scripts() -> None:
    cleaning = "from triqueta_protocol.text import *; clean_name('A'), clean_chat('hi')"
    assert loaded(f"{cleaning}; import triqueta_tui.games.triqueta.table", ["wcwidth"]) == []
    assert loaded(f"{cleaning}; cells('\u6f22')", ["wcwidth"]) == ["wcwidth"]
