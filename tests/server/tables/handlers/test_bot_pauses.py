"""When a bot moves tells nothing of what it holds: not what it thinks about, and not for how long."""

from collections.abc import Callable

import pytest

from tests.server.tables.fake_client import playing
from tests.server.tables.fake_server import FakeServer
from tests.server.tables.test_two_worlds import Dealt
from triqueta_protocol.games.triqueta import TOKENS, TOKENS_OF_A_KIND, Draw, Place
from triqueta_server.tables.handlers.playing import BEAT, QUICK_BEAT
from triqueta_server.tables.services import ActionMap, BotQuestion

BUDGET = 1.0
ANIMALS = [token // TOKENS_OF_A_KIND for token in range(TOKENS)]


def world(animal: int) -> Dealt:
    """A deal in which the first token that the second seat draws is this animal."""
    first, *rest = ANIMALS
    rest.remove(animal)
    return Dealt(bytes([first, animal, *rest]))


async def times_of_moves(
    deal: Dealt, pace: int, seconds: Callable[[int], float], budget: float = BUDGET, look: float = 0.01
) -> list[float]:
    """When a watching player hears of a bot's draw and of what it does with the token, which it keeps.

    The bot thinks for so long about a token of this animal.
    """
    server = FakeServer()
    server.services.rules = {"triqueta": deal}
    server.services.bot_budget = lambda _level: budget

    def think(question: BotQuestion, done: Callable[[ActionMap | None], None]) -> None:
        held = question.mine["drawn"]
        action = {"do": "keep"} if held else {"do": "draw"}
        server.time.later(seconds(held[0]) if held else 0.3 * budget, lambda: done(action))

    server.services.ask_bot = think
    table, [ana] = await playing(server, "Ana", bots=1, pace=pace)
    await ana.act(table, Draw())
    await ana.act(table, Place(row=0))
    begun, told = server.time.now, len(ana.link.frames)
    heard: list[float] = []
    for _ in range(1000):
        server.advance(look)
        if len(ana.link.frames) > told:
            told = len(ana.link.frames)
            heard.append(round(server.time.now - begun, 4))
        if len(heard) == 2:
            break
    assert ana.public(table).face_down[1] == 1
    return heard


@pytest.mark.parametrize("pace", [0, 600, 1500])
async def test_two_worlds_have_the_same_pauses(pace: int) -> None:
    rabbit = await times_of_moves(world(0), pace, lambda animal: 0.01 + 0.19 * animal)
    bear = await times_of_moves(world(5), pace, lambda animal: 0.01 + 0.19 * animal)
    assert rabbit == bear
    pause = max(pace / 1000, BUDGET)
    assert rabbit == [pytest.approx(pause, abs=0.02), pytest.approx(2 * pause, abs=0.03)]


async def test_late_decisions_come_at_the_next_beat() -> None:
    """Of two that took longer than they may, none can be told from the other."""
    a_little = await times_of_moves(world(0), 0, lambda _animal: BUDGET + 0.05)
    much = await times_of_moves(world(5), 0, lambda _animal: BUDGET + BEAT - 0.05)
    assert a_little == much
    assert a_little[1] - a_little[0] == pytest.approx(BUDGET + BEAT, abs=0.02)


async def test_a_quick_bot_at_an_instant_table_moves_at_a_beat_of_its_own() -> None:
    soon = await times_of_moves(world(0), 0, lambda _animal: 0.00007, budget=0.0, look=0.0001)
    later = await times_of_moves(world(0), 0, lambda _animal: 0.00065, budget=0.0, look=0.0001)
    assert soon == later
    assert soon == [pytest.approx(QUICK_BEAT, abs=0.0002)], "it has drawn before that"


async def test_quick_bots_at_an_instant_table_move_at_once() -> None:
    server = FakeServer()
    table, [ana] = await playing(server, "Ana", bots=1, options={"start": 1}, pace=0)
    assert ana.public(table).drawn == 1 or ana.owes(table)
