"""Tokens follow from what was shown, and nobody else can make them."""

import stat
from pathlib import Path

import pytest

from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways.identity import SECRET_FILE, Identity

KEY = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"


def test_the_same_key_is_the_same_player_also_after_a_restart(tmp_path: Path) -> None:
    token = Identity.of(tmp_path).token("ssh", KEY)
    assert Identity.of(tmp_path).token("ssh", KEY) == token


def test_other_keys_gateways_and_servers_are_other_players(tmp_path: Path) -> None:
    here, there = Identity.of(tmp_path / "here"), Identity.of(tmp_path / "there")
    tokens = [
        here.token("ssh", KEY),
        here.token("ssh", KEY.lower()),
        here.token("web", KEY),
        there.token("ssh", KEY),
    ]
    assert len(set(tokens)) == len(tokens)


def test_a_token_fits_into_the_greeting(tmp_path: Path) -> None:
    assert len(Identity.of(tmp_path).token("ssh", KEY)) == 64


def test_the_server_vouches_for_its_own_tokens_only(tmp_path: Path) -> None:
    identity = Identity.of(tmp_path / "here")
    token = identity.token("ssh", KEY)
    assert identity.vouched(token)
    assert not Identity.of(tmp_path / "there").vouched(token)
    for wrong in ("", "0" * 64, token[:-1], token + "0", token[32:] + token[:32], token.upper(), "é" * 64):
        assert not identity.vouched(wrong)


@pytest.mark.parametrize("at", [0, 31, 32, 63])
def test_no_digit_of_a_token_can_be_changed(tmp_path: Path, at: int) -> None:
    identity = Identity.of(tmp_path)
    token = identity.token("ssh", KEY)
    other = "0" if token[at] != "0" else "1"
    assert not identity.vouched(token[:at] + other + token[at + 1 :])


def test_only_the_owner_can_read_the_secret(tmp_path: Path) -> None:
    Identity.of(tmp_path)
    assert stat.S_IMODE((tmp_path / SECRET_FILE).stat().st_mode) == 0o600


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    Identity.of(tmp_path)
    (tmp_path / SECRET_FILE).chmod(0o640)
    with pytest.raises(StartupError, match="can be read by others"):
        Identity.of(tmp_path)
