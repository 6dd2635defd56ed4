"""The game over SSH, played with the real OpenSSH client in a real terminal."""

import asyncio
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from tests import PATIENCE
from tests.integration.at_terminal import begin, leave, play_to_the_end, until
from tests.integration.conftest import ROOMY, Connect
from tests.integration.ssh import HOME, SshServer
from tests.keyboard import KeyboardPlayer
from tests.programs import require
from tests.scripted import ScriptedClient
from tests.terminal import Terminal
from triqueta_protocol.requests import AddBot
from triqueta_protocol.table_events import LinkLost


@pytest.fixture(autouse=True)
def _ssh(request: pytest.FixtureRequest) -> None:
    require(request.node.name, "ssh")


@pytest.fixture(scope="module")
def ssh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshServer]:
    """A server for all tests here; their guests leave it."""
    opened = SshServer.open(tmp_path_factory.mktemp("ssh"), *ROOMY, "--max-guests-per-address", "40")
    yield opened
    opened.close()


async def sit_down(host: ScriptedClient, code: str, guest: Terminal) -> None:
    """From the home screen to a seat, by keys; then the host begins."""
    await asyncio.to_thread(guest.wait_for, HOME)
    guest.press("c")
    await asyncio.to_thread(guest.wait_for, "Password")
    guest.press(*code, "enter")
    await begin(host, code, guest)


async def test_a_whole_game_by_keys_and_seen_again(ssh: SshServer, connect: Connect) -> None:
    host = await connect(ssh.server, "Host")
    code = await host.create(settings={"seats": 3}, seed="keyboard")
    await host.ask(AddBot(id=host.next_id(), table=code, level="normal"))
    with ssh.call(key=ssh.key("whole game")) as guest:
        await sit_down(host, code, guest)
        await play_to_the_end(host, code, guest)
        guest.press("r")
        await asyncio.to_thread(guest.wait_for, "all open")
        guest.press("right")
        await asyncio.to_thread(guest.wait_for, lambda text: bool(re.search(r" 1/\d+ ", text)))
        await asyncio.to_thread(leave, guest)


async def test_a_cut_line_keeps_the_seat_and_the_key_returns_to_it(ssh: SshServer, connect: Connect) -> None:
    host = await connect(ssh.server, "Host")
    code = await host.create(settings={"seats": 2}, options={"start": 1})
    key = ssh.key("cut line")
    with ssh.call(key=key, user="bo") as guest:
        await sit_down(host, code, guest)
        guest.process.send_signal(signal.SIGKILL)
        await host.until(lambda: LinkLost(1) in host.happened)
    with ssh.call(key=key, user="somebody") as guest:
        await asyncio.to_thread(guest.wait_for, "draw a token")
        player = KeyboardPlayer(guest, patience=1)
        assert await asyncio.to_thread(player.step) == "turn"
        assert await asyncio.to_thread(player.step) == "place"
        await until(host, guest, lambda: host.must_decide(code))
        await asyncio.to_thread(leave, guest)


async def test_without_a_key_a_guest_is_somebody_new_at_each_visit(ssh: SshServer, connect: Connect) -> None:
    host = await connect(ssh.server, "Host")
    code = await host.create(settings={"seats": 3})
    for _ in range(2):
        with ssh.call(user="ilse") as guest:
            await asyncio.to_thread(guest.wait_for, HOME)
            guest.press("c")
            await asyncio.to_thread(guest.wait_for, "Password")
            guest.press(*code, "enter")
            await asyncio.to_thread(guest.wait_for, "Host")
            await asyncio.to_thread(leave, guest)
    await host.until(lambda: len(host.mirrors[code].room.seats) == 3)
    seats = host.mirrors[code].room.seats[1:]
    assert [seat.name for seat in seats] == ["ilse", "ilse 2"]
    assert seats[0].player != seats[1].player


async def test_a_key_is_the_same_player_after_a_reinstall_elsewhere(tmp_path: Path) -> None:
    old = SshServer.open(tmp_path / "old machine", *ROOMY)
    host = await ScriptedClient.connect(old.server.url, "Host")
    code = await host.create(settings={"seats": 2}, options={"start": 1})
    key = old.key("moved")
    with old.call(key=key, user="bo") as guest:
        await sit_down(host, code, guest)
        await asyncio.to_thread(guest.wait_for, "draw a token")
        await host.close()
        await asyncio.to_thread(old.close)
    shutil.copytree(old.folder / "data", tmp_path / "new machine" / "data")
    shutil.copy(old.folder / "known hosts", tmp_path / "new machine")
    new = SshServer.open(tmp_path / "new machine", *ROOMY, port=old.port)
    # Under another name, and with the host key that ssh has written down: a new one would be refused.
    with new.call("-o", "StrictHostKeyChecking=yes", key=key, user="somebody") as guest:
        await asyncio.to_thread(guest.wait_for, "draw a token")
    await asyncio.to_thread(new.close)


@pytest.mark.parametrize("own", [False, True], ids=["guest", "own key"])
async def test_showing_a_key_without_proving_it_is_no_identity(
    ssh: SshServer, connect: Connect, own: bool
) -> None:
    """Everybody can know a public key: the gateway must not take whoever shows it for its owner."""
    host = await connect(ssh.server, "Host")
    code = await host.create(settings={"seats": 2}, options={"start": 1})
    key = ssh.key(f"victim {own}")
    with ssh.call(key=key, user="victim") as victim:
        await sit_down(host, code, victim)
        await asyncio.to_thread(leave, victim)
    await host.until(lambda: LinkLost(1) in host.happened)

    shown, hidden = key.with_name(f"{key.name}.pub"), ssh.folder / "hidden"
    key.rename(hidden)
    options = ["-i", str(ssh.key("thief"))] if own else []
    log = ssh.folder / f"attempt {own}"
    with ssh.call("-v", "-E", str(log), *options, key=shown, user="thief") as thief:
        await asyncio.to_thread(thief.wait_for, HOME)
        attempt = log.read_text()
        # The attempt is a real one: the gateway would take the key if it were proven.
        assert f"Server accepts key: {shown}" in attempt
        assert f'using "{"publickey" if own else "keyboard-interactive"}"' in attempt
        thief.press("l")
        await asyncio.to_thread(thief.wait_for, code)
        # The table is listed for everybody; its seat is offered to its owner alone.
        assert "victim" in next(line for line in thief.lines if code in line)
        assert "your seat is waiting" not in thief.text
        await asyncio.to_thread(leave, thief)

    hidden.rename(key)
    with ssh.call(key=key, user="victim") as victim:
        await asyncio.to_thread(victim.wait_for, "draw a token")
        await asyncio.to_thread(leave, victim)


def test_the_window_can_change_its_size(ssh: SshServer) -> None:
    with ssh.call(size=(80, 24)) as guest:
        guest.wait_for(HOME)
        guest.resize(120, 36)
        guest.wait_for(lambda _: HOME in guest.lines[35] and guest.lines[35].index(HOME) > 80)
        guest.resize(60, 20)
        guest.wait_for(lambda _: HOME in guest.lines[19] and guest.lines[19].index(HOME) < 60)
        leave(guest)


def test_the_mouse_works(ssh: SshServer) -> None:
    with ssh.call() as guest:
        guest.wait_for(HOME)
        row = next(y for y, line in enumerate(guest.lines, 1) if "Rules" in line)
        column = guest.lines[row - 1].index("Rules") + 1
        guest.press(f"\x1b[<0;{column};{row}M", f"\x1b[<0;{column};{row}m")
        guest.wait_for("Esc close")
        leave(guest)


def test_the_language_is_the_terminals(ssh: SshServer) -> None:
    with ssh.call(variables={"LANG": "de_DE.UTF-8"}) as guest:
        guest.wait_for("F1 Regeln")
        leave(guest)


def test_a_terminal_without_utf8_gets_ascii(ssh: SshServer) -> None:
    with ssh.call(variables={"LANG": "C", "LC_ALL": "C"}) as guest:
        guest.wait_for(HOME)
        assert guest.text.isascii()
        leave(guest)


@pytest.mark.parametrize(
    ("term", "colours", "shown"),
    [("xterm-256color", {}, b"38;5;"), ("xterm", {"NO_COLOR": "1"}, None), ("linux", {}, b"\x1b[9")],
)
def test_colours_follow_the_terminal(
    ssh: SshServer, term: str, colours: dict[str, str], shown: bytes | None
) -> None:
    with ssh.call("-o", "SendEnv=NO_COLOR", variables={"TERM": term, **colours}) as guest:
        guest.wait_for(HOME)
        assert b"38;2;" not in guest.raw
        if shown is None:
            assert b"38;5;" not in guest.raw
        else:
            assert shown in guest.raw
        leave(guest)


def test_bytes_that_no_keyboard_sends_do_no_harm(ssh: SshServer) -> None:
    with ssh.call() as guest:
        guest.wait_for(HOME)
        guest.type(b"\xff\xfe\x1b[99999999;1u\x1b[1:2u\xc3")
        guest.press("r")
        guest.wait_for("Esc close")
        leave(guest)


def test_twenty_at_once(ssh: SshServer) -> None:
    with ExitStack() as lines:
        guests = [lines.enter_context(ssh.call(user="many")) for _ in range(20)]
        for guest in guests:
            guest.wait_for(HOME, seconds=60)
        for guest in guests:
            guest.press("r")
        for guest in guests:
            guest.wait_for("Esc close", seconds=60)
        # One name for all of them, so numbers tell them apart.
        ssh.server.wait_for_log(r"player connected .*name=many 20\n")  # clients greet when they have drawn
        for guest in guests:
            guest.press("ctrl+c")
        for guest in guests:
            assert guest.wait_for_end() == 0
            assert guest.restored


def test_a_killed_server_leaves_nobody_behind(tmp_path_factory: pytest.TempPathFactory) -> None:
    ssh = SshServer.open(tmp_path_factory.mktemp("killed"))
    with ssh.call() as one, ssh.call(user="bo") as other:
        one.wait_for(HOME)
        other.wait_for(HOME)
        family = psutil.Process(ssh.server.pid).children(recursive=True)
        # The gateway, the prefork process, and a client for each.
        assert len(family) >= 4
        ssh.server.end(signal.SIGKILL)
        _, alive = psutil.wait_procs(family, timeout=PATIENCE)
        assert not alive
        for guest in (one, other):
            guest.wait_for("The server is shutting down")
            guest.wait_for_end()
            assert guest.restored


def test_a_broken_gateway_opens_again_where_it_was(ssh: SshServer) -> None:
    gateway = _child(psutil.Process(ssh.server.pid), "triqueta_server.gateways.ssh.gateway")
    with ssh.call() as guest:
        guest.wait_for(HOME)
        below = gateway.children(recursive=True)
        gateway.kill()
        _, alive = psutil.wait_procs(below, timeout=PATIENCE)
        assert not alive
        guest.wait_for_end()
    ssh.server.wait_for_log("the ssh gateway restarted")
    with ssh.call() as guest:
        guest.wait_for(HOME)
        leave(guest)


def test_a_broken_prefork_process_is_replaced(ssh: SshServer) -> None:
    with ssh.call() as guest:
        guest.wait_for(HOME)
        gateway = _child(psutil.Process(ssh.server.pid), "triqueta_server.gateways.ssh.gateway")
        _child(gateway, "triqueta_server.gateways.prefork.forkserver").kill()
        guest.wait_for("Your seat is kept")
        assert guest.wait_for_end() == 1
        assert guest.restored
    with ssh.call() as guest:
        guest.wait_for(HOME)
        leave(guest)


def _child(parent: psutil.Process, module: str) -> psutil.Process:
    """The child that runs this module."""
    return next(child for child in parent.children() if module in child.cmdline())
