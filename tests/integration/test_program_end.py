"""However the client is told to end, it ends, takes its server along, and gives the terminal back."""

import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests import PATIENCE
from tests.terminal import Terminal, own_environment, triqueta

IGNORING_SIGHUP = f"""
import os, signal
signal.signal(signal.SIGHUP, signal.SIG_IGN)
os.execv({sys.executable!r}, {triqueta("play", "--players", "2", "--level", "normal")!r})
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_client_and_the_terminal_is_as_before(
    tmp_path: Path, number: signal.Signals
) -> None:
    with Terminal(
        triqueta("play", "--players", "2", "--level", "normal"), environment=own_environment(tmp_path)
    ) as terminal:
        terminal.wait_for("Round 1 of 4")
        children = psutil.Process(terminal.process.pid).children(recursive=True)
        terminal.process.send_signal(number)
        assert terminal.wait_for_end() == 128 + number
        assert terminal.restored
        assert not psutil.wait_procs(children, timeout=PATIENCE)[1]


def test_a_client_whose_terminal_is_gone_ends_though_sighup_is_ignored(tmp_path: Path) -> None:
    command = [sys.executable, "-c", IGNORING_SIGHUP]
    with Terminal(command, environment=own_environment(tmp_path)) as terminal:
        terminal.wait_for("Round 1 of 4")
        children = psutil.Process(terminal.process.pid).children(recursive=True)
        terminal.hang_up()
        try:
            terminal.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            pytest.fail("the client goes on without a terminal")
        assert not psutil.wait_procs(children, timeout=PATIENCE)[1]
