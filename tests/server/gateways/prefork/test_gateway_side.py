"""Clients are forked from one process, told apart, and replaced with it when it breaks."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator

import psutil
import pytest

from tests import PATIENCE
from triqueta_protocol.internal.guest import LONGEST_NOTE, Guest, GuestNote
from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways import child_process
from triqueta_server.gateways.prefork import gateway_side
from triqueta_server.gateways.prefork.gateway_side import GuestClient, Heard, NoteReader, Prefork

FAKE = "tests.server.gateways.prefork.fake_client"


@pytest.fixture
async def prefork() -> AsyncIterator[Prefork]:
    opened = Prefork(FAKE)
    await opened.start()
    yield opened
    await opened.close()


async def fork(
    prefork: Prefork, name: str, typed: str = "", heard: Heard | None = None
) -> tuple[GuestClient, int]:
    """A client on pipes, and the end from which its output is read."""
    typed_out, typed_in = os.pipe()
    drawn_out, drawn_in = os.pipe()
    os.write(typed_in, typed.encode())
    guest = Guest(
        address="ws://127.0.0.1:9", name=name, key=f"key of {name}".encode(), environment={"TERM": "x"}
    )
    client = await prefork.fork(guest, [typed_out, drawn_in], heard or print)
    for file in (typed_out, typed_in, drawn_in):
        os.close(file)
    return client, drawn_out


def read(file: int) -> str:
    """Everything the client has said, when it has ended."""
    with os.fdopen(file) as pipe:
        return pipe.read()


async def test_a_client_has_its_guests_screen_and_nothing_of_the_servers_environment(
    prefork: Prefork,
) -> None:
    client, drawn = await fork(prefork, "echo", "hello\n")
    assert await client.ended == 7
    assert read(drawn) == "hello key of echo {'TERM': 'x'}\n"


async def test_a_client_lets_others_go_first(prefork: Prefork) -> None:
    client, drawn = await fork(prefork, "nice")
    assert await client.ended == 7
    assert int(read(drawn)) == min(os.nice(0) + Guest("", "").niceness, 19)


async def test_a_client_tells_its_gateway_what_to_keep(prefork: Prefork) -> None:
    heard: asyncio.Queue[GuestNote | None] = asyncio.Queue()
    client, drawn = await fork(prefork, "notes", '{"keep": {"name": "Ana"}}\n', heard.put_nowait)
    assert await heard.get() == GuestNote(keep={"name": "Ana"})
    assert await client.ended == 7
    assert await heard.get() is None
    os.close(drawn)


async def test_the_client_is_loaded_once_for_all(prefork: Prefork) -> None:
    for _ in range(2):
        client, drawn = await fork(prefork, "loaded")
        assert await client.ended == 7
        assert read(drawn) == "True\n"


async def test_what_goes_wrong_in_a_client_is_logged(
    prefork: Prefork, caplog: pytest.LogCaptureFixture
) -> None:
    client, drawn = await fork(prefork, "fail")
    assert await client.ended == 1
    os.close(drawn)
    await prefork.close()
    assert "RuntimeError: what went wrong" in caplog.text


async def test_a_client_that_does_not_end_is_killed(prefork: Prefork) -> None:
    stays, drawn = await fork(prefork, "stay")
    other, other_drawn = await fork(prefork, "stay")
    stays.kill()
    assert await stays.ended == -signal.SIGKILL
    assert not other.ended.done()
    os.close(drawn)
    os.close(other_drawn)


async def test_clients_end_with_the_process_and_the_next_finds_a_new_one(
    prefork: Prefork, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_process, "FIRST_WAIT", 0)
    client, drawn = await fork(prefork, "stay")
    assert await asyncio.to_thread(os.read, drawn, 100) == b"staying\n"
    (process,) = [child for child in psutil.Process().children() if FAKE in child.cmdline()]
    (below,) = process.children()
    process.kill()
    assert await client.ended == 1
    assert read(drawn) == ""
    assert not psutil.wait_procs([below], timeout=PATIENCE)[1]
    again, drawn = await fork(prefork, "echo", "hello\n")
    assert await again.ended == 7
    assert read(drawn).startswith("hello")


async def test_a_client_that_cannot_be_loaded_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    prefork = Prefork("a_module_nobody_has")
    with pytest.raises(StartupError, match="the game's client does not start"):
        await prefork.start()
    await prefork.close()


def test_the_process_loads_little_besides_the_client() -> None:
    code = """
import sys
import triqueta_server.gateways.prefork.forkserver
ours = {"triqueta_server", "triqueta_protocol", "asyncio"}
print(*sorted(name for name in sys.modules if name.split(".")[0] in ours))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == [
        *("triqueta_protocol", "triqueta_protocol.internal", "triqueta_protocol.internal.guest"),
        *(
            "triqueta_server",
            "triqueta_server.gateways",
            "triqueta_server.gateways.linux",
            "triqueta_server.gateways.prefork",
        ),
        *(
            f"triqueta_server.gateways.prefork.{name}"
            for name in ("child", "confinement", "forkserver", "frames", "landlock")
        ),
    ]


KEEP = b'{"keep": {"name": "Ana", "games": {"triqueta": {"level": "easy"}}}}\n'
FORGET = b'{"forget": true}\n'


class Pipe:
    """A client's end of the pipe, and what the gateway has heard."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()
        self.heard: list[GuestNote | None] = []
        NoteReader(self.reading, self.heard.append)

    async def write(self, said: bytes) -> None:
        """Write, and let the gateway read."""
        try:
            os.write(self.writing, said)
        except BrokenPipeError:
            return
        for _ in range(10):
            await asyncio.sleep(0)

    def listens(self) -> bool:
        """Whether the gateway still does."""
        try:
            os.fstat(self.reading)
        except OSError:
            return False
        return True


async def test_notes_are_heard_until_the_client_ends() -> None:
    pipe = Pipe()
    await pipe.write(KEEP + FORGET[:5])
    await pipe.write(FORGET[5:])
    games = {"triqueta": {"level": "easy"}}
    assert pipe.heard == [GuestNote(keep={"name": "Ana", "games": games}), GuestNote(forget=True)]  # type: ignore[dict-item]  # it is one
    assert pipe.listens()
    os.close(pipe.writing)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not pipe.listens()
    assert pipe.heard[2:] == [None]


@pytest.mark.parametrize(
    "nonsense",
    [
        b"nonsense\n",
        b"[]\n",
        b'{"keep": {"a": {"b": {"c": {}}}}}\n',
        b'{"keep": {"a": [1]}}\n',
        b'{"other": 1}\n',
        b"\xff\xfe\n",
        b"{" * 3000 + b"\n",
        b'{"keep": ' * 500 + b"\n",
        b"x" * (LONGEST_NOTE + 1),
        b'{"keep": {"a": "' + b"x" * 2 * LONGEST_NOTE + b'"}}\n',
    ],
)
async def test_nonsense_is_the_last_that_is_listened_to(
    nonsense: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    pipe = Pipe()
    await pipe.write(FORGET)
    await pipe.write(nonsense)
    assert not pipe.listens()
    assert caplog.text.count("malformed settings") == 1
    assert pipe.heard == [GuestNote(forget=True), None]
    os.close(pipe.writing)


async def test_too_many_notes_are_nonsense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway_side, "MOST_NOTES", 5)
    pipe = Pipe()
    for _ in range(10):
        await pipe.write(FORGET)
    assert pipe.heard[5:] == [None]
    assert not pipe.listens()
    os.close(pipe.writing)
