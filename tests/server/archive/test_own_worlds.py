"""Lists and statistics tell a player of the own finished games, and nothing else that is going on."""

import asyncio
from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.requests import ForgetMe, Games, Statistics

ASKED: tuple[tuple[type, dict[str, Any]], ...] = (
    (Games, {}),
    (Games, {"limit": 1}),
    (Games, {"opponent": "Cy"}),
    (Games, {"result": "lost", "game": "triqueta"}),
    (Statistics, {}),
)


async def heard(*, own: int = 0, others: int = 0, forgets: bool = False, again: bool = False) -> list[bytes]:
    """What Ana hears when she asks, in a world where so much more goes on than a game she has finished."""
    server = FakeServer()
    first, (ana, bo) = await playing(server, "Ana", "Bo")
    await play_on(first, [ana, bo])
    if again:
        second = await sit(ana, bo)
        await play_on(second, [ana, bo])
    if own:
        second = await sit(ana, bo)
        await play_on(second, [ana, bo], own)
    for number in range(others):
        table, players = await playing(server, f"Cy{number}", f"Dan{number}")
        await play_on(table, players, None if number % 2 else 5)
    if forgets:
        table, players = await playing(server, "Eve", "Fay")
        await play_on(table, players)
        await players[0].ask(ForgetMe)
    before = len(ana.link.frames)
    for number, (kind, fields) in enumerate(ASKED):
        await ana.send(kind, id=10_000 + number, **fields)
    return ana.link.frames[before:]


async def sit(ana: FakeClient, bo: FakeClient) -> str:
    table = await ana.create(seats=2)
    await bo.join(table)
    await bo.ready(table)
    await ana.start(table)
    return table


@pytest.fixture(scope="module")
def quiet() -> list[bytes]:
    """What she hears where nothing else goes on."""
    return asyncio.run(heard())


@pytest.mark.parametrize(
    "world",
    [
        pytest.param({"own": 3}, id="a game of her own runs"),
        pytest.param({"own": 20}, id="it has come further"),
        pytest.param({"others": 3}, id="others play and have played"),
        pytest.param({"forgets": True}, id="somebody else was forgotten"),
    ],
)
async def test_worlds_that_differ_in_something_else_sound_the_same(
    quiet: list[bytes], world: dict[str, Any]
) -> None:
    assert await heard(**world) == quiet


async def test_a_game_more_would_be_heard(quiet: list[bytes]) -> None:
    """The comparison can fail."""
    assert await heard(again=True) != quiet


async def test_what_is_asked_twice_is_answered_with_the_same_bytes() -> None:
    server = FakeServer()
    table, (ana, bo) = await playing(server, "Ana", "Bo")
    asked = ana.request(Games)
    await ana.send_again(asked)
    first = ana.link.frames[-1]
    await play_on(table, [ana, bo])
    await ana.send_again(asked)
    assert ana.link.frames[-1] == first
