"""Finished games over the wire: replayed by workers, exported, and brought to another server."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.integration.conftest import Connect
from tests.integration.games import begin, on_turn, play_out, watch
from tests.scripted import RejectedError, ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol import requests
from triqueta_protocol.archive import FileFound, Found, GamesFound, ReplayFound
from triqueta_protocol.errors import Code
from triqueta_protocol.replay import ReplayStep, read_part

Asked = type[requests.Replay] | type[requests.ExportGame] | type[requests.ImportGame]


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """The server that a program starts for itself, elsewhere."""
    server = await ServerProcess.start(tmp_path / "home", "--embedded", "--no-announce")
    yield server
    await server.kill()
    assert "Traceback" not in server.log()


async def found(client: ScriptedClient, kind: Asked, **fields: Any) -> Found:
    answer = await client.ask(kind(id=client.next_id(), **fields))
    assert answer.found is not None
    return answer.found


async def steps_of(client: ScriptedClient, game: str) -> list[ReplayStep]:
    steps: list[ReplayStep] = []
    while True:
        part = await found(client, requests.Replay, game=game, start=len(steps))
        assert isinstance(part, ReplayFound)
        steps += read_part(part.packed).steps
        if len(steps) >= part.total:
            return steps


async def refusal(client: ScriptedClient, kind: Asked, **fields: Any) -> str:
    with pytest.raises(RejectedError) as refused:
        await client.ask(kind(id=client.next_id(), **fields))
    return str(refused.value)


async def test_a_game_is_replayed_exported_and_brought_to_another_server(
    shared_server: ServerProcess, home: ServerProcess, connect: Connect
) -> None:
    ana, bo, cy, eve = [await connect(shared_server, name) for name in ("Ana", "Bo", "Cy", "Eve")]
    table = await begin(ana, bo)
    await watch(cy, table)
    await on_turn(table, ana, bo)
    await play_out(table, ana, bo)
    await cy.until(lambda: cy.mirrors[table].room.finished is not None)
    game = cy.mirrors[table].room.finished
    assert game is not None
    steps = await steps_of(ana, game)
    assert await steps_of(cy, game) == steps
    assert steps[-1].what[-1]["is"] == "game_over"
    assert Code.GAME_NOT_FOUND in await refusal(eve, requests.Replay, game=game)
    assert Code.GAME_NOT_FOUND in await refusal(eve, requests.ExportGame, game=game)
    file = await found(bo, requests.ExportGame, game=game)
    assert isinstance(file, FileFound)
    assert Code.NO_KEEPING in await refusal(bo, requests.ImportGame, file=file.data, keep=True)
    at_home = await connect(home, "Bo")
    tampered = bytearray(file.data)
    tampered[-1] ^= 1
    assert Code.FILE_DAMAGED in await refusal(at_home, requests.ImportGame, file=bytes(tampered))
    brought = await found(at_home, requests.ImportGame, file=file.data, keep=True)
    assert isinstance(brought, GamesFound)
    kept = brought.games[0].id
    assert await steps_of(at_home, kept) == steps
    again = await found(at_home, requests.ExportGame, game=kept)
    assert isinstance(again, FileFound)
    assert again.data == file.data
