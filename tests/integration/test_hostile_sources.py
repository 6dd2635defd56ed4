"""Names from the network, from files and from ratings: nothing in them controls a terminal, in any game."""

import asyncio
import hashlib
import signal
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgpack
import pytest

from tests.integration.choosers import eager
from tests.integration.conftest import GENEROUS
from tests.integration.games import begin
from tests.integration.hostile_server import HARM, SHORT_HARM
from tests.integration.test_hostile_text import HostileServer, assert_harmless
from tests.integration.test_lan import LOOPBACK, program, run
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.terminal import Terminal, own_environment, triqueta
from tests.triqueta_tui.replay.recorded import finished, played
from triqueta_protocol.internal.defaults import LAN_VARIABLE
from triqueta_server.archive import game_file
from triqueta_server.cli import main
from triqueta_server.games import RULES

CLOCK = {"clock": {"turn": 60}}


@pytest.fixture
def announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    """A server that cleans nothing and is announced on the loopback, under such a name."""
    monkeypatch.setenv(LAN_VARIABLE, LOOPBACK[LAN_VARIABLE])
    server = HostileServer.launch(tmp_path / "server", *GENEROUS, "--name", "Den")
    yield server
    server.end(signal.SIGTERM)


@pytest.mark.parametrize("game", RULES)
async def test_names_from_the_network(announced: ServerProcess, tmp_path: Path, game: str) -> None:
    eve = await ScriptedClient.connect(announced.url, f"{HARM}{game}")
    code = await eve.create(game=game, settings={"seats": 2})
    with program(tmp_path / "home", "join") as terminal:
        await asyncio.to_thread(terminal.wait_for, code)
        await asyncio.to_thread(terminal.wait_for, "evEDen")
        assert_harmless(terminal.raw.decode())
    printed = await run(tmp_path / "home", "join", TERM="dumb")
    assert code in printed.stdout
    assert "evEDen" in printed.stdout
    assert_harmless(printed.stdout)
    await eve.close()


def hostile_file(game: str) -> bytes:
    """A game whose file was written by hand: its players have such names."""
    body = msgpack.unpackb(zlib.decompress(game_file.write(finished(played(game, 2)))[game_file.HEAD :]))
    for at, seat in enumerate(body["seats"]):
        seat["name"] = f"{SHORT_HARM}{at}"
    packed = zlib.compress(msgpack.packb(body))
    head = game_file.MAGIC + bytes([game_file.FORMAT]) + len(packed).to_bytes(4)
    return head + hashlib.sha256(packed).digest() + packed


@pytest.mark.parametrize("game", RULES)
def test_names_in_a_file(tmp_path: Path, game: str) -> None:
    file = tmp_path / "evening.triqueta"
    file.write_bytes(hostile_file(game))
    replay = triqueta("replay", str(file))
    with Terminal(replay, environment=own_environment(tmp_path), size=(120, 36)) as terminal:
        terminal.wait_for("evE0")
        terminal.press("G")
        terminal.wait_for("The game is over")
        assert_harmless(terminal.raw.decode())


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = HostileServer.launch(tmp_path_factory.mktemp("hostile"), *GENEROUS)
    yield server
    server.end(signal.SIGTERM)


@pytest.mark.parametrize("game", RULES)
async def test_names_among_the_ratings(
    hostile: ServerProcess, tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    people = [await ScriptedClient.connect(hostile.url, f"{HARM}{game}{at}") for at in range(2)]
    options = {"triche": {"target": 15}, "tripitz": {"short": True}}.get(game, {})
    table = await begin(*people, game=game, rated=True, settings=CLOCK, options=options)
    await asyncio.gather(*(one.play(table, eager(1)) for one in people))
    join = triqueta("join", hostile.url, "--name", f"Ana {game}")
    with Terminal(join, environment=own_environment(tmp_path), size=(120, 36)) as terminal:
        await asyncio.to_thread(terminal.wait_for, "leaderboard")
        terminal.press("b")
        for _ in range(12):
            await asyncio.to_thread(terminal.settle, 0.3)
            if f"{game}0" in terminal.text:
                break
            terminal.press("right")
        assert f"{game}0" in terminal.text
        assert_harmless(terminal.raw.decode())
    for one in people:
        await one.close()
    assert main(["games", "--data-dir", str(hostile.store.parent)]) == 0
    assert_harmless(capsys.readouterr().out)
