"""Keys follow from what was shown, and nobody else can make them."""

import stat
from pathlib import Path

import pytest

from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways.identity import SECRET_FILE, Identity

KEY = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"


def test_the_same_key_is_the_same_player_also_after_a_restart(tmp_path: Path) -> None:
    assert Identity.of(tmp_path).key("ssh", KEY) == Identity.of(tmp_path).key("ssh", KEY)


def test_other_keys_gateways_and_servers_are_other_players(tmp_path: Path) -> None:
    here, there = Identity.of(tmp_path / "here"), Identity.of(tmp_path / "there")
    keys = [
        here.key("ssh", KEY),
        here.key("ssh", KEY.lower()),
        here.key("web", KEY),
        there.key("ssh", KEY),
    ]
    assert len({key.public for key in keys}) == len({key.secret for key in keys}) == len(keys)


def test_only_the_owner_can_read_the_secret(tmp_path: Path) -> None:
    Identity.of(tmp_path)
    assert stat.S_IMODE((tmp_path / SECRET_FILE).stat().st_mode) == 0o600


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    Identity.of(tmp_path)
    (tmp_path / SECRET_FILE).chmod(0o640)
    with pytest.raises(StartupError, match="can be read by others"):
        Identity.of(tmp_path)


@pytest.mark.parametrize("content", [b"", bytes(31), bytes(33)])
def test_a_damaged_secret_is_refused_and_not_replaced(tmp_path: Path, content: bytes) -> None:
    """An empty one would let anybody make the keys of all guests."""
    Identity.of(tmp_path)
    path = tmp_path / SECRET_FILE
    path.write_bytes(content)
    with pytest.raises(StartupError, match="is damaged: put a copy back"):
        Identity.of(tmp_path)
    assert path.read_bytes() == content
