"""What starts fast loads little: the client never loads the server, and heavy parts only on use."""

import subprocess
import sys

import pytest

HEAVY = ["server", "cryptography", "asyncssh", "aiohttp", "zeroconf", "tomlkit"]


@pytest.mark.parametrize(
    "module", ["triqueta_tui.app", "triqueta_tui.cli", "triqueta_tui.games.triqueta.table"]
)
def test_starting_loads_none_of_the_heavy_parts(module: str) -> None:
    script = f"import sys, {module}; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
