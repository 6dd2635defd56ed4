"""Bots that die, hang or raise: the move comes all the same, and the log says what happened."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest

from tests.server.bots import odd_levels
from tests.server.bots.test_pool import workers
from tests.server.bots.triqueta.games import question
from triqueta_server.bots import BOTS, pool
from triqueta_server.bots.choose import choose
from triqueta_server.bots.pool import BotPool
from triqueta_server.bots.worker_process import WorkerError
from triqueta_server.crash_report import BotReport
from triqueta_server.limits.fair_queue import Owner

HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture(autouse=True)
def levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "triqueta", {**BOTS["triqueta"], **odd_levels.LEVELS})


@pytest.fixture
async def bots() -> AsyncIterator[BotPool]:
    """One process, which has started, and all the time in the world."""
    one = BotPool(most=1, margin=600.0, serve=odd_levels.serve)
    await think(one, "easy")
    yield one
    await one.close()


async def think(bots: BotPool, level: str, table: str = "KNOT", address: str = "") -> dict[str, Any]:
    game, public, mine, seat = question()
    return await bots.think(level, game, public, mine, seat, seed=7, table=table, address=address)


def expected(level: str = "normal") -> dict[str, Any]:
    game, public, mine, seat = question()
    return choose(level, game, public, mine, seat, Random(7))


async def busy(level: str, bots: BotPool) -> "tuple[asyncio.Task[dict[str, Any]], int]":
    """A decision that is being thought about, and the process that does."""
    [process] = workers()
    thinking = asyncio.create_task(think(bots, level))
    await asyncio.sleep(0.05)
    assert not thinking.done()
    return thinking, process.pid


async def taken() -> None:
    """Let the process take the question that was asked last."""
    for _ in range(10):
        await asyncio.sleep(0)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_worker_that_is_killed_over_a_question(
    bots: BotPool, caplog: pytest.LogCaptureFixture
) -> None:
    thinking, process = await busy("hangs", bots)
    os.kill(process, signal.SIGKILL)
    assert await thinking == expected()
    assert warnings(caplog) == ["bot failed game=triqueta level=hangs stand_in=normal error=its process died"]
    [successor] = workers()
    assert successor.pid != process


@pytest.mark.parametrize("frozen", [False, True], ids=["loops", "stopped"])
async def test_a_worker_that_hangs_is_ended_and_replaced(
    bots: BotPool, caplog: pytest.LogCaptureFixture, frozen: bool
) -> None:
    patient, bots._margin = bots._margin, 1.0
    thinking, process = await busy("hangs", bots)
    bots._margin = patient  # with its stand-in
    if frozen:
        os.kill(process, signal.SIGSTOP)
    assert await thinking == expected()
    [said] = warnings(caplog)
    assert said == (
        "bot failed game=triqueta level=hangs stand_in=normal error=its process gave no answer within 1.0 s"
    )
    [successor] = workers()
    assert successor.pid != process


async def test_a_bot_that_raises_says_where_and_tells_no_secret(
    bots: BotPool, caplog: pytest.LogCaptureFixture
) -> None:
    [process] = workers()
    assert await think(bots, "fails") == expected()
    [said] = warnings(caplog)
    assert said.startswith(
        "bot failed game=triqueta level=fails stand_in=normal error=ValueError in odd_levels.py"
    )
    assert odd_levels.SECRET not in caplog.text
    assert workers() == [process], "its process is as good as before"


async def test_what_it_takes_to_repeat_a_fault_is_kept(caplog: pytest.LogCaptureFixture) -> None:
    kept: list[dict[str, Any]] = []

    def keep(**about: Any) -> Path:
        kept.append(about)
        return Path("crashes/fails.json")

    bots = BotPool(most=1, serve=odd_levels.serve, keep=keep)
    assert await think(bots, "fails") == expected()
    await bots.close()
    [report] = [BotReport.of(**about) for about in kept]
    game, public, mine, seat = question()
    assert (report.game, report.level, report.seat, report.seed) == (game, "fails", seat, 7)
    assert (report.public, report.mine) == (public, mine)
    assert warnings(caplog)[-1].count(" repeat='triqueta-server replay-crash crashes/fails.json' error=") == 1


async def test_a_worker_that_died_while_it_had_nothing_to_do_is_no_fault(
    bots: BotPool, caplog: pytest.LogCaptureFixture
) -> None:
    [process] = workers()
    process.kill()
    threads = Path(f"/proc/{process.pid}/task")
    # Its files are open until the last of its threads has ended.
    while process.status() != psutil.STATUS_ZOMBIE or len(list(threads.glob("*"))) > 1:  # noqa: ASYNC110
        await asyncio.sleep(0.01)  # nothing else tells of it
    assert await think(bots, "easy") == expected("easy")
    assert warnings(caplog) == []


async def test_workers_that_never_start_do_not_keep_a_table_waiting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bots = BotPool(most=1, serve=os._exit)  # type: ignore[arg-type]
    with pytest.raises(WorkerError):
        await think(bots, "normal")
    assert len(warnings(caplog)) == 1
    await bots.close()


async def test_a_question_that_cannot_be_sent_is_refused_and_the_next_one_is_answered(
    bots: BotPool,
) -> None:
    [process] = workers()
    with pytest.raises(WorkerError, match="cannot be sent"):
        await bots.ask("think", Owner("", "KNOT"), lambda: None, within=60.0)
    with pytest.raises(WorkerError, match="KeyError"):
        await bots.ask("dream", Owner("", "KNOT"), within=60.0)
    assert await think(bots, "easy") == expected("easy")
    assert workers() == [process]


async def test_a_decision_that_waits_for_long_is_left_to_a_quick_bot(
    bots: BotPool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asyncio.create_task(think(bots, "ponders"))
    await taken()
    monkeypatch.setattr(pool, "PATIENCE", 0.0)
    rest = await asyncio.gather(*(think(bots, "ponders", f"table {n}") for n in range(3)))
    assert await first == expected("ponders")
    assert rest == [expected()] * 3
    assert warnings(caplog) == ["bots overloaded, quick bots decide waiting=3"]


async def test_a_quick_question_does_not_wait_for_all_the_slow_ones_of_another_table(bots: BotPool) -> None:
    done: list[str] = []

    async def note(level: str, table: str) -> None:
        await think(bots, level, table)
        done.append(table)

    slow = [asyncio.create_task(note("ponders", "experts")) for _ in range(4)]
    await taken()
    await asyncio.gather(note("easy", "people"), *slow)
    assert done.index("people") == 1, "after the one that was being thought about"


async def test_several_questions_start_as_many_workers_as_it_pays() -> None:
    bots = BotPool(most=2, serve=odd_levels.serve)
    await asyncio.gather(*(think(bots, "ponders", f"table {n}", f"192.0.2.{n % 2}") for n in range(8)))
    assert len(workers()) == 2
    await bots.close()


async def test_an_idle_worker_ends_and_another_one_is_started() -> None:
    bots = BotPool(most=1, idle=0.05, serve=odd_levels.serve)
    for _ in range(2):
        assert await think(bots, "easy") == expected("easy")
        while workers():  # noqa: ASYNC110 - nothing else tells of it
            await asyncio.sleep(0.05)
    await bots.close()


async def test_one_address_leaves_a_worker_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_cores", lambda: 1)
    bots = BotPool(margin=600.0, serve=odd_levels.serve)
    await asyncio.gather(*(think(bots, "ponders", address=address) for address in (HERE, HERE)))
    assert len(workers()) == 1, "the other one is started when another address asks"
    await asyncio.gather(*(think(bots, "ponders", address=address) for address in (HERE, THERE)))
    assert len(workers()) == 2
    endless = [asyncio.create_task(think(bots, "hangs", f"table {n}", HERE)) for n in range(4)]
    await asyncio.sleep(0.2)
    async with asyncio.timeout(60):
        assert await think(bots, "easy", address=THERE) == expected("easy")
    assert not any(task.done() for task in endless)
    for task in endless:
        task.cancel()
    await bots.close()


async def test_questions_given_up_while_they_wait_do_not_count_against_their_address(bots: BotPool) -> None:
    thinking = asyncio.create_task(think(bots, "ponders"))
    await taken()
    waiting = [asyncio.create_task(think(bots, "hangs")) for _ in range(3)]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    await thinking
    async with asyncio.timeout(60):
        assert await think(bots, "easy") == expected("easy")


async def test_workers_stand_back_behind_the_tables(bots: BotPool) -> None:
    [process] = workers()
    assert process.nice() > os.nice(0)
