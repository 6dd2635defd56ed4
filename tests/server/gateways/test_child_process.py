"""A child process runs what is installed and nothing else, ends when it is told to, and comes back."""

import asyncio
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path

import psutil
import pytest

from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways import child_process
from triqueta_server.gateways.child_process import RestartedChild, starting
from triqueta_server.gateways.config import GatewayConfig
from triqueta_server.gateways.supervisor import KINDS, GatewaySupervisor

WAITS_FOR_INPUT = "triqueta_server.gateways.ssh.gateway"


@pytest.fixture
def traps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder, and an environment, that would put other code in the place of ours."""
    ours = ("triqueta_server", "triqueta_protocol", "triqueta_tui", "server", "protocol")
    for name in (*ours, "asyncssh", "sitecustomize", "usercustomize", "site"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a trap')")
    monkeypatch.chdir(tmp_path)
    for name in ("PYTHONPATH", "PYTHONHOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("PYTHONSTARTUP", str(tmp_path / "server.py"))
    monkeypatch.setenv("PYTHONINSPECT", "1")
    monkeypatch.setenv("TRIQUETA_PASSWORD", "sesame")
    return tmp_path


async def test_neither_folder_nor_environment_takes_the_place_of_our_code(traps: Path) -> None:
    async with starting("site", stdin=DEVNULL, stdout=PIPE) as process:
        said, _ = await process.communicate()
    assert "sys.path" in said.decode()
    assert str(traps) not in said.decode()
    async with starting(WAITS_FOR_INPUT, stdin=PIPE, stdout=DEVNULL) as process:
        child = psutil.Process(process.pid)
        assert set(child.environ()) <= {"PATH", "TZ"}
        assert child.cwd() == "/"
        await process.communicate(b"")


async def test_a_gateway_with_all_below_it_opens_among_traps(traps: Path) -> None:
    config = GatewayConfig(
        server_name="Test", host="127.0.0.1", data_dir=str(traps), server_url="ws://127.0.0.1:9"
    )
    supervisor = GatewaySupervisor(KINDS["ssh"], config)
    assert await supervisor.open() > 0
    await supervisor.close()


async def test_a_child_is_killed_when_its_start_fails() -> None:
    with pytest.raises(StartupError):
        async with starting(WAITS_FOR_INPUT, stdin=PIPE, stdout=DEVNULL) as process:
            raise StartupError
    assert process.returncode == -signal.SIGKILL


class Started:
    """Starts children and remembers them."""

    def __init__(self, module: str = WAITS_FOR_INPUT, *arguments: str) -> None:
        self._command = (module, *arguments)
        self.children: asyncio.Queue[Process] = asyncio.Queue()

    async def __call__(self) -> Process:
        async with starting(*self._command, stdin=PIPE, stdout=DEVNULL) as process:
            self.children.put_nowait(process)
        return process


async def test_the_end_of_its_input_ends_a_child() -> None:
    start = Started()
    child = RestartedChild("a child", start, 30)
    await child.start()
    await child.stop()
    assert (await start.children.get()).returncode == 0
    assert start.children.empty()


async def test_a_child_that_does_not_end_is_killed() -> None:
    start = Started("timeit", "-n1", "-r1", "__import__('time').sleep(1000)")
    child = RestartedChild("a child", start, 0.1)
    await child.start()
    await child.stop()
    assert (await start.children.get()).returncode == -signal.SIGKILL


async def test_a_child_that_ends_by_itself_is_started_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(child_process, "FIRST_WAIT", 0)
    start = Started()
    child = RestartedChild("a child", start, 30)
    await child.start()
    first = await start.children.get()
    first.kill()
    second = await start.children.get()
    assert second.pid != first.pid
    assert "a child ended, restarting status=-9" in caplog.text
    await child.stop()
    assert second.returncode is not None


async def test_waits_grow_while_a_child_fails_and_begin_anew_when_it_has_worked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Fake:
        stdin = None

        def __init__(self, seconds: float) -> None:
            self.seconds = seconds

        async def wait(self) -> int:
            clock[0] += self.seconds
            return 1

    clock = [0.0]
    waits: list[float] = []
    lives: list[float | None] = [1, 1, None, None, 1, 1, 1, 1000, 1]
    over = asyncio.Event()

    async def start() -> Process:
        if not lives:
            over.set()
            await asyncio.Event().wait()
        seconds = lives.pop(0)
        if seconds is None:
            raise StartupError("not yet")
        return Fake(seconds)  # type: ignore[return-value]  # as much of a process as is used

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: clock[0])
    child = RestartedChild("a child", start, 1)
    await child.start()
    await over.wait()
    assert waits == [1, 2, 4, 8, 16, 32, 60, 1, 2]
    await child.stop()
