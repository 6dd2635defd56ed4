"""A look into a server shows what is there, follows it, and knows when it is gone."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.integration.certificates import make_certificate
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.triqueta_tui.session.discovery.watching import LOOPBACK, Eye, running
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Leave
from triqueta_tui.session.address import Address
from triqueta_tui.session.discovery import probe
from triqueta_tui.session.discovery.probe import Probe, Seen, answers


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    server = await ServerProcess.start(tmp_path, "--name", "hearth")
    yield server
    await server.kill()


def where(server: ServerProcess) -> Address:
    return Address(LOOPBACK, server.port)


async def test_tables_are_seen_as_they_come_and_go(server: ServerProcess) -> None:
    eye = Eye[Seen | None]()
    bo = await ScriptedClient.connect(server.url, "Bo")
    async with running(Probe([where(server)], eye).run()):
        seen = await eye.sees(lambda seen: seen is not None)
        assert seen == Seen(where(server), "hearth")
        code = await bo.create(settings={"seats": 3})
        seen = await eye.sees(lambda seen: seen is not None and bool(seen.tables))
        assert seen is not None
        assert (seen.tables[0].table, seen.tables[0].players) == (code, ("Bo",))
        await bo.ask(Leave(id=bo.next_id(), table=code))
        await eye.sees(lambda seen: seen is not None and not seen.tables)
    await bo.close()


async def test_looking_takes_nobody_s_name_and_evicts_nobody(server: ServerProcess) -> None:
    one, other = Eye[Seen | None](), Eye[Seen | None]()
    async with running(Probe([where(server)], one).run()), running(Probe([where(server)], other).run()):
        for eye in (one, other):
            await eye.sees(lambda seen: seen is not None)
        bo = await ScriptedClient.connect(server.url, "Bo")
        await bo.create()
        for eye in (one, other):
            await eye.sees(lambda seen: seen is not None and len(seen.tables) == 1)
        assert None not in [*one.sights, *other.sights]
        await bo.close()


async def test_a_server_that_dies_is_gone_and_one_that_comes_back_is_there(
    tmp_path: Path, server: ServerProcess
) -> None:
    eye = Eye[Seen | None]()
    async with running(Probe([where(server)], eye).run()):
        await eye.sees(lambda seen: seen is not None)
        await server.kill()
        await eye.sees(lambda seen: seen is None)
        second = await ServerProcess.start(tmp_path, "--name", "hearth", port=server.port)
        await eye.sees(lambda seen: seen is not None)
        await second.stop()
        await eye.sees(lambda seen: seen is None)


async def test_of_several_addresses_the_first_that_answers_is_used(server: ServerProcess) -> None:
    eye = Eye[Seen | None]()
    nowhere = Address(LOOPBACK, 1)
    async with running(Probe([nowhere, where(server), where(server)], eye).run()):
        seen = await eye.sees(lambda seen: seen is not None)
        assert seen is not None
        assert seen.address == where(server)


async def test_a_server_with_a_password_is_there_but_shows_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "LOOK_AGAIN", 0)
    locked = await ServerProcess.start(tmp_path, password="oak")
    eye = Eye[Seen | None]()
    async with running(Probe([where(locked)], eye).run()):
        seen = await eye.sees(lambda seen: seen is not None)
        assert seen == Seen(where(locked), refused=Code.WRONG_PASSWORD)
        await locked.kill()
        await eye.sees(lambda seen: seen is None)


async def test_a_certificate_that_is_not_trusted_is_said_to_be_one(tmp_path: Path) -> None:
    secure = await ServerProcess.start(tmp_path, *make_certificate(tmp_path).options)
    eye = Eye[Seen | None]()
    address = Address(LOOPBACK, secure.port, secure=True)
    async with running(Probe([address], eye).run()):
        seen = await eye.sees(lambda seen: seen is not None)
        assert seen == Seen(address, refused="certificate")
    await secure.kill()


async def silent(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    await reader.read()


async def rude(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readline()
    writer.write(b"HTTP/1.1 418 I'm a teapot\r\nContent-Length: 0\r\n\r\n")


@pytest.mark.parametrize("manners", [silent, rude])
async def test_what_is_no_server_of_this_game_is_not_seen(
    manners: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(probe, "ANSWER_WITHIN", 0.2)
    served = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await manners(reader, writer)
        writer.close()
        await writer.wait_closed()
        served.set()

    async with await asyncio.start_server(serve, LOOPBACK, 0) as other:
        assert not await answers(Address(LOOPBACK, other.sockets[0].getsockname()[1]))
        await served.wait()


async def test_a_server_answers_if_it_lets_people_in(tmp_path: Path, server: ServerProcess) -> None:
    assert await answers(where(server))
    assert not await answers(Address(LOOPBACK, 1))
    locked = await ServerProcess.start(tmp_path / "locked", password="oak")
    assert not await answers(where(locked))
    await locked.kill()
