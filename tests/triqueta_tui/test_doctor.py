"""What ``triqueta doctor`` finds, and what its report leaves out."""

import getpass
import socket
from pathlib import Path

import pytest

from triqueta_protocol.internal.defaults import LAN_OFF, LAN_VARIABLE
from triqueta_tui import doctor
from triqueta_tui.cli import main
from triqueta_tui.doctor import Finding, without_secrets
from triqueta_tui.locale import LANGUAGES, catalogue, use
from triqueta_tui.paths import Paths
from triqueta_tui.session.local_server import LocalServer
from triqueta_tui.settings import Settings
from triqueta_tui.terminal import Terminal

PLAIN = Terminal.of({"TERM": "xterm-256color"})


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LAN_VARIABLE, LAN_OFF)


def states(found: list[Finding]) -> dict[str, list[tuple[str, str]]]:
    by_area: dict[str, list[tuple[str, str]]] = {}
    for one in found:
        by_area.setdefault(one.area, []).append((one.state, one.key))
    return by_area


async def test_a_healthy_machine(tmp_path: Path) -> None:
    found = states(await doctor.examine(Paths.under(tmp_path), Settings(), PLAIN))
    assert found["server"] == [("good", "started")]
    assert found["colours"] == [("good", "of_256")]
    assert found["data"] == [("good", "free")]
    assert found["network"] == [("note", "off")]
    assert "last" not in found
    assert not any(tmp_path.iterdir()), "nothing is left behind"


async def test_the_server_that_was_joined_last_is_asked(tmp_path: Path) -> None:
    server = LocalServer(tmp_path / "data", tmp_path / "log", options=("--no-announce",))
    address = str(await server.start())
    try:
        assert (await doctor._last_server(address)).key == "there"
    finally:
        await server.stop()
    assert (await doctor._last_server("no address at all")).key == "gone"


async def test_a_server_that_does_not_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    launch = LocalServer.launch

    def with_a_wrong_option(self: LocalServer) -> None:
        self._command = [*self._command, "--no-such-option"]
        launch(self)

    monkeypatch.setattr(LocalServer, "launch", with_a_wrong_option)
    [finding] = await doctor._server()
    assert (finding.state, finding.key) == ("bad", "not_started")
    assert "--no-such-option" in str(finding.values["why"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_broken_is_named_and_the_status_is_1(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    use(language)
    paths = Paths.under(tmp_path)
    paths.config.mkdir()
    paths.settings.write_text("theme = 3")
    paths.data.write_text("a file where a folder belongs")
    assert doctor.run(paths, None) == 1
    bad = [line for line in capsys.readouterr().out.splitlines() if line.startswith("✗")]
    assert len(bad) == 2
    assert str(paths.settings) in bad[0]
    assert str(paths.data) in bad[1]


def test_a_file_with_keys_that_others_can_read(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path)
    paths.data.mkdir()
    paths.servers.write_text("{}")
    paths.servers.chmod(0o644)
    assert ("bad", "open_to_others") in states([*doctor._folders(paths)])["data"]
    paths.servers.chmod(0o600)
    assert ("bad", "open_to_others") not in states([*doctor._folders(paths)])["data"]


def test_the_report_is_english_and_replaces_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    file = tmp_path / "report.md"
    assert main(["doctor", "--lang", "de", "--report", str(file)]) == 0
    assert "startet und antwortet" in capsys.readouterr().out
    assert "starts and answers" in file.read_text()
    assert main(["doctor", "--lang", "en", "--report", str(file)]) == 1
    assert "can’t be written" in capsys.readouterr().err


def test_the_report_has_no_names_addresses_and_tokens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "hanna")
    monkeypatch.setattr(socket, "gethostname", lambda: "attic")
    monkeypatch.setattr(Path, "home", lambda: Path("/home/hanna"))
    paths = Paths.under(tmp_path)
    paths.state.mkdir()
    token, key = "aB3dE5fG7hI9jK1lM3nO5p", "0123456789abcdef0123456789abcdef"
    paths.log.write_text(
        f"2026-01-01 WARNING net: 192.0.2.7 and 2001:db8::1:7 at attic sent {token} {key}\n"
        "  File /home/hanna/games/x.py, line 3, for Zoë\n"
        "2026-01-01 INFO net: chatter\n"
        "2026-01-01 ERROR net: wss://oak.example:4455/play is gone \x1b[31m\n"
    )
    report = doctor.report_text([], paths, Settings(name="Zoë"))
    for secret in ("192.0.2.7", "2001:db8", "attic", token, key, "hanna", "Zoë", "oak.example", "\x1b"):
        assert secret not in report
    assert "File ~/games/x.py, line 3, for NAME" in report
    assert "is gone" in report
    assert "chatter" not in report
    harmless = "Python 3.11.7, 127.0.0.1, Linux-6.18.44-fc-v657-x86_64-with-glibc2.36"
    assert without_secrets(harmless) == harmless


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_can_be_said(language: str) -> None:
    use(language)
    gaps = "columns lines least_columns least_lines encoding way file why folder free variable addresses"
    values: dict[str, object] = dict.fromkeys(
        [*gaps.split(), "servers", "seconds", "gateway", "address"], "?"
    )
    keys = [key.split(".")[2:] for key in catalogue(language, "cli") if key.startswith("cli.doctor.")]
    for area, key in (parts for parts in keys if len(parts) == 2 and parts[1] != "title"):
        assert Finding(area, "note", key, values).words().startswith("! ")
