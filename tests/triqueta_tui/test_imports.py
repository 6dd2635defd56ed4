"""What starts fast loads little: the client never loads the server, and heavy parts only on use."""

import subprocess
import sys

import pytest

HEAVY = ["server", "cryptography", "nacl", "asyncssh", "aiohttp", "zeroconf", "tomlkit"]


def loaded(script: str, names: list[str]) -> list[str]:
    """Which of these modules there are after the script."""
    asking = f"{script}; import sys; print(*[name for name in {names} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", asking], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    "module", ["triqueta_tui.app", "triqueta_tui.cli", "triqueta_tui.games.triqueta.table"]
)
def test_starting_loads_none_of_the_heavy_parts(module: str) -> None:
    assert loaded(f"import {module}", HEAVY) == []


def test_meeting_a_server_loads_the_lean_library_only() -> None:
    asking = "from protocol.identity import Challenge, ServerKey; asking = Challenge()"
    checking = "asking.check(ServerKey(bytes(32)).answer(asking.public.hex())[0])"
    assert loaded(f"{asking}; {checking}", ["cryptography", "nacl"]) == ["nacl"]
