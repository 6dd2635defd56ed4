"""Triché at the tables, without sockets: secrets to the byte, clocks of whoever decides, stand-ins."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.server.games.triche.play import LaidOut, arranged, begun, laid_out, set_up
from tests.server.games.triche.worlds import World, another_world, one_round
from tests.server.tables.fake_client import FakeClient, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import plain
from triqueta_protocol.games import VOCABULARIES
from triqueta_protocol.games.triche import VOCABULARY, Mine, Options, Public, Redrew, RoundEnded, Swapped
from triqueta_protocol.requests import Act, History, Join
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import BotSatIn, GameOver, TimeRanOut
from triqueta_server.bots import BOTS
from triqueta_server.bots.triche import LEVELS
from triqueta_server.games.triche.actions import write
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import TricheRules

NAMES = ("Ana", "Bo", "Cy", "Dan", "Kim", "Lea")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VOCABULARIES, "triche", VOCABULARY)
    monkeypatch.setitem(BOTS, "triche", LEVELS)


class Begun(TricheRules):
    """Triché from a position of the test's own; the seed and all that is told of it stay the same."""

    def __init__(self, make: Callable[[], Position] | None = None) -> None:
        self._make = make

    def begin(self, seats: int, options: Options, seed: bytes) -> Position:
        return super().begin(seats, options, seed) if self._make is None else self._make()


def a_server(make: Callable[[], Position] | None = None) -> FakeServer:
    server = FakeServer()
    server.services.rules = {"triche": Begun(make)}
    return server


async def triche(server: FakeServer, people: int, **rules: Any) -> tuple[str, list[FakeClient]]:
    return await playing(server, *NAMES[:people], game="triche", **rules)


def public(client: FakeClient, table: str) -> Public:
    seen = client.mirrors[table].public
    assert isinstance(seen, Public)
    return seen


def mine(client: FakeClient, table: str) -> Mine:
    seen = client.mirrors[table].mine
    assert isinstance(seen, Mine)
    return seen


async def move(table: str, clients: list[FakeClient], rng: Random) -> None:
    """Somebody who owes a decision takes one that the view shows."""
    owing = [client for client in clients if mine(client, table).choices]
    client = rng.choice(owing)
    await client.ask(Act, table=table, action=plain(rng.choice(mine(client, table).choices).action))


# Secrets


async def frames(
    position: Position, moves: list[tuple[int, dict[str, Any]]], bumps: Random
) -> list[list[bytes]]:
    """Every frame that each seat got in such a game, and last those of a watcher."""
    server = a_server(position.copy)
    options = {"expansion": position.expansion}
    table, clients = await seated(server, *NAMES[: position.seats], game="triche", options=options)
    clients.append(await FakeClient(server, "Eve").arrive())
    await clients[-1].watch(table)
    await clients[0].start(table)
    heard: list[list[bytes]] = [[] for _ in clients]
    for seat, action in moves:
        await clients[seat].ask(Act, table=table, action=action)
        bumped = bumps.randrange(len(clients) * 6)
        if bumped < len(clients):
            client = clients[bumped]
            heard[bumped] += client.link.frames
            await client.arrive()
            how = bumps.randrange(3)
            if how == 0 and client is not clients[-1]:
                await client.ask(Join, table=table)
            else:
                await client.resume(table)
            if how == 1:
                await client.ask(History, table=table)
    return [before + client.link.frames for before, client in zip(heard, clients, strict=True)]


async def two_worlds(seed: int) -> tuple[int, list[list[bytes]], list[list[bytes]]]:
    """A viewer, and what everybody heard in each of two worlds that are the same to that viewer."""
    rng = Random(seed)
    seats = rng.randint(2, 6)
    start = begun(seats, b"table %d" % seed, expansion=seed % 2 == 0)
    log, seen, _ = one_round(start, rng)
    while True:
        moment = rng.randrange(1, len(log))
        viewer = rng.randrange(seats + 1)
        other = another_world(start, log[:moment], seen[moment][viewer], rng)
        if other is not None:
            break
    bumps = rng.randrange(1 << 30)
    heard = []
    for world in (World(start, {}).play(log[:moment]), other):
        position = start.copy()
        position.shuffles = world.position.shuffles
        position._deal()
        moves = [(seat, write(action)) for seat, action in world.log]
        heard.append(await frames(position, moves, Random(bumps)))
    return viewer, heard[0], heard[1]


@pytest.mark.parametrize("seed", range(16))
async def test_a_viewer_cannot_tell_two_worlds_apart(seed: int) -> None:
    viewer, one, other = await two_worlds(seed)
    assert one[viewer] == other[viewer]
    assert len(one[viewer]) > 3


async def test_somebody_else_can_tell_them_apart() -> None:
    worlds = [await two_worlds(seed) for seed in range(6)]
    assert sum(one != other for _, one, other in worlds) >= 5


# Redraws


def at_the_redraw(*hands: str) -> Callable[[], Position]:
    """The expansion for two, with hands as given."""

    def make() -> Position:
        laid = LaidOut(f"T R I T R I {' '.join(hands)}", expansion=True)
        position = laid_out(2, laid, 0, expansion=True)
        for seat in range(2):
            position.apply(seat, set_up("T", (0, "R"), (8, "I")))
        return position

    return make


async def test_a_bot_that_may_not_redraw_takes_its_time_like_one_that_does_not_want_to() -> None:
    """What a watcher is sent, and when, is the same to the byte."""
    worlds = []
    for hand in ("T T R R I I", "C\\ C\\ T R I I"):
        server = a_server(at_the_redraw("T T R R I I", hand))
        table, [ana] = await seated(server, "Ana", game="triche", pace=700, options={"expansion": True})
        await ana.add_bot(table, "easy")
        eve = await FakeClient(server, "Eve").arrive()
        await eve.watch(table)
        await ana.start(table)
        await ana.ask(Act, table=table, action={"do": "redraw", "cards": []})
        assert public(eve, table).owing == (1,)
        heard = []
        for tenths in range(20):
            before = len(eve.link.frames)
            server.advance(0.1)
            heard += [(tenths, frame) for frame in eve.link.frames[before:]]
        assert eve.saw(Redrew) == [Redrew(0, 0), Redrew(1, 0)]
        worlds.append(heard)
    assert worlds[0] == worlds[1]
    assert [tenths for tenths, _ in worlds[0]] in ([6], [7])


@pytest.mark.parametrize("hand", ["C\\ C\\ T R I I", "T R I C\\ H/ É/"])
async def test_whoever_has_enough_is_asked_all_the_same(hand: str) -> None:
    server = a_server(at_the_redraw(hand))
    table, [ana, bo] = await triche(server, 2, options={"expansion": True})
    assert public(bo, table).owing == (0,)
    [choice] = mine(ana, table).choices
    assert choice.pick is None
    assert await ana.refusal(Act, table=table, action={"do": "redraw", "cards": [0]}) == "illegal_action"
    await ana.ask(Act, table=table, action=plain(choice.action))
    assert bo.saw(Redrew) == [Redrew(0, 0)]


# A decision in the middle of another's turn


def forced_to_swap() -> Position:
    """Seat 0 has a full carré and no card that fits."""
    return arranged(["T R I R T I I I T", "T T . T T R R I I", "T R I R T I I I ."], ["R", "T", "T"])


FORCED = {"do": "place", "card": 1, "carre": 1, "cell": 2}


async def test_the_owner_of_a_spoiled_carre_decides_on_the_owners_clock() -> None:
    server = a_server(forced_to_swap)
    table, [ana, bo, _cy] = await triche(server, 3, clock=ClockRule(turn=10))
    server.advance(4)
    await ana.ask(Act, table=table, action=FORCED)
    assert (public(ana, table).phase, public(ana, table).owing) == ("swap", (1,))
    clocks = ana.room(table).clocks
    assert clocks is not None
    assert [turn is not None for turn in clocks.turn] == [False, True, False]
    assert await ana.refusal(Act, table=table, action={"do": "swap", "yes": True}) == "not_your_turn"
    server.advance(9)
    assert bo.saw(TimeRanOut) == []
    server.advance(2)
    assert bo.saw(TimeRanOut) == [TimeRanOut(1, 1)]
    assert public(ana, table).phase == "place"
    assert [question.level for question in server.bots.asked] == ["normal"]


async def test_the_owner_swaps_and_everybody_sees_it() -> None:
    server = a_server(forced_to_swap)
    table, clients = await triche(server, 3)
    ana, bo, cy = clients
    await ana.ask(Act, table=table, action=FORCED)
    await bo.ask(Act, table=table, action={"do": "swap", "yes": True})
    assert cy.saw(Swapped) == [Swapped(1, 1, other=0, former=0)]
    assert public(cy, table).owners == (1, 0, 2)
    assert all(client.sees_what_is(table) for client in clients)


# Stand-ins, crashes, whole games


@pytest.mark.parametrize("moves", [0, 1, 3, 5, 9, 14])
@pytest.mark.parametrize("expansion", [False, True])
async def test_whoever_leaves_is_played_for_in_any_decision(moves: int, expansion: bool) -> None:
    server = a_server()
    table, clients = await triche(server, 3, options={"expansion": expansion, "target": 15})
    rng = Random(moves)
    for _ in range(moves):
        await move(table, clients, rng)
    bo = clients.pop(1)
    await bo.leave(table)
    assert clients[0].saw(BotSatIn) == [BotSatIn(1, "left")]
    while public(clients[0], table).round == 1:
        await move(table, clients, rng)
    assert len(clients[0].saw(RoundEnded)) == 1


@pytest.mark.parametrize("expansion", [False, True])
async def test_a_table_is_after_a_crash_what_it_was_before(expansion: bool) -> None:
    server = a_server()
    table, clients = await triche(server, 3, options={"expansion": expansion})
    rng = Random(1)
    while public(clients[0], table).round < 3:
        await move(table, clients, rng)
        if rng.random() < 0.2:
            (stored,) = server.journal.unfinished()
            after = a_server()
            assert after.lobby.restore(stored) is not None
            for seat in (None, 0, 1, 2):
                before, now = server.table(table).match, after.table(table).match
                assert before is not None
                assert now is not None
                assert now.view(seat) == before.view(seat)


@pytest.mark.parametrize("expansion", [False, True])
async def test_a_game_with_bots_is_played_to_its_end(expansion: bool) -> None:
    server = a_server()
    table, [ana] = await triche(server, 1, bots=5, options={"expansion": expansion, "target": 15})
    rng = Random(2)
    while mine(ana, table).choices:
        await move(table, [ana], rng)
    assert ana.room(table).status == "over"
    [over] = ana.saw(GameOver)
    scores = public(ana, table).scores
    assert scores is not None
    assert [seat for seat, score in enumerate(scores) if score.rank == 1] == list(over.winners)
    assert ana.sees_what_is(table)
