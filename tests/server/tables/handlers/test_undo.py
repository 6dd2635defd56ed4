"""Decisions taken back by somebody who is alone with bots: what counts, what is stored, and what is told."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.fourth_game.rules import ParleyRules
from tests.fourth_game.words import VOCABULARY as PARLEY
from tests.server.tables.fake_client import FakeClient, fresh, playing, seen
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted
from triqueta_protocol.games import VOCABULARIES
from triqueta_protocol.games.triqueta import Draw, Place
from triqueta_protocol.mirror import Mirror
from triqueta_protocol.requests import Act, History, Undo
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import TookBack
from triqueta_server.games import RULES
from triqueta_server.tables.services import ActionMap, BotQuestion

ALONE: dict[str, Any] = {"private": True, "watchers": False}


async def alone(server: FakeServer, **fields: Any) -> tuple[str, FakeClient]:
    """Ana and a bot, with Ana to begin; the bot waits for a while before it moves."""
    usual = {"bots": 1, "pace": 600, "options": {"start": 0}} | ALONE
    table, [ana] = await playing(server, "Ana", **usual | fields)
    return table, ana


def entries(server: FakeServer) -> list[str]:
    [stored] = server.journal.games.values()
    return [entry.kind for entry in stored.entries]


async def test_what_was_laid_can_be_taken_back_and_laid_elsewhere(server: FakeServer) -> None:
    table, ana = await alone(server)
    assert not ana.room(table).undo
    await ana.act(table, Draw())
    assert not ana.room(table).undo, "the token has been seen"
    before = seen(ana.mirrors[table])
    await ana.act(table, Place(row=0))
    assert ana.room(table).undo
    await ana.ask(Undo, table=table)
    assert seen(ana.mirrors[table]) == before
    assert ana.saw(TookBack) == [TookBack(0)]
    assert ana.sees_what_is(table)
    await ana.act(table, Place(row=1))
    assert [len(row) for row in ana.public(table).rows] == [0, 1]
    assert entries(server) == ["move", "move", "takeback", "move"]


async def test_the_bots_moves_go_back_too_until_one_has_shown_what_it_drew(
    server: FakeServer,
) -> None:
    table, ana = await alone(server)
    await ana.act(table, Draw())
    await ana.act(table, Place(row=0))
    server.advance(0.7)
    assert ana.public(table).drawn == 1, "the bot has drawn, and Ana has not seen what"
    assert ana.room(table).undo
    server.advance(0.7)
    laid = sum(map(len, ana.public(table).rows))
    assert ana.room(table).undo == (laid == 1)
    assert laid == 2, "the bot has laid its token, so Ana knows it"
    assert await ana.refusal(Undo, table=table) == Code.NO_UNDO


async def test_in_practice_anything_can_be_taken_back(server: FakeServer) -> None:
    table, ana = await alone(server, practice=True)
    assert ana.room(table).settings.practice
    await ana.act(table, Draw())
    drawn = ana.mine(table).drawn
    await ana.act(table, Place(row=0))
    server.advance(2.0)
    await ana.ask(Undo, table=table)
    assert ana.mine(table).drawn == drawn
    assert ana.public(table).rows == ((), ())
    await ana.ask(Undo, table=table)
    assert ana.mine(table).drawn == ()
    assert not ana.room(table).undo
    assert await ana.refusal(Undo, table=table) == Code.NO_UNDO
    await ana.act(table, Draw())
    assert ana.mine(table).drawn == drawn, "the shuffle is as it was promised"


async def test_what_a_bot_was_thinking_about_is_void(server: FakeServer) -> None:
    table, ana = await alone(server, pace=0)
    await ana.act(table, Draw())
    server.bots.held = True
    await ana.act(table, Place(row=0))
    assert server.bots.busy
    await ana.ask(Undo, table=table)
    server.bots.release()
    server.settle()
    assert entries(server) == ["move", "move", "takeback"]
    await ana.act(table, Place(row=0))
    assert len(server.bots.busy) == 1, "and it is asked anew"


async def test_no_bot_is_bound_to_do_again_what_it_did(server: FakeServer) -> None:
    table, ana = await alone(server, pace=0, practice=True)
    await ana.act(table, Draw())
    for _ in range(5):
        await ana.act(table, Place(row=0))
        await ana.ask(Undo, table=table)
    seeds = [asked.seed for asked in server.bots.asked]
    assert len(seeds) >= 5
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize(
    "fields",
    [{"watchers": True}, {"private": False}, {"clock": ClockRule(turn=30)}],
    ids=["watchers", "listed", "clock"],
)
async def test_not_where_others_may_look_on_or_a_clock_runs(
    server: FakeServer, fields: dict[str, Any]
) -> None:
    table, ana = await alone(server, practice=True, **fields)
    await ana.act(table, Draw())
    assert not ana.room(table).undo
    assert await ana.refusal(Undo, table=table) == Code.NO_UNDO


async def test_not_among_people(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0}, practice=True, **ALONE)
    await ana.act(table, Draw())
    assert not ana.room(table).undo
    assert await ana.refusal(Undo, table=table) == Code.NO_UNDO
    assert await bo.refusal(Undo, table=table) == Code.NO_UNDO


async def test_not_after_the_end(server: FakeServer) -> None:
    table, ana = await alone(server, pace=0, practice=True)
    while ana.room(table).status == "playing":
        await ana.act(table)
    assert not ana.room(table).undo
    assert await ana.refusal(Undo, table=table) == Code.GAME_OVER


async def test_not_without_end(server: FakeServer) -> None:
    """Each time stays in the log of the game."""
    table, ana = await alone(server, practice=True)
    for _ in range(server.services.limits.taken_back):
        await ana.act(table, Draw())
        await ana.ask(Undo, table=table)
    await ana.act(table, Draw())
    assert not ana.room(table).undo
    assert await ana.refusal(Undo, table=table) == Code.NO_UNDO


@pytest.mark.parametrize("committed", [False, True])
async def test_a_crash_leaves_it_done_or_not_done(server: FakeServer, committed: bool) -> None:
    table, ana = await alone(server, practice=True)
    await ana.act(table, Draw())
    await ana.act(table, Place(row=0))
    server.journal.hanging = True
    before = len(ana.messages)
    request = ana.request(Undo, table=table)
    await ana.send_again(request)
    assert len(ana.messages) == before, "stored, then told"
    if committed:
        server.journal.commit()
    after = server.restarted()
    [stored] = after.journal.games.values()
    assert [entry.kind for entry in stored.entries] == ["move", "move", *["takeback"] * committed]
    await ana.arrive(after)
    # A client that never heard the answer asks again before anything else: it is done once.
    await ana.send_again(request)
    assert isinstance(ana.answers(request.id)[-1], Accepted)
    await ana.join(table)
    assert ana.room(table).settings.practice
    assert ana.room(table).undo
    assert (len(ana.mine(table).drawn), ana.public(table).rows) == (1, ((), ()))
    await ana.act(table, Place(row=1))
    assert ana.sees_what_is(table)


OPTIONS: dict[str, dict[str, Any]] = {
    "triqueta": {},
    "triche": {"expansion": True, "target": 15},
    "tripitz": {"jokers": True, "short": True, "start_player": "race"},
    "parley": {"rounds": 4},
}


@pytest.mark.parametrize("practice", [False, True])
@pytest.mark.parametrize("game", OPTIONS)
async def test_a_game_with_second_thoughts_is_the_game_of_its_last_ones(
    monkeypatch: pytest.MonkeyPatch, game: str, practice: bool
) -> None:
    """Whatever is taken back, copies stay true, the history is the game's, and a crash changes nothing."""
    monkeypatch.setitem(VOCABULARIES, "parley", PARLEY)
    rng = Random(f"{game} {practice}")
    monkeypatch.setitem(RULES, "parley", ParleyRules())
    server = FakeServer(seed=game)

    def think(asked: BotQuestion, done: Callable[[ActionMap | None], None]) -> None:
        action = rng.choice(asked.mine["choices"])["action"]
        server.time.later(0.0, lambda: done(action))

    server.services.ask_bot = think
    level = "meek" if game == "parley" else "normal"
    ana = await FakeClient(server, "Ana").arrive()
    more = {"practice": practice, "pace": rng.choice([0, 600])} | ALONE
    table = await ana.create(seats=3, game=game, options=OPTIONS[game], **more)
    await ana.add_bot(table, level)
    await ana.add_bot(table, level)
    await ana.start(table)
    taken_back = 0
    for _ in range(400):
        mirror = ana.mirrors[table]
        if mirror.room.status != "playing":
            break
        server.advance(rng.choice([0.0, 0.7, 5.0]))
        if mirror.room.undo and rng.random() < 0.3:
            await ana.ask(Undo, table=table)
            assert mirror.mine is not None
            assert mirror.mine.choices, "it is the decision that was taken back"
            taken_back += 1
        elif mirror.mine is not None and mirror.mine.choices:
            action = plain(rng.choice(mirror.mine.choices).action)
            await ana.ask(Act, table=table, action=action)
        assert seen(mirror) == fresh(server.table(table), ana)
    assert taken_back or (game == "tripitz" and not practice)
    told = (await ana.ask(History, table=table)).history
    restored = server.restarted()
    await ana.arrive(restored)
    now = seen(ana.mirrors[table])
    await ana.join(table)
    assert ana.server is restored
    again = ana.mirrors[table]
    assert isinstance(again, Mirror)
    assert seen(again)[1:] == now[1:]
    assert (await ana.ask(History, table=table)).history == told
