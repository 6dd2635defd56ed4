"""Starting ``triqueta-server``: what it says, and one clear line when it cannot."""

import asyncio
import os
import re
import socket
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.integration.certificates import make_certificate
from tests.integration.conftest import StartServer
from tests.serving import run_server
from triqueta_protocol.internal.defaults import FOLDER_IN_USE
from triqueta_server.cli import main

WRONG_OPTIONS: dict[str, tuple[tuple[str, ...], str]] = {
    "a port that is no number": (("--port", "http"), "--port: 'http' is not a whole number from 0 to 65535"),
    "a port too high": (("--port", "65536"), "--port: '65536' is not a whole number"),
    "a negative port": (("--port=-1",), "--port: '-1' is not a whole number"),
    "no tables at all": (("--max-tables", "0"), "--max-tables: '0' is not a whole number from 1"),
    "half a client": (("--max-connections", "0.5"), "--max-connections: '0.5' is not a whole number"),
    "a rate of nothing": (("--max-rate", ""), "--max-rate: '' is not a whole number"),
    "time that runs backwards": (("--grace=-1",), "--grace: '-1' is not a number of seconds from 0"),
    "time that is no number": (("--greet-within", "nan"), "--greet-within: 'nan' is not a number of seconds"),
    "a name too long": (("--name", "x" * 17), "is not a name of 1 to 16 visible characters"),
    "a name of nothing": (("--name", " \u200b"), "is not a name"),
    "an unknown level of log": (("--log-level", "chatty"), "--log-level: invalid choice: 'chatty'"),
    "an option nobody knows": (("--cheat",), "unrecognized arguments: --cheat"),
    "an option cut short": (("--embed",), "unrecognized arguments: --embed"),
    "an option without its value": (("--data-dir",), "--data-dir: expected one argument"),
    "a certificate without its key": (("--tls-cert", "server.crt"), "--tls-cert and --tls-key go together"),
    "a key without its certificate": (("--tls-key", "server.key"), "--tls-cert and --tls-key go together"),
}


@pytest.mark.parametrize(("options", "says"), WRONG_OPTIONS.values(), ids=list(WRONG_OPTIONS))
def test_a_wrong_option_gets_one_line(
    options: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(options)
    assert left.value.code == 2
    stdout, stderr = capsys.readouterr()
    assert stdout == ""
    assert_one_line(stderr, says)


async def test_a_wrong_option_is_an_exit_status() -> None:
    status, stdout, stderr = await run_server("--port", "http")
    assert (status, stdout) == (2, "")
    assert_one_line(stderr, "is not a whole number")


async def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        await assert_cannot_start(
            f"cannot listen on 127.0.0.1:{port}: Address already in use", "--port", port, folder=tmp_path
        )


async def test_an_address_of_another_machine(tmp_path: Path) -> None:
    await assert_cannot_start(
        "cannot listen on 192.0.2.1:0: Cannot assign requested address",
        *("--host", "192.0.2.1", "--port", "0"),
        folder=tmp_path,
    )


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    await assert_cannot_start("cannot be made: Not a directory", folder=tmp_path / "file" / "data")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    await assert_cannot_start("cannot be written to", folder=tmp_path)


async def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "triqueta.db").write_text("The quick brown fox jumps over the lazy dog. " * 100)
    await assert_cannot_start("is not a database", folder=tmp_path)


async def test_a_folder_that_another_server_uses(start_server: StartServer) -> None:
    server = await start_server()
    folder = server.folder / "data"
    await assert_cannot_start("Another server is using", "--port", "0", folder=folder, status=FOLDER_IN_USE)


async def test_tls_files_that_are_not_there(tmp_path: Path) -> None:
    made = make_certificate(tmp_path)
    made.key.unlink()
    await assert_cannot_start(
        f"{made.key} cannot be read: No such file or directory", *made.options, folder=tmp_path
    )


async def test_tls_files_that_are_none(tmp_path: Path) -> None:
    made = make_certificate(tmp_path)
    made.certificate.write_text("-----BEGIN LOVE LETTER-----")
    await assert_cannot_start("are not a certificate and its open key", *made.options, folder=tmp_path)


async def test_a_key_of_another_certificate(tmp_path: Path) -> None:
    made, other = make_certificate(tmp_path), make_certificate(tmp_path, "other")
    options = ("--tls-cert", str(made.certificate), "--tls-key", str(other.key))
    await assert_cannot_start("are not a certificate and its open key", *options, folder=tmp_path)


async def test_a_locked_key_is_not_asked_for_on_the_terminal(tmp_path: Path) -> None:
    made = make_certificate(tmp_path, password=b"open sesame")
    await assert_cannot_start("are not a certificate and its open key", *made.options, folder=tmp_path)


async def test_help_names_the_options() -> None:
    status, stdout, stderr = await run_server("--help")
    assert (status, stderr) == (0, "")
    named = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", stdout, re.MULTILINE))
    assert named >= {
        *("--help", "--version", "--host", "--port", "--name", "--data-dir", "--password"),
        *("--tls-cert", "--tls-key", "--max-tables", "--max-connections", "--max-rate", "--max-burst"),
        *("--max-backlog", "--greet-within", "--grace", "--log-level", "--embedded"),
    }
    for word in ("TRIQUETA_PASSWORD", "SIGTERM", "Ctrl+C", "exit status", "default: 4455"):
        assert word in " ".join(stdout.split())


async def test_version() -> None:
    status, stdout, _ = await run_server("--version")
    assert status == 0
    assert re.fullmatch(r"triqueta-server \d+\.\d+\.\d+\n", stdout)


async def test_without_an_address_it_listens_at_all_of_them(start_server: StartServer) -> None:
    server = await start_server("--host", "")
    assert re.fullmatch(r"ws://\*:\d+", server.url)
    addresses = ["127.0.0.1"]
    with suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        addresses.append("::1")
    for address in addresses:
        async with connect(f"ws://{f'[{address}]' if ':' in address else address}:{server.port}", proxy=None):
            pass


async def test_one_line_says_where_it_listens(start_server: StartServer) -> None:
    server = await start_server()
    assert re.fullmatch(r"ws://127\.0\.0\.1:\d+", server.url)
    assert server.process.stdout is not None
    server.process.terminate()
    assert await asyncio.to_thread(server.process.stdout.read) == b""


async def assert_cannot_start(says: str, *options: str, folder: Path, status: int = 1) -> None:
    ended_with, stdout, stderr = await run_server("--data-dir", str(folder), *options)
    assert ended_with == status
    assert stdout == ""
    assert_one_line(stderr, says)


def assert_one_line(stderr: str, says: str) -> None:
    assert stderr.startswith("triqueta-server: ")
    assert stderr.count("\n") == 1, stderr
    assert says in stderr
