"""The server's secrets are made once and whole, kept private, or refused in words."""

import stat
from pathlib import Path

import pytest

from triqueta_protocol.login import check_server, new_challenge
from triqueta_server.cannot_start import StartupError
from triqueta_server.secret_files import KEY_FILE, kept, own_key


def test_it_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    public = own_key(tmp_path).public
    assert own_key(tmp_path).public == public
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert own_key(tmp_path / "another").public != public


def test_it_answers_a_challenge(tmp_path: Path) -> None:
    challenge, key = new_challenge(), own_key(tmp_path)
    answered = key.answer(challenge.hex())
    assert answered is not None
    said, exchange = answered
    assert check_server(challenge, said) == exchange
    assert exchange.server == key.public


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    own_key(tmp_path)
    (tmp_path / KEY_FILE).chmod(0o640)
    with pytest.raises(StartupError, match="can be read by others"):
        own_key(tmp_path)


@pytest.mark.parametrize("content", [b"", bytes(31), bytes(33)])
def test_a_damaged_key_is_refused_and_not_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / KEY_FILE
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(StartupError, match="is damaged"):
        own_key(tmp_path)
    assert path.read_bytes() == content


def test_a_private_file_is_made_once_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    assert kept(path, lambda: b"first") == b"first"
    assert kept(path, lambda: b"second") == b"first"
    assert [file.name for file in path.parent.iterdir()] == ["file"]


def test_a_file_that_cannot_be_made_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StartupError, match="cannot be used"):
        kept(tmp_path / "file" / "below", lambda: b"")
