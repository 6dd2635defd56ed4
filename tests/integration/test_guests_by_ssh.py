"""Guests over SSH are people: a code leads to its table, and a key brings name and settings back."""

import asyncio
import json
from collections.abc import Callable, Iterator

import pytest

from tests.integration.at_terminal import begin, leave
from tests.integration.at_terminal import until as until_host
from tests.integration.choosers import eager
from tests.integration.conftest import ROOMY, Connect
from tests.integration.ssh import HOME, SshServer
from tests.programs import require
from tests.scripted import ScriptedClient
from tests.terminal import Terminal

MENU = b"until next time"
"""Only a guest's home screen says this. What has been drawn for a moment is among the bytes, too."""
WHO = "Your name"
ROOM = "Tell your friends"


@pytest.fixture(autouse=True)
def _ssh(request: pytest.FixtureRequest) -> None:
    require(request.node.name, "ssh")


@pytest.fixture(scope="module")
def ssh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshServer]:
    """A server for all tests here; their guests leave it."""
    public = ("--public-ssh", "oak.example:22", "--public-url", "wss://oak.example/play")
    opened = SshServer.open(tmp_path_factory.mktemp("ssh"), *ROOMY, *public)
    yield opened
    opened.close()


def names(host: ScriptedClient, code: str) -> list[str]:
    return [seat.name for seat in host.mirrors[code].room.seats if seat.kind == "player"]


async def until(guest: Terminal, what: str | Callable[[str], bool]) -> str:
    return await asyncio.to_thread(guest.wait_for, what)


async def test_a_code_leads_to_its_table_and_the_name_is_asked_for_once(
    ssh: SshServer, connect: Connect
) -> None:
    host = await connect(ssh.server, "Host")
    code = await host.create(settings={"seats": 3})
    key = ssh.key("asked once")
    with ssh.call(key=key, user=code) as guest:
        await until(guest, WHO)
        guest.press(*"Mia", "enter")
        await until(guest, ROOM)
        # The rest of the frame may still be on its way, over what was shown while connecting.
        text = await until(guest, lambda text: "127.0.0.1" not in text)
        assert names(host, code)[1:] == ["Mia"]
        # Home is not seen on the way.
        assert MENU not in guest.raw
        # What the host says of the ways in, and neither the loopback nor a guest's own port.
        assert f"triqueta join wss://oak.example/play {code}" in text
        assert f"ssh {code}@oak.example" in text
        guest.press("escape")
        await until(guest, "again to leave")
        guest.press("escape")
        await until_host(host, guest, lambda: len(names(host, code)) == 1)
        await asyncio.to_thread(leave, guest)
    with ssh.call(key=key, user=code) as guest:
        await until(guest, ROOM)
        assert names(host, code)[1:] == ["Mia"]
        assert WHO.encode() not in guest.raw
        assert MENU not in guest.raw
        await asyncio.to_thread(leave, guest)


async def test_a_guest_whose_window_is_not_in_front_is_called_back(ssh: SshServer, connect: Connect) -> None:
    host = await connect(ssh.server, "Host")
    code = await host.create(settings={"seats": 2}, options={"start": 0})
    with ssh.call(user=code, variables={"TERM": "foot"}) as guest:
        await until(guest, WHO)
        guest.press(*"Mila", "enter")
        await until(guest, ROOM)
        await begin(host, code, guest)
        assert b"\x1b]777;" not in guest.raw
        # The window goes behind another one; what was read before its new size was drawn.
        guest.type(b"\x1b[O")
        guest.resize(90, 28)
        await until(guest, lambda text: len(text.splitlines()[0]) > 80)
        playing = asyncio.create_task(host.play(code, eager(3)))
        await until_host(host, guest, lambda: not host.must_decide(code))
        while b"\x1b]777;notify;Triqueta;Your turn: " not in guest.raw:
            await asyncio.to_thread(guest.read, 0.05)
        assert b"\x07" in guest.raw
        playing.cancel()
        await asyncio.to_thread(leave, guest)


async def test_a_code_in_small_letters_is_one_if_there_is_such_a_table(
    ssh: SshServer, connect: Connect
) -> None:
    host = await connect(ssh.server, "Host")
    code = await host.create(settings={"seats": 3, "private": True})
    with ssh.call(user=code.lower()) as guest:
        await until(guest, WHO)
        guest.press(*"Nora", "enter")
        await until(guest, ROOM)
        assert names(host, code)[1:] == ["Nora"]
        await asyncio.to_thread(leave, guest)


async def test_a_name_that_looks_like_a_code_is_a_name(ssh: SshServer, connect: Connect) -> None:
    host = await connect(ssh.server, "Host")
    code = await host.create(settings={"seats": 3})
    with ssh.call(user="grmpf") as guest:
        await until(guest, MENU.decode())
        guest.press("c")
        await until(guest, "Table code")
        guest.press(*code, "enter")
        await until(guest, ROOM)
        assert names(host, code)[1:] == ["grmpf"]
        assert b"no table" not in guest.raw
        await asyncio.to_thread(leave, guest)


async def test_the_code_of_no_table_is_no_name_and_leads_to_a_seat_that_waits(
    ssh: SshServer, connect: Connect
) -> None:
    key = ssh.key("no table")
    with ssh.call(key=key, user="BCDF") as guest:
        await until(guest, WHO)
        guest.press(*"Ole", "enter")
        await until(guest, "no open table BCDF")
        await until(guest, MENU.decode())
        await asyncio.to_thread(leave, guest)
    host = await connect(ssh.server, "Host")
    code = await host.create(settings={"seats": 3})
    for user in (code, "BCDF"):
        with ssh.call(key=key, user=user) as guest:
            assert f"table {code}" in await until(guest, ROOM)
            assert names(host, code)[1:] == ["Ole"]
            await asyncio.to_thread(leave, guest)


async def test_whoever_comes_too_late_watches(ssh: SshServer, connect: Connect) -> None:
    host, friend = await connect(ssh.server, "Host"), await connect(ssh.server, "Friend")
    code = await host.create(settings={"seats": 2})
    await friend.join(code)
    with ssh.call(user=code) as guest:
        await until(guest, WHO)
        guest.press(*"Late", "enter")
        await until(guest, ROOM)
        assert host.mirrors[code].room.watchers == ("Late",)
        await asyncio.to_thread(leave, guest)


def test_settings_stay_with_the_key_until_the_guest_has_them_deleted(ssh: SshServer) -> None:
    key, folder = ssh.key("settings"), ssh.folder / "data" / "guests"
    before = set(folder.glob("*.json"))
    with ssh.call(key=key, user="uwe") as guest:
        guest.wait_for("kept for next time")
        guest.press("f2")
        guest.wait_for("Your display name")
        guest.press("down")
        guest.wait_for("The language of everything")
        guest.press("right", "right")
        guest.wait_for("Einstellungen")
        leave(guest)
    with ssh.call(key=key, user="uwe") as guest:
        guest.wait_for("F1 Regeln")
        (file,) = set(folder.glob("*.json")) - before
        assert json.loads(file.read_text())["settings"] == {"language": "de", "name": "uwe"}
        guest.press("f2")
        guest.wait_for("Dein Anzeigename")
        guest.press("f")
        guest.wait_for("Noch einmal f")
        assert file.exists()
        guest.press("f")
        guest.wait_for("Deleted.")
        leave(guest)
    assert not file.exists()
    with ssh.call(key=key, user="uwe") as guest:
        guest.wait_for(HOME)
        leave(guest)


def test_without_a_key_nothing_is_kept(ssh: SshServer) -> None:
    with ssh.call(user="ilse") as guest:
        assert "kept for next time" not in guest.wait_for("for this visit")
        guest.press("f2")
        guest.wait_for("Your display name")
        assert "delete my data" not in guest.text
        leave(guest)


def test_a_command_gets_an_answer_that_helps(ssh: SshServer) -> None:
    for command in (("ls",), ("sh", "-c", "id")):
        run = ssh.run(command=command)
        assert run.returncode == 1
        assert run.stdout == ""
        assert "This is Triqueta, a board game" in run.stderr
        assert "ssh -t" in run.stderr
