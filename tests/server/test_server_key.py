"""The server's own key: made once, kept private, the same for ever."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from triqueta_protocol.identity import Challenge
from triqueta_server.cannot_start import StartupError
from triqueta_server.server_key import KEY_FILE, OwnKey


def test_it_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    public = OwnKey.of(tmp_path).load().public
    assert OwnKey.of(tmp_path).load().public == public
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert OwnKey.of(tmp_path / "another").load().public != public


def test_it_answers_a_challenge(tmp_path: Path) -> None:
    challenge, key = Challenge(), OwnKey.of(tmp_path)
    proven = key.prove(challenge.public.hex())
    assert proven is not None
    said, meeting = proven
    assert challenge.check(said) == meeting
    assert meeting.server == key.load().public


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    OwnKey.of(tmp_path)
    (tmp_path / KEY_FILE).chmod(0o640)
    with pytest.raises(StartupError, match="can be read by others"):
        OwnKey.of(tmp_path)


@pytest.mark.parametrize("content", [b"", bytes(31), bytes(33)])
def test_a_damaged_key_is_refused_and_not_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / KEY_FILE
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(StartupError, match="is not a server's key"):
        OwnKey.of(tmp_path)
    assert path.read_bytes() == content


def test_a_server_that_nobody_asks_does_not_load_the_library() -> None:
    script = "import sys, triqueta_server.program, triqueta_tui.session.link; print('nacl' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
