"""A server that cleans nothing, and people who write escape sequences: nothing of them reaches a terminal."""

import asyncio
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.at_terminal import leave
from tests.integration.conftest import GENEROUS, Connect
from tests.integration.hostile_server import HARM
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.terminal import Terminal, own_environment, triqueta
from triqueta_protocol.internal.tuning_switches import VARIABLE
from triqueta_protocol.requests import Chat, Start


class HostileServer(ServerProcess):
    MODULE = "tests.integration.hostile_server"


def assert_harmless(shown: str) -> None:
    """See that nothing of ``HARM`` got through to a terminal, byte by byte."""
    shown = re.sub("\x1b]22;[a-z]+\x07", "", shown)  # the shape of the mouse pointer, which is our own
    for harm in ("\x1b]0;", "\x1b[5m", "\x07", "\x9b", "\u202e", "\u2066", "\x00", "\rowned"):
        assert harm not in shown, ascii(harm)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = HostileServer.launch(tmp_path_factory.mktemp("hostile"), *GENEROUS, "--name", "Den")
    yield server
    server.end(signal.SIGTERM)


@pytest.mark.parametrize(
    ("game", "tuning"),
    [("triqueta", {}), ("triche", {}), ("tripitz", {}), ("triqueta", {VARIABLE: "off"})],
    ids=["triqueta", "triche", "tripitz", "untuned"],
)
async def test_nothing_that_controls_a_terminal_gets_through(
    hostile: ServerProcess, connect: Connect, tmp_path: Path, game: str, tuning: dict[str, str]
) -> None:
    eve = await ScriptedClient.connect(hostile.url, f"{HARM}{game}{len(tuning)}")
    code = await eve.create(game=game, settings={"seats": 2})
    join = triqueta("join", hostile.url, code, "--name", f"Ana {game}{len(tuning)}")
    with Terminal(join, environment=own_environment(tmp_path, **tuning), size=(120, 36)) as terminal:
        await asyncio.to_thread(terminal.wait_for, "evE")
        await eve.ask(Chat(id=eve.next_id(), table=code, text=f"{HARM}hello"))
        await asyncio.to_thread(terminal.wait_for, "hello")
        terminal.press("r")
        await eve.until(lambda: eve.mirrors[code].room.seats[-1].ready)
        await eve.ask(Start(id=eve.next_id(), table=code))
        if game == "triche":  # set-up is a card over the table
            await asyncio.to_thread(terminal.wait_for, "Esc table")
            terminal.press("escape")
        await eve.ask(Chat(id=eve.next_id(), table=code, text=f"{HARM}goodbye"))
        await asyncio.to_thread(terminal.wait_for, "goodbye")
        shown = terminal.raw.decode(errors="replace")  # the last character may be half there
        leave(terminal)
    await eve.close()
    assert "owned" in shown, "the harmless part of it is shown"
    assert "[red]" in shown, "markup is text"
    assert_harmless(shown)
