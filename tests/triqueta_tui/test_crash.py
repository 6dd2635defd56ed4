"""A crash: one sentence for the person, everything for the log, the terminal as it was."""

import io
import logging
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal import Terminal, own_environment
from triqueta_tui.crash import guarded, open_log
from triqueta_tui.locale import say


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """A log file, with the root logger as it was before afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers = []
    path = tmp_path / "state" / "triqueta.log"
    assert open_log(path)
    yield path
    for handler in root.handlers:
        handler.close()
    root.handlers, root.level = handlers, level


def test_a_program_that_breaks_says_one_sentence_and_where_the_log_is(log: Path) -> None:
    def break_down() -> int:
        raise RuntimeError("the secret token is 42")

    screen = io.StringIO()
    assert guarded(break_down, log, screen) == 1
    assert screen.getvalue() == say("cli.crashed", log=log) + "\n"
    written = log.read_text(encoding="utf-8")
    assert "Traceback" in written
    assert "the secret token is 42" in written


def test_a_program_that_ends_well_says_nothing(log: Path) -> None:
    screen = io.StringIO()
    assert guarded(lambda: 0, log, screen) == 0
    assert screen.getvalue() == ""


def test_the_log_is_only_for_its_owner(log: Path) -> None:
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_without_a_place_for_the_log_the_program_still_runs(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    assert not open_log(blocked / "triqueta.log")


def test_a_crash_on_the_screen_restores_the_terminal_and_shows_no_traceback(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from triqueta_tui import cli\n"
        "from triqueta_tui.screens.home import Home\n"
        "def break_down(self):\n"
        "    token = 'a secret'\n"
        "    raise RuntimeError('a fault of our own')\n"
        "Home.action_rules = break_down\n"
        "sys.exit(cli.main([]))\n"
    )
    with Terminal([sys.executable, "-c", program], environment=own_environment(tmp_path)) as terminal:
        terminal.wait_for("until next time")
        terminal.press("r")
        assert terminal.wait_for_end() == 1
        assert terminal.restored
        shown = " ".join(terminal.text.split())
        log = tmp_path / "state" / "triqueta" / "triqueta.log"
        assert "Triqueta has crashed" in shown
        assert "Traceback" not in shown
        assert "a secret" not in shown
        assert log.name in shown
        assert "a fault of our own" in log.read_text(encoding="utf-8")
