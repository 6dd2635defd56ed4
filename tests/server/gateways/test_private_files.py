"""Private files are made once and whole, or refused in words."""

from pathlib import Path

import pytest

from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways.private_files import kept


def test_a_private_file_is_made_once_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    assert kept(path, lambda: b"first") == b"first"
    assert kept(path, lambda: b"second") == b"first"
    assert [file.name for file in path.parent.iterdir()] == ["file"]


def test_a_file_that_cannot_be_made_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StartupError, match="cannot be used"):
        kept(tmp_path / "file" / "below", lambda: b"")
