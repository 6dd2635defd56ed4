"""What a slow line has to carry: a key costs few bytes, and a sheet that opens one frame."""

import asyncio
from pathlib import Path

from tests.integration.choosers import hasty
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.terminal import Terminal, own_environment, triqueta
from triqueta_protocol.games.triqueta import Draw, Place
from triqueta_protocol.requests import Join, Ready, Start

BEHIND_SSH = "192.0.2.1 50000 192.0.2.2 22"


def client(server: ServerProcess, folder: Path, verb: str, code: str) -> Terminal:
    command = triqueta(verb, f"127.0.0.1:{server.port}", code, "--name", "Guest")
    return Terminal(command, environment=own_environment(folder, SSH_CONNECTION=BEHIND_SSH))


def cost(terminal: Terminal, *keys: str) -> int:
    """The bytes of the cheapest of some keys: a notice may vanish meanwhile."""
    sizes: list[int] = []
    for key in keys:
        terminal.settle()
        before = terminal.written
        terminal.press(key)
        terminal.wait_for(lambda _, before=before: terminal.written > before)  # type: ignore[misc]
        terminal.settle()
        sizes.append(terminal.written - before)
    return min(sizes)


async def test_a_key_costs_few_bytes(tmp_path: Path) -> None:
    server = await ServerProcess.start(tmp_path / "server")
    host = await ScriptedClient.connect(server.url, "Host")
    code = await host.create(settings={"seats": 2}, options={"start": 0}, seed="bench")
    with client(server, tmp_path, "join", code) as terminal:
        await asyncio.to_thread(terminal.wait_for, "Host")
        terminal.press("r")
        await host.until(
            lambda: any(seat.name == "Guest" and seat.ready for seat in host.mirrors[code].room.seats)
        )
        await host.ask(Ready(id=host.next_id(), table=code))
        await host.ask(Start(id=host.next_id(), table=code))
        await host.until(lambda: host.must_decide(code))
        await host.act(code, Draw())
        await host.act(code, Place(0))
        await asyncio.to_thread(terminal.wait_for, "draw a token (d)")
        assert await asyncio.to_thread(cost, terminal, "down", "up", "down") < 220, "choosing"
        assert await asyncio.to_thread(cost, terminal, "d") < 2500, "drawing, and perhaps a notice"
        # The notice of a first visit covers a part of the rows.
        await asyncio.to_thread(terminal.wait_for, lambda text: "first visit" not in text)
        assert await asyncio.to_thread(cost, terminal, "down", "up", "down") < 500, (
            "laying, with a preview in both rows"
        )
    await host.close()
    await server.stop()


async def test_the_final_sheet_is_sent_once(tmp_path: Path) -> None:
    server = await ServerProcess.start(tmp_path / "server", "--max-rate", "5000")
    people = [await ScriptedClient.connect(server.url, name) for name in ("Host", "Bo")]
    host, other = people
    code = await host.create(settings={"seats": 2}, options={"start": 0}, seed="bench")
    await other.ask(Join(id=other.next_id(), table=code))
    with client(server, tmp_path, "watch", code) as terminal:
        await asyncio.to_thread(terminal.wait_for, "Bo")
        for one in people:
            await one.ask(Ready(id=one.next_id(), table=code))
        await host.ask(Start(id=host.next_id(), table=code))
        await asyncio.gather(*(one.play(code, hasty) for one in people))
        await asyncio.to_thread(terminal.wait_for, "Another game?")
        await asyncio.to_thread(terminal.settle)
    assert terminal.raw.count(b"A shared win") == 1, "the headline, which no notice covers"
    for one in people:
        await one.close()
    await server.stop()
