"""Known holes are found in an export of advisories, without a network."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests import audit


def advisory(package: str, versions: list[str], **more: Any) -> dict[str, Any]:
    return {
        "id": f"PYSEC-{package}",
        "summary": "a hole",
        "affected": [{"package": {"ecosystem": "PyPI", "name": package}, "versions": versions}],
        **more,
    }


@pytest.fixture
def export(tmp_path: Path) -> Path:
    path = tmp_path / "all.zip"
    told = [
        advisory("Web_Sockets", ["1.0", "1.1"]),
        advisory("msgpack", ["0.9"]),
        advisory("textual", ["2.0"], withdrawn="2026-01-01T00:00:00Z"),
        {"id": "PYSEC-nothing"},
    ]
    with zipfile.ZipFile(path, "w") as archive:
        for number, one in enumerate(told):
            archive.writestr(f"{number}.json", json.dumps(one))
    return path


def test_an_installed_version_with_a_hole_is_named(export: Path) -> None:
    versions = {"web-sockets": "1.1", "msgpack": "1.0", "textual": "2.0"}
    assert list(audit.holes(export, versions)) == [
        audit.Hole("web-sockets", "1.1", "PYSEC-Web_Sockets", "a hole")
    ]


def test_what_is_installed_is_known_by_its_normal_name() -> None:
    assert {"triqueta-tui", "msgspec", "textual"} <= audit.installed().keys()
