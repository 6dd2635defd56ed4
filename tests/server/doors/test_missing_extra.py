"""What to type when a door lacks something."""

import shlex
import sys
from pathlib import Path

import pytest

from server.doors import missing_extra
from server.doors.missing_extra import install_command, needed_for


def test_the_requirements_of_an_extra_are_its_own() -> None:
    assert [need.partition(">")[0] for need in needed_for("ssh")] == ["asyncssh"]
    named = [need.partition("<")[0].partition(">")[0] for need in needed_for("web")]
    assert "textual-serve" in named
    assert "asyncssh" not in named
    assert needed_for("ssh", "a-package-that-is-not-there") == []


def test_what_is_missing_is_named_and_not_this_program_which_is_on_no_index() -> None:
    command = shlex.split(install_command("ssh"))
    assert command[:4] == [sys.executable, "-m", "pip", "install"]
    assert command[4].startswith("asyncssh")
    assert "triqueta" not in command[4]


def test_pipx_has_a_command_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(Path("/home/ana/.local/share/pipx/venvs/triqueta-tui")))
    assert shlex.split(install_command("ssh")) == ["pipx", "inject", "triqueta-tui", *needed_for("ssh")]


def test_an_environment_without_pip_is_uv_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing_extra, "find_spec", lambda _: None)
    assert install_command("web").startswith(f"uv pip install --python {sys.executable} ")
