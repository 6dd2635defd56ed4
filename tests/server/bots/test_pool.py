"""Bots in processes of their own: real ones, which are killed here."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from random import Random

import psutil
import pytest

from tests.server.bots.triqueta.games import question
from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.bots.choose import choose
from triqueta_server.bots.pool import BotPool


@pytest.fixture
async def pool() -> AsyncIterator[BotPool]:
    bots = BotPool()
    yield bots
    await bots.close()


def workers(parent: int | None = None) -> list[psutil.Process]:
    """The bot processes of a process, this one by default."""
    found = []
    for child in psutil.Process(parent).children():
        with suppress(psutil.NoSuchProcess):  # one that has just ended, or is not yet reaped
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found


async def test_no_process_is_started_before_the_first_question(pool: BotPool) -> None:
    assert workers() == []
    game, public, mine, seat = question()
    await pool.think("easy", game, public, mine, seat, seed=1)
    assert len(workers()) == 1


async def test_a_thought_in_another_process_is_the_same_thought(pool: BotPool) -> None:
    game, public, mine, seat = question()
    for level in ("easy", "normal"):
        thought = await pool.think(level, game, public, mine, seat, seed=7)
        assert thought == choose(level, game, public, mine, seat, Random(7))


async def test_a_killed_worker_is_replaced_and_the_question_answered(pool: BotPool) -> None:
    game, public, mine, seat = question()
    expected = await pool.think("normal", game, public, mine, seat, seed=1)
    [worker] = workers()
    worker.kill()
    answers = await asyncio.gather(
        *(pool.think("normal", game, public, mine, seat, seed=1) for _ in range(5))
    )
    assert answers == [expected] * 5
    [successor] = workers()
    assert successor.pid != worker.pid


async def test_a_worker_that_is_being_started_does_not_hear_ctrl_c(
    pool: BotPool, capfd: pytest.CaptureFixture[str]
) -> None:
    game, public, mine, seat = question()
    thinking = asyncio.create_task(pool.think("normal", game, public, mine, seat, seed=1))
    while not workers():  # noqa: ASYNC110 - nothing tells of a process that is born
        await asyncio.sleep(0)
    [worker] = workers()
    worker.send_signal(signal.SIGINT)
    assert await thinking
    assert [still.pid for still in workers()] == [worker.pid]
    assert capfd.readouterr().err == ""


async def test_workers_leave_signals_to_the_server(pool: BotPool) -> None:
    game, public, mine, seat = question()
    await pool.think("easy", game, public, mine, seat, seed=1)
    [worker] = workers()
    worker.send_signal(signal.SIGINT)
    worker.send_signal(signal.SIGTERM)
    await pool.think("easy", game, public, mine, seat, seed=2)
    assert workers() == [worker]


async def test_closing_ends_the_processes_and_no_more_is_thought() -> None:
    game, public, mine, seat = question()
    pool = BotPool()
    await pool.think("easy", game, public, mine, seat, seed=1)
    [worker] = workers()
    await pool.close()
    assert not worker.is_running()
    with pytest.raises(RuntimeError):
        await pool.think("easy", game, public, mine, seat, seed=1)
    await pool.close()


async def test_closing_what_was_never_asked_does_nothing() -> None:
    await BotPool().close()
    assert workers() == []


@pytest.mark.parametrize(
    ("level", "game", "code"),
    [("godlike", "triqueta", Code.UNKNOWN_LEVEL), ("easy", "chess", Code.UNKNOWN_GAME)],
)
async def test_a_bot_there_is_not_is_refused_before_any_process_starts(
    pool: BotPool, level: str, game: str, code: Code
) -> None:
    _, public, mine, seat = question()
    with pytest.raises(RefusalError) as refused:
        await pool.think(level, game, public, mine, seat, seed=1)
    assert refused.value.code is code
    assert workers() == []


SERVER = """
import asyncio, sys
from triqueta_server.bots.pool import BotPool
from tests.server.bots.triqueta.games import question

async def main():
    game, public, mine, seat = question()
    pool = BotPool()
    await pool.think("easy", game, public, mine, seat, seed=1)
    print("thought", flush=True)
    await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_workers_end_when_their_server_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "thought\n"
        [worker] = workers(server.pid)
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
        worker.wait(timeout=60)
        assert not worker.is_running()


REGISTERING = """
import asyncio
from triqueta_protocol.games import VOCABULARIES, triqueta
from triqueta_server.bots import BOTS
from triqueta_server.bots.pool import BotPool
from tests.server.bots.triqueta.games import question

def decide(public, mine, seat, rng):
    return mine.choices[-1].action

VOCABULARIES["mine"] = triqueta.VOCABULARY
BOTS["mine"] = {"only": decide}

async def main():
    _, public, mine, seat = question()
    pool = BotPool()
    print(await pool.think("only", "mine", public, mine, seat, seed=1) == mine["choices"][-1]["action"])
    await pool.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_game_that_the_main_module_registers_is_known_to_the_workers(tmp_path: Path) -> None:
    script = tmp_path / "registering.py"
    script.write_text(REGISTERING)
    environment = os.environ | {"PYTHONPATH": str(Path.cwd())}
    said = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout == "True\n"


def test_a_worker_does_not_load_the_server() -> None:
    """What a worker imports is what every process of bots costs in memory."""
    listing = "import sys, triqueta_server.bots.worker; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    ).stdout
    heavy = {
        "asyncio",
        "websockets",
        "sqlite3",
        "textual",
        "triqueta_server.tables",
        "triqueta_server.net",
        "triqueta_server.store",
    }
    assert heavy.isdisjoint(loaded.split())
