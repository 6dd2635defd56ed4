"""The player's secret: made once, never replaced, and another key for each server and person."""

import stat
from pathlib import Path

import msgspec
import pytest

from triqueta_tui.session.error_words import LinkGoneError, explain
from triqueta_tui.session.player_keys import AnotherIdentityError, PlayerKeys, PlayerSecret

HERE, THERE = b"a" * 32, b"b" * 32


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "identity.json"


def test_it_is_made_once_and_only_its_owner_can_read_it(path: Path) -> None:
    key = PlayerKeys(path).key(HERE).public
    assert PlayerKeys(path).key(HERE).public == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_each_server_profile_and_hot_seat_player_has_a_key_of_its_own(path: Path) -> None:
    ana, bo = PlayerKeys(path), PlayerKeys(path, "Bo")
    keys = [
        ana.key(HERE),
        ana.key(THERE),
        bo.key(HERE),
        ana.key(HERE, "Bo"),
        ana.key(HERE, "main"),
        bo.key(HERE, "main"),
    ]
    assert len({key.public for key in keys}) == len(keys)
    assert ana.key(HERE, "bo ").public == ana.key(HERE, "Bo").public


def test_after_a_deletion_one_is_somebody_new_there_and_nowhere_else(path: Path) -> None:
    ana, bo = PlayerKeys(path), PlayerKeys(path, "Bo")
    before = [keys.key(server).public for keys in (ana, bo) for server in (HERE, THERE)]
    ana.renew(HERE)
    after = [keys.key(server).public for keys in (PlayerKeys(path), bo) for server in (HERE, THERE)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, True, True]
    ana.renew(HERE)
    assert ana.key(HERE).public not in {before[0], after[0]}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_without_a_file_a_secret_lasts_for_the_run_and_can_be_given() -> None:
    assert PlayerKeys(None).key(HERE).public != PlayerKeys(None).key(HERE).public
    given = PlayerKeys(None, secret=b"s" * 32)
    before = given.key(HERE).public
    assert PlayerKeys(None, secret=b"s" * 32).key(HERE).public == before
    given.renew(HERE)
    assert given.key(HERE).public != before


SHORT = msgspec.json.encode(PlayerSecret(b"short"))


@pytest.mark.parametrize("content", [b"", b"{broken", b"{}", SHORT])
def test_a_damaged_secret_is_an_error_and_not_replaced(path: Path, content: bytes) -> None:
    PlayerKeys(path).read()
    path.write_bytes(content)
    for act in (PlayerKeys.key, PlayerKeys.renew):
        with pytest.raises(LinkGoneError, match="identity_damaged") as caught:
            act(PlayerKeys(path), HERE)
        assert str(path) in explain(caught.value)
    assert path.read_bytes() == content


def test_a_secret_that_others_can_read_is_an_error(path: Path) -> None:
    PlayerKeys(path).read()
    path.chmod(0o644)
    with pytest.raises(LinkGoneError, match="identity_open") as caught:
        PlayerKeys(path).key(HERE)
    assert "chmod 600" in explain(caught.value)


def test_a_secret_that_cannot_be_read_or_made_is_an_error(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(LinkGoneError, match="identity_unusable"):
        PlayerKeys(path).key(HERE)
    with pytest.raises(LinkGoneError, match="identity_unusable"):
        PlayerKeys(Path("/dev/null/identity.json")).key(HERE)


def test_an_exported_secret_replaces_another_one_only_if_told_to(path: Path, tmp_path: Path) -> None:
    ana, bo, file = PlayerKeys(path), PlayerKeys(tmp_path / "bo.json"), tmp_path / "exported"
    ana.renew(HERE)
    ana.export_to(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        bo.export_to(file)
    own = bo.key(HERE).public
    with pytest.raises(AnotherIdentityError):
        bo.import_from(file)
    assert bo.key(HERE).public == own
    bo.import_from(file, force=True)
    assert bo.read() == ana.read()
    ana.renew(THERE)
    ana.import_from(file)
    assert ana.read() == bo.read()


@pytest.mark.parametrize("content", [b"", b"{broken", SHORT])
def test_what_is_no_identity_is_not_imported(path: Path, tmp_path: Path, content: bytes) -> None:
    before = PlayerKeys(path).read()
    file = tmp_path / "exported"
    file.write_bytes(content)
    with pytest.raises(msgspec.DecodeError):
        PlayerKeys(path).import_from(file, force=True)
    assert PlayerKeys(path).read() == before


def test_a_damaged_secret_is_neither_exported_nor_replaced_by_accident(path: Path, tmp_path: Path) -> None:
    PlayerKeys(tmp_path / "other.json").export_to(tmp_path / "exported")
    PlayerKeys(path).read()
    path.write_bytes(b"{broken")
    with pytest.raises(LinkGoneError, match="identity_damaged"):
        PlayerKeys(path).export_to(tmp_path / "copy")
    with pytest.raises(LinkGoneError, match="identity_damaged"):
        PlayerKeys(path).import_from(tmp_path / "exported")
    assert path.read_bytes() == b"{broken"
    assert not (tmp_path / "copy").exists()
