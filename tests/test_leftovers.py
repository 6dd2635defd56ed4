"""A run that leaves something behind is red, whatever its tests say."""

import subprocess
import sys
from pathlib import Path

import pytest

LEAVING = {
    "nothing": ("pass", ""),
    "a process": ("subprocess.Popen(SLEEP)", "a process of test_it.py::test_it (call): "),
    "an orphan": (
        "subprocess.run([sys.executable, '-c', f'import subprocess; subprocess.Popen({SLEEP})'])",
        "a process of test_it.py::test_it (call): ",
    ),
    "a socket": ("OPEN.append(socket.create_server(('127.0.0.1', 0)))", "a listening socket: "),
    "a temporary folder": ("tempfile.mkdtemp(suffix='-left')", "in the temporary folder: "),
}

MODULE = """
import socket, subprocess, sys, tempfile
OPEN = []
SLEEP = [sys.executable, '-c', 'import time; time.sleep(4)']
def test_it():
    {}
"""


@pytest.mark.parametrize("workers", ["0", "1"])
@pytest.mark.parametrize("what", LEAVING)
def test_what_is_left_fails_the_run(what: str, workers: str, tmp_path: Path) -> None:
    statement, complaint = LEAVING[what]
    (tmp_path / "test_it.py").write_text(MODULE.format(statement))
    run = subprocess.run(
        [
            *(sys.executable, "-W", "ignore", "-m", "pytest", "-p", "tests.leftovers", "-c", "/dev/null"),
            *("-q", "-n", workers, "--rootdir", str(tmp_path), str(tmp_path)),
        ],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path.cwd()), "TRIQUETA_TEST_GRACE": "0.2"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed" in run.stdout, run.stdout
    assert complaint in run.stderr
    assert run.returncode == (1 if complaint else 0), run.stderr
