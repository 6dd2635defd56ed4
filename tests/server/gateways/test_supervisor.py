"""A gateway that cannot be opened says why, in one line."""

import shlex
import sys
from pathlib import Path

import pytest

from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways import supervisor
from triqueta_server.gateways.config import GatewayConfig
from triqueta_server.gateways.supervisor import KINDS, GatewaySupervisor, install_command, needed_for


def config(folder: Path) -> GatewayConfig:
    """For a gateway that nobody will come through."""
    return GatewayConfig(
        server_name="Test", host="127.0.0.1", data_dir=str(folder), server_url="ws://127.0.0.1:9"
    )


async def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    supervisor = GatewaySupervisor(KINDS["ssh"]._replace(needs="a_module_nobody_has"), config(tmp_path))
    with pytest.raises(StartupError, match=r"^--ssh needs something more: \S+ -m pip install 'asyncssh\S+'$"):
        await supervisor.open()
    assert list(tmp_path.iterdir()) == []


async def test_a_gateway_that_says_nothing_does_not_start(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    supervisor = GatewaySupervisor(KINDS["ssh"]._replace(module="a_module_nobody_has"), config(tmp_path))
    with pytest.raises(StartupError, match="it does not start"):
        await supervisor.open()
    assert "a_module_nobody_has" in capfd.readouterr().err


async def test_closing_what_was_never_opened_is_nothing(tmp_path: Path) -> None:
    await GatewaySupervisor(KINDS["ssh"], config(tmp_path)).close()


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
    monkeypatch.setattr(supervisor, "find_spec", lambda _: None)
    assert install_command("web").startswith(f"uv pip install --python {sys.executable} ")
