"""Strangers at the SSH gateway: silent, guessing, or gone in the middle of it. Nobody else notices."""

import asyncio
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.integration.conftest import GENEROUS
from tests.integration.ssh import HOME, SshServer
from tests.programs import require

NEWCOMERS = 10
"""Connections from one address on which nobody has logged in yet."""

REFUSED = 30
"""Further connections from that address."""


@pytest.fixture(scope="module")
def ssh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshServer]:
    """A server with a password, for all tests here; strangers come from another address than friends."""
    opened = SshServer.open(tmp_path_factory.mktemp("ssh"), *GENEROUS, password="sesame")
    yield opened
    opened.close()


async def silent(ssh: SshServer, source: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", ssh.port, local_addr=(source, 0))


def caller(ssh: SshServer, source: str, name: str = "stranger") -> Any:
    """A connection, to be awaited or entered."""
    return asyncssh.connect(
        "127.0.0.1",
        ssh.port,
        local_addr=(source, 0),
        username=name,
        client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        known_hosts=None,
    )


async def test_those_who_say_nothing_do_not_keep_others_out(
    ssh: SshServer, request: pytest.FixtureRequest
) -> None:
    require(request.node.name, "ssh")
    lines = [await silent(ssh, "127.0.0.2") for _ in range(NEWCOMERS)]
    for _ in range(REFUSED):
        with suppress(ConnectionResetError):
            reader, writer = await silent(ssh, "127.0.0.2")
            lines.append((reader, writer))
            await reader.read()
    with ssh.call() as guest:
        await asyncio.to_thread(guest.wait_for, "Server password:")
    assert ssh.server.log().count("address=127.0.0.2 reason=too_many_from_address") == REFUSED
    for _, writer in lines:
        writer.close()


async def test_guesses_are_slow_and_logged_and_friends_get_in_meanwhile(
    ssh: SshServer, request: pytest.FixtureRequest
) -> None:
    require(request.node.name, "ssh")

    async def guess(keys: str) -> None:
        async with caller(ssh, "127.0.0.3") as line, line.create_process(term_type="xterm") as game:
            await game.stdout.readuntil(": ")
            game.stdin.write(keys)
            await game.wait()

    began = time.monotonic()
    guessing = [asyncio.create_task(guess(keys)) for keys in ("a\rb\r\x03", "c\r\x03")]
    with ssh.call() as friend:
        await asyncio.to_thread(friend.wait_for, "Server password:")
        await asyncio.to_thread(friend.press, *"sesame", "enter")
        await asyncio.to_thread(friend.wait_for, HOME)
    await asyncio.gather(*guessing)
    wrong = len(re.findall(r"wrong gateway password gateway=ssh address=127\.0\.0\.3", ssh.server.log()))
    assert wrong == 3
    assert time.monotonic() - began > wrong - 1, "one a second, whatever the number of lines"


@pytest.fixture
def open_ssh(tmp_path: Path) -> Iterator[SshServer]:
    """A server without a password, for one test."""
    opened = SshServer.open(tmp_path, *GENEROUS)
    yield opened
    opened.close()


async def test_hanging_up_at_any_moment_of_the_start_leaves_no_traceback(open_ssh: SshServer) -> None:
    ssh = open_ssh

    async def leave_after(seconds: float) -> None:
        line = await caller(ssh, "127.0.0.4")
        game = await line.create_process(term_type="xterm")
        await asyncio.sleep(seconds)
        # As a line that breaks does, without a word.
        sock = line.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        line.abort()
        game.close()

    for wave in range(4):
        await asyncio.gather(*(leave_after(wave * 0.02 + step * 0.004) for step in range(5)))
    line = await caller(ssh, "127.0.0.4")
    async with line, line.create_process(term_type="xterm", encoding=None) as game:
        await game.stdout.readuntil(b"1049h")
