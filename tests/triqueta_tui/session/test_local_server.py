"""A server of our own: it listens, is ours alone, and ends however we end."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests import PATIENCE
from triqueta_tui.paths import Paths
from triqueta_tui.session.address import Address
from triqueta_tui.session.client_protocol import ClientProtocol
from triqueta_tui.session.error_words import LinkGoneError, NoServerError
from triqueta_tui.session.link import Link
from triqueta_tui.session.local_server import LocalServer


def private(paths: Paths) -> LocalServer:
    return LocalServer.private(paths.games, paths.server_log)


async def greet(address: Address, password: str | None) -> None:
    link = Link(address, ClientProtocol("Ana", password=password), lambda _: None)
    running = asyncio.create_task(link.run())
    try:
        await link.welcome()
    finally:
        await link.close()
        await asyncio.gather(running, return_exceptions=True)


async def test_only_who_knows_the_password_is_let_in(paths: Paths) -> None:
    own = private(paths)
    address = await own.start()
    try:
        assert address.host == "127.0.0.1"
        await greet(address, own.password)
        with pytest.raises(LinkGoneError, match="wrong_password"):
            await greet(address, "guessed")
    finally:
        await own.stop()


async def test_a_server_that_was_started_ahead_is_the_one_that_is_used(paths: Paths) -> None:
    own = private(paths)
    own.spawn()
    process = own._process
    assert process is not None
    address = await own.start()
    try:
        assert own._process is process
        await greet(address, own.password)
    finally:
        await own.stop()
    assert process.returncode is not None


async def test_a_server_that_was_started_ahead_in_vain_ends(paths: Paths) -> None:
    own = private(paths)
    own.spawn()
    process = own._process
    assert process is not None
    await own.stop()
    assert process.returncode is not None


async def test_started_again_it_is_where_it_was(paths: Paths) -> None:
    own = private(paths)
    first = await own.start()
    process = own._process
    assert process is not None
    process.kill()
    await own.ended()
    try:
        assert await own.start() == first
    finally:
        await own.stop()


async def test_a_second_server_on_the_same_folder_does_not_start(paths: Paths) -> None:
    own = private(paths)
    await own.start()
    try:
        with pytest.raises(NoServerError) as trouble:
            await private(paths).start()
        assert trouble.value.log == paths.server_log
        assert "triqueta-server" in paths.server_log.read_text()
    finally:
        await own.stop()


async def test_stopping_twice_does_no_harm(paths: Paths) -> None:
    own = private(paths)
    await own.start()
    await own.stop()
    await own.stop()
    await own.ended()


async def test_a_server_that_is_stopped_before_its_restart_stays_stopped(paths: Paths) -> None:
    own, wanted, ended = private(paths), True, asyncio.Event()

    def is_wanted() -> bool:
        ended.set()
        return wanted

    supervising = asyncio.create_task(own.supervise(is_wanted))
    await own.start()
    process = own._process
    assert process is not None
    process.kill()
    await ended.wait()
    await own.stop()
    wanted = False
    await supervising
    assert not own.running


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_with_the_program_that_started_it(how: signal.Signals, tmp_path: Path) -> None:
    program = (
        "import asyncio, pathlib, signal, sys\n"
        # Whatever has started these tests may have had them ignored.
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
        "from triqueta_tui.session.local_server import LocalServer\n"
        "async def main():\n"
        "    own = LocalServer.private(*map(pathlib.Path, sys.argv[1:]))\n"
        "    await own.start()\n"
        "    print(own._process.pid, flush=True)\n"
        "    await own.ended()\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "games"), os.devnull],
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        assert child.is_running()
        parent.send_signal(how)
        parent.wait()
        _, alive = psutil.wait_procs([child], timeout=PATIENCE)
        assert alive == []
