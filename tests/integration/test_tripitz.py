"""Tripitz over the real server: a whole game with a bot, a watcher and a lost link, and races."""

import asyncio
import hashlib
from collections import Counter
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest

from tests.integration.conftest import Connect
from tests.integration.games import begin
from tests.scripted import RejectedError, ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.games.tripitz import VOCABULARY, AnyAction, Mine, Options, Placed, Public, StoodBack
from triqueta_protocol.requests import Act, AddBot, History, Leave, Ready, Resume, Start, Watch
from triqueta_protocol.table_events import GameBegan, GameOver, LinkBack, LinkLost
from triqueta_protocol.tagged import Tagged
from triqueta_tui.games.tripitz.shuffle_check import Seen, compare

RACES = 25
SEED = "a race"
"""With it everybody can lay a stone."""


def lively(seed: int) -> Any:
    """Lays stones, now and then exchanges, and swaps jokers."""
    rng = Random(seed)

    def choose(_public: Public, mine: Mine) -> AnyAction:
        laying = [choice for choice in mine.choices if choice.points]
        return rng.choice(laying if laying and rng.random() < 0.85 else mine.choices).action

    return choose


def public(client: ScriptedClient, table: str) -> Public:
    seen = client.mirrors[table].public
    assert isinstance(seen, Public)
    return seen


@pytest.mark.parametrize(
    "options", [{}, {"short": True}, {"jokers": True, "start_player": "race", "start_stones": "four_colours"}]
)
async def test_two_people_a_bot_a_watcher_and_a_lost_link(
    server: ServerProcess, connect: Connect, options: dict[str, Any]
) -> None:
    ana, bo, eve = [await connect(server, name) for name in ("Ana", "Bo", "Eve")]
    assert "tripitz" in {one.game for one in ana.welcome.games}
    table = await ana.create(game="tripitz", settings={"seats": 3}, options=options)
    await bo.join(table)
    await bo.ask(Ready(id=bo.next_id(), table=table))
    await ana.ask(AddBot(id=ana.next_id(), table=table, level="normal"))
    await eve.ask(Watch(id=eve.next_id(), table=table))
    await ana.ask(Start(id=ana.next_id(), table=table))
    playing = asyncio.create_task(ana.play(table, lively(1)))
    await bo.until(lambda: bo.must_decide(table))
    seat, mirror = bo.mirrors[table].seat, bo.mirrors[table]
    assert seat is not None
    await bo.vanish()
    await eve.until(lambda: LinkLost(seat) in eve.happened)
    back = await connect(server, "Bo", token=bo.token)
    back.mirrors[table] = mirror
    await back.ask(Resume(id=back.next_id(), table=table, epoch=mirror.room.epoch, last=mirror.n))
    await eve.until(lambda: LinkBack(seat) in eve.happened)
    await asyncio.gather(playing, back.play(table, lively(2)))
    await eve.until(lambda: eve.is_over(table))
    ends = [public(one, table) for one in (ana, back, eve)]
    assert ends == [ends[0]] * 3
    assert ends[0].scores is not None
    assert eve.mirrors[table].mine is None
    await _every_draw_was_as_promised(table, eve, options)


async def _every_draw_was_as_promised(table: str, client: ScriptedClient, options: dict[str, Any]) -> None:
    began = next(one for one in client.happened if isinstance(one, GameBegan))
    over = next(one for one in client.happened if isinstance(one, GameOver))
    assert hashlib.sha256(over.seed + over.salt).digest() == began.commitment
    history = (await client.ask(History(id=client.next_id(), table=table))).history
    assert history is not None
    words = Tagged[Any](VOCABULARY.words.event)
    told = [words.convert(one) for one in history if one["is"] in _TOLD]
    seen = Seen(tuple(told), public(client, table))
    assert seen.whole
    count, matching = compare(over.seed, msgspec.convert(options, Options), seen)
    assert count == matching >= 4 + 7 * 3


_TOLD = {"placed", "exchanged", "swapped", "started"}


@pytest.mark.parametrize("people", [2, 3])
async def test_of_claims_in_the_same_instant_exactly_one_wins_and_the_others_are_told(
    server: ServerProcess, connect: Connect, people: int
) -> None:
    clients = [await connect(server, name) for name in ("Ana", "Bo", "Cy")[:people]]
    won: Counter[int] = Counter()
    for race in range(RACES):
        table = await begin(*clients, game="tripitz", options={"start_player": "race"})
        if public(clients[0], table).owing == tuple(range(people)):
            order = Random(race).sample(clients, people)
            claims = [asyncio.ensure_future(_claim(client, table)) for client in order]
            answers = dict(zip(order, await asyncio.gather(*claims), strict=True))
            told = [answers[client] for client in clients]
            [seat] = [seat for seat, answer in enumerate(told) if answer == "accepted"]
            await _all_know_who_won(table, clients, seat, told)
            won[seat] += 1
        for client in clients:
            await client.ask(Leave(id=client.next_id(), table=table))
    assert sum(won.values()) > RACES // 2


async def _all_know_who_won(table: str, clients: list[ScriptedClient], seat: int, told: list[str]) -> None:
    """``told`` are the answers to the claims. A late claim is no move, not even of the seat that is next."""
    following = (seat + 1) % len(clients)
    for at, client in enumerate(clients):
        if at != seat:
            assert told[at] == ("race_over" if at == following else "not_your_turn")
        await client.until(partial(_begun, client, table))
        last = [one for one in client.happened if isinstance(one, Placed)][-1]
        assert (last.seat, last.claimed) == (seat, True)
        seen = public(client, table)
        assert (seen.start, seen.owing) == (seat, (following,))
        assert [bool(points) for points in seen.points] == [at == seat for at in range(len(clients))]


def _begun(client: ScriptedClient, table: str) -> bool:
    return public(client, table).phase == "turn"


async def _claim(client: ScriptedClient, table: str) -> str:
    mine = client.mirrors[table].mine
    assert isinstance(mine, Mine)
    wire = msgspec.to_builtins(mine.choices[0].action)
    assert wire["do"] == "claim"
    try:
        await client.ask(Act(id=client.next_id(), table=table, action=wire))
    except RejectedError as error:
        return str(error.detail.get("why", error.code))
    return "accepted"


async def test_a_race_is_never_won_by_a_bot(server: ServerProcess, connect: Connect) -> None:
    ana = await connect(server, "Ana")
    table = await begin(
        ana, bots=3, level="normal", game="tripitz", options={"start_player": "race"}, seed=SEED
    )
    await ana.until(lambda: public(ana, table).owing == (0,))
    await ana.act(table, ana.mirrors[table].mine.choices[0].action)  # type: ignore[union-attr]
    await ana.until(lambda: public(ana, table).start == 0)
    assert {one.seat for one in ana.happened if isinstance(one, StoodBack)} <= {1, 2, 3}
    assert next(one for one in ana.happened if isinstance(one, Placed)).claimed
