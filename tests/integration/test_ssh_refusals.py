"""What the SSH gateway does not do, and how it says so."""

import asyncio
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import asyncssh
import psutil
import pytest

from tests.integration.at_terminal import until
from tests.integration.certificates import make_certificate
from tests.integration.conftest import ROOMY
from tests.integration.ssh import HOME, SshServer
from tests.programs import require
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess, run_server


@pytest.fixture(autouse=True)
def _ssh(request: pytest.FixtureRequest) -> None:
    require(request.node.name, "ssh")


@pytest.fixture(scope="module")
def ssh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshServer]:
    """A server with a password and little room, for all tests here."""
    options = ("--max-guests-per-address", "2", "--guest-idle", "600")
    opened = SshServer.open(tmp_path_factory.mktemp("ssh"), *ROOMY, *options, password="sesame")
    yield opened
    opened.close()


@pytest.mark.parametrize("method", ["password", "hostbased", "gssapi-with-mic"])
def test_other_ways_to_log_in_are_refused(ssh: SshServer, method: str) -> None:
    run = ssh.run("-o", f"PreferredAuthentications={method}", "-o", "LogLevel=INFO")
    assert run.returncode == 255
    assert "Permission denied (publickey,keyboard-interactive)" in run.stderr


def test_commands_are_not_run(ssh: SshServer) -> None:
    for command in (("id",), ("sh", "-c", "id")):
        run = ssh.run("-o", "LogLevel=INFO", command=command)
        assert run.returncode == 1
        assert run.stdout == ""
        assert "uid=" not in run.stderr


def test_sftp_is_refused(ssh: SshServer) -> None:
    run = ssh.run("-o", "LogLevel=INFO", "-s", command=("sftp",))
    assert run.returncode != 0
    assert run.stdout == ""
    assert "subsystem request failed" in run.stderr


def test_forwarding_from_the_host_is_refused(ssh: SshServer) -> None:
    run = ssh.run("-N", "-R", "0:127.0.0.1:9", "-o", "ExitOnForwardFailure=yes", "-o", "LogLevel=INFO")
    assert run.returncode == 255
    assert "remote port forwarding failed" in run.stderr


def test_forwarding_to_the_host_is_refused(ssh: SshServer) -> None:
    run = ssh.run("-W", f"127.0.0.1:{ssh.server.port}", "-o", "LogLevel=INFO")
    assert run.returncode == 255
    assert "stdio forwarding failed" in run.stderr


@pytest.mark.parametrize("kind", ["-L", "-D"])
def test_tunnels_lead_nowhere(ssh: SshServer, kind: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        here = free.getsockname()[1]
    asked = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
    if kind == "-L":
        way = f"127.0.0.1:{here}:127.0.0.1:{ssh.server.port}"
    else:
        way = f"127.0.0.1:{here}"
        # SOCKS 4: connect to the game's port.
        asked = b"\x04\x01" + ssh.server.port.to_bytes(2, "big") + b"\x7f\x00\x00\x01\x00" + asked
    command = ssh.command("-N", kind, way, "-o", "LogLevel=DEBUG1")
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as tunnel:
        assert tunnel.stderr is not None
        assert any("Entering interactive session" in line for line in tunnel.stderr)
        with socket.create_connection(("127.0.0.1", here)) as client:
            client.sendall(asked)
            assert b"HTTP" not in _everything(client)
        assert any("open failed" in line for line in tunnel.stderr)
        tunnel.kill()


async def test_a_connection_has_one_session(ssh: SshServer) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    way = asyncssh.connect("127.0.0.1", ssh.port, username="two", client_keys=[key], known_hosts=None)
    async with way as line, line.create_process(term_type="xterm", encoding=None) as first:
        assert b"Server password" in await first.stdout.readuntil(b": ")
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.create_process(term_type="xterm")


def test_without_a_terminal_there_is_a_sentence(ssh: SshServer) -> None:
    run = ssh.run("-T")
    assert run.returncode == 1
    assert "needs a terminal" in run.stdout


def test_a_terminal_that_cannot_draw_gets_a_sentence(ssh: SshServer) -> None:
    with ssh.call(variables={"TERM": "dumb", "LANG": "de_DE.UTF-8"}) as guest:
        text = guest.wait_for("meldet, dass man darauf nicht zeichnen kann")
        assert "TERM=xterm-256color" in text
        assert "ssh -t" not in text
        assert guest.wait_for_end() == 1


def test_the_password_of_the_server(ssh: SshServer) -> None:
    with ssh.call(key=ssh.key("password")) as guest:
        guest.wait_for("Server password:")
        guest.press(*"open", "enter")
        guest.wait_for("That’s not the right password.")
        guest.press(*"sesame", "enter")
        guest.wait_for(HOME)
        assert b"sesame" not in guest.raw
        guest.press("ctrl+c")
        assert guest.wait_for_end() == 0


async def test_the_password_of_a_table_is_not_taken_for_the_servers(ssh: SshServer) -> None:
    host = await ScriptedClient.connect(ssh.server.url, "Host", password="sesame")
    code = await host.create(settings={"seats": 2}, password="acorn")
    with ssh.call(user=code) as guest:
        await asyncio.to_thread(guest.wait_for, "Server password:")
        guest.press(*"sesame", "enter")
        await asyncio.to_thread(guest.wait_for, "Your name")
        guest.press(*"Pia", "enter")
        await asyncio.to_thread(guest.wait_for, "needs a password")
        guest.press(*"acorn", "enter")
        await until(host, guest, lambda: host.mirrors[code].room.seats[1].name == "Pia")
        guest.press("ctrl+c")
        await asyncio.to_thread(guest.wait_for_end)
    await host.close()


def test_three_wrong_passwords_end_the_visit(ssh: SshServer) -> None:
    with ssh.call() as guest:
        guest.wait_for("Server password:")
        guest.press(*"a", "enter", *"b", "enter", *"c", "enter")
        assert guest.wait_for_end() == 1
        assert HOME not in guest.text


def test_no_more_from_one_address_than_allowed(ssh: SshServer) -> None:
    with ssh.call() as one, ssh.call() as two:
        one.wait_for("Server password:")
        two.wait_for("Server password:")
        with ssh.call(variables={"LANG": "zh_TW.UTF-8"}) as three:
            three.wait_for("這裡不允許更多")
            assert three.wait_for_end() == 1
        one.press("ctrl+c")
        one.wait_for_end()
        with ssh.call() as four:
            four.wait_for("Server password:")


def test_secrets_are_in_nobodys_environment(ssh: SshServer) -> None:
    """Neither the password nor a token is where other users of the machine, or a client, could read it."""
    with ssh.call(key=ssh.key("environment")) as guest:
        guest.wait_for("Server password:")
        guest.press(*"sesame", "enter")
        guest.wait_for(HOME)
        family = psutil.Process(ssh.server.pid).children(recursive=True)
        assert len(family) >= 3
        for process in family:
            assert "sesame" not in " ".join(process.cmdline())
            assert "sesame" not in " ".join(process.environ().values())
        clients = [
            process
            for process in family
            if "triqueta_server.gateways.prefork.forkserver" in process.cmdline()
        ]
        assert clients
        for client in clients:
            assert set(client.environ()) <= {"PATH", "TZ"}
    assert "sesame" not in ssh.server.log()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells of it")
def test_a_client_is_locked_in_before_it_is_played_with(ssh: SshServer) -> None:
    with ssh.call() as guest:
        guest.wait_for("Server password:")
        guest.press(*"sesame", "enter")
        guest.wait_for(HOME)
        guest.press("l")
        guest.wait_for("connected")
        family = psutil.Process(ssh.server.pid).children(recursive=True)
        client = Path("/proc", str(max(family, key=psutil.Process.create_time).pid))
        lines = (client / "limits").read_text().splitlines()
        limits = {line[:26].strip(): line[26:].split()[:2] for line in lines}
        assert limits["Max file size"] == limits["Max processes"] == ["0", "0"]
        assert "NoNewPrivs:\t1" in (client / "status").read_text()


def test_whoever_presses_nothing_is_sent_home_with_a_word(tmp_path: Path) -> None:
    ssh = SshServer.open(tmp_path, "--guest-idle", "2")
    with ssh.call() as guest:
        guest.wait_for("You haven’t pressed a key for a long time")
        assert guest.wait_for_end() == 1
        assert guest.restored
    ssh.close()


def test_a_closing_server_says_goodbye(tmp_path: Path) -> None:
    ssh = SshServer.open(tmp_path)
    with ssh.call() as guest:
        guest.wait_for(HOME)
        ssh.close()
        guest.wait_for("The server is shutting down")
        guest.wait_for_end()
        assert guest.restored


async def test_the_host_key_is_made_once_and_is_nobodys_business(tmp_path: Path) -> None:
    ssh = await asyncio.to_thread(SshServer.open, tmp_path)
    key = tmp_path / "data" / "ssh_host_ed25519_key"
    made = key.read_bytes()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    await asyncio.to_thread(ssh.close)
    ssh = await asyncio.to_thread(SshServer.open, tmp_path)
    assert key.read_bytes() == made
    await asyncio.to_thread(ssh.close)
    key.chmod(0o644)
    ended = await run_server("--port", "0", "--ssh", "0", "--data-dir", str(tmp_path / "data"))
    assert ended.status == 1
    assert ended.stdout == ""
    assert ended.stderr.splitlines()[-1].startswith("triqueta-server: --ssh: ")
    assert "can be read by others" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("file", ["identity.key", "gateways.secret", "ssh_host_ed25519_key"])
async def test_a_damaged_secret_is_said_in_one_line_and_never_replaced(tmp_path: Path, file: str) -> None:
    (tmp_path / file).write_bytes(b"short")
    (tmp_path / file).chmod(0o600)
    ended = await run_server("--port", "0", "--ssh", "0", "--data-dir", str(tmp_path))
    assert ended.status == 1
    said = [line for line in ended.stderr.splitlines() if line.startswith("triqueta-server: ")]
    assert len(said) == 1
    assert str(tmp_path / file) in said[0]
    assert "Traceback" not in ended.stderr
    assert (tmp_path / file).read_bytes() == b"short"


async def test_a_taken_port_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = await run_server("--port", "0", "--ssh", port, "--data-dir", str(tmp_path))
    assert ended.status == 1
    assert ended.stdout == ""
    assert f"--ssh: cannot listen on 127.0.0.1:{port}: Address already in use" in ended.stderr


def test_guests_need_no_certificate_where_clients_do(tmp_path: Path) -> None:
    ssh = SshServer.open(tmp_path, *make_certificate(tmp_path).options)
    assert ssh.server.url.startswith("wss://")
    with ssh.call() as guest:
        guest.wait_for(HOME)
        guest.press("l")
        guest.wait_for("connected")
        guest.press("ctrl+c")
        assert guest.wait_for_end() == 0
    ssh.close()


def test_without_the_option_there_is_no_gateway(tmp_path: Path) -> None:
    server = ServerProcess.launch(tmp_path)
    for child in psutil.Process(server.pid).children():
        with suppress(psutil.Error):
            assert not any("gateways" in word for word in child.cmdline())
    assert not (tmp_path / "data" / "ssh_host_ed25519_key").exists()
    server.end(signal.SIGTERM)


def _everything(client: socket.socket) -> bytes:
    heard = b""
    try:
        while portion := client.recv(4096):
            heard += portion
    except ConnectionResetError:
        pass
    return heard
