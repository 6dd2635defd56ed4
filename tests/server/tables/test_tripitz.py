"""Tripitz at the tables, without sockets: the race for the first move, secrets to the byte, stand-ins."""

import logging
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.server.games.tripitz.play import FORMS, begun
from tests.server.games.tripitz.worlds import another_world, played, some_of_a_game
from tests.server.tables.fake_client import FakeClient, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import plain
from triqueta_protocol.games import VOCABULARIES
from triqueta_protocol.games.tripitz import VOCABULARY, Mine, Options, Placed, Public, Started, StoodBack
from triqueta_protocol.requests import Act, History, Join
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import BotSatIn, GameOver, TimeRanOut
from triqueta_server.bots import BOTS
from triqueta_server.bots.tripitz import LEVELS
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES, TripitzRules

NAMES = ("Ana", "Bo", "Cy", "Dan", "Kim", "Lea")
RACE = {"start_player": "race"}
STAND_BACK = {"do": "stand_back"}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VOCABULARIES, "tripitz", VOCABULARY)
    monkeypatch.setitem(BOTS, "tripitz", LEVELS)


class Begun(TripitzRules):
    """Tripitz from a position of the test's own; the seed and all that is told of it stay the same."""

    def __init__(self, make: Callable[[], Position] | None = None) -> None:
        self._make = make

    def begin(self, seats: int, options: Options, seed: bytes) -> Position:
        return super().begin(seats, options, seed) if self._make is None else self._make()


def a_server(make: Callable[[], Position] | None = None) -> FakeServer:
    server = FakeServer()
    server.services.rules = {"tripitz": Begun(make)}
    return server


async def tripitz(server: FakeServer, people: int, **rules: Any) -> tuple[str, list[FakeClient]]:
    return await playing(server, *NAMES[:people], game="tripitz", **rules)


def public(client: FakeClient, table: str) -> Public:
    seen = client.mirrors[table].public
    assert isinstance(seen, Public)
    return seen


def mine(client: FakeClient, table: str) -> Mine:
    seen = client.mirrors[table].mine
    assert isinstance(seen, Mine)
    return seen


def claim(client: FakeClient, table: str) -> dict[str, Any]:
    """The first placement that the client is shown."""
    action: dict[str, Any] = plain(mine(client, table).choices[0].action)
    assert action["do"] == "claim"
    return action


async def move(table: str, clients: list[FakeClient], rng: Random) -> None:
    """Somebody who owes a decision takes one that the view shows, rather a placement."""
    client = rng.choice([client for client in clients if mine(client, table).choices])
    choices = mine(client, table).choices
    laying = [choice for choice in choices if choice.points]
    action = rng.choice(laying if laying and rng.random() < 0.9 else choices).action
    await client.ask(Act, table=table, action=plain(action))


# The race


def racing(seats: int) -> Callable[[], Position]:
    """A race in which everybody can lay a stone."""
    options = Options(start_player="race")
    starts = (begun(seats, b"racing %d" % game, options) for game in range(50))
    found = next(position for position in starts if len(position.owing) == seats)
    return found.copy


async def test_of_two_claims_in_the_same_instant_one_wins_and_the_other_is_told() -> None:
    server = a_server(racing(3))
    table, [ana, bo, cy] = await tripitz(server, 3, options=RACE)
    assert public(cy, table).owing == (0, 1, 2)
    late = claim(ana, table)
    await bo.ask(Act, table=table, action=claim(bo, table))
    assert await ana.refusal(Act, table=table, action=late) == "not_your_turn"
    for client in (ana, bo, cy):
        [placed] = client.saw(Placed)
        assert (placed.seat, placed.claimed) == (1, True)
        assert (public(client, table).start, public(client, table).owing) == (1, (2,))
        assert client.sees_what_is(table)
    assert public(ana, table).points[0] == 0


async def test_a_claim_that_comes_too_late_is_no_move_even_if_it_is_the_losers_turn() -> None:
    server = a_server(racing(2))
    table, [ana, bo] = await tripitz(server, 2, options=RACE)
    late = [plain(choice.action) for choice in mine(bo, table).choices]
    await ana.ask(Act, table=table, action=claim(ana, table))
    assert public(bo, table).owing == (1,)
    before = public(bo, table)
    for action in late:
        answer = bo.answer(await bo.send(Act, table=table, action=action))
        assert plain(answer)["detail"] == {"why": "race_over"}
    assert public(bo, table) == before


async def test_a_wrong_claim_is_explained_and_the_race_goes_on() -> None:
    server = a_server(racing(2))
    table, [ana, bo] = await tripitz(server, 2, options=RACE)
    stone = public(ana, table).racks[0][0]
    identifier = await ana.send(Act, table=table, action={"do": "claim", "stone": stone, "cell": 0})
    answer = ana.answer(identifier)
    assert plain(answer)["detail"] == {"why": "no_figure"}
    assert public(bo, table).phase == "race"
    await ana.ask(Act, table=table, action=claim(ana, table))
    assert public(bo, table).start == 0


async def test_bots_never_race_however_long_people_think() -> None:
    server = a_server(racing(4))
    table, [ana] = await tripitz(server, 1, bots=3, options=RACE, pace=700)
    for _ in range(100):
        server.advance(1)
    assert sorted(one.seat for one in ana.saw(StoodBack)) == [1, 2, 3]
    assert (public(ana, table).phase, public(ana, table).owing) == ("race", (0,))
    await ana.ask(Act, table=table, action=claim(ana, table))
    assert public(ana, table).start == 0
    server.advance(0.8)
    assert [placed.seat for placed in ana.saw(Placed)] == [0, 1]


async def test_a_bot_that_gives_no_answer_does_not_win_the_race_either() -> None:
    server = a_server(racing(3))
    server.bots.held = True
    table, [ana] = await tripitz(server, 1, bots=2, options=RACE)
    for _ in range(3):
        server.bots.release_with(None)
        server.settle()
    assert sorted(one.seat for one in ana.saw(StoodBack)) == [1, 2]
    assert public(ana, table).owing == (0,)


@pytest.mark.parametrize("bots", [1, 3])
async def test_a_bot_that_was_asked_during_the_race_is_asked_anew_when_it_is_over(
    bots: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Its answer, to stand back, comes when there is no race any more."""
    caplog.set_level(logging.ERROR)
    server = a_server(racing(1 + bots))
    table, [ana] = await tripitz(server, 1, bots=bots, options=RACE, pace=700)
    await ana.ask(Act, table=table, action=claim(ana, table))
    for _ in range(12 * bots):
        server.advance(0.5)
    assert ana.saw(StoodBack) == []
    assert public(ana, table).owing == (0,)
    assert [placed.seat for placed in ana.saw(Placed)] == list(range(bots + 1))
    assert caplog.records == []
    levels = public(ana, table).points
    assert min(levels) > 0


async def test_when_all_stand_back_the_shuffle_chooses() -> None:
    server = a_server(racing(3))
    table, clients = await tripitz(server, 3, options=RACE)
    for client in clients:
        assert public(client, table).phase == "race"
        await client.ask(Act, table=table, action=STAND_BACK)
    for client in clients:
        [started] = client.saw(Started)
        assert public(client, table).owing == (started.seat,) == (public(client, table).start,)


async def test_people_who_are_asleep_stand_back_when_their_time_is_up() -> None:
    server = a_server(racing(3))
    table, [ana, bo, cy] = await tripitz(server, 3, options=RACE, clock=ClockRule(turn=10))
    clocks = ana.room(table).clocks
    assert clocks is not None
    assert all(turn is not None for turn in clocks.turn)
    server.advance(4)
    await bo.ask(Act, table=table, action=STAND_BACK)
    server.advance(7)
    assert [one.seat for one in ana.saw(TimeRanOut)] == [0, 2]
    assert [one.seat for one in cy.saw(StoodBack)] == [1, 0, 2]
    assert len(ana.saw(Started)) == 1
    assert public(ana, table).phase == "turn"


async def test_who_leaves_during_the_race_stands_back() -> None:
    server = a_server(racing(3))
    table, [ana, bo, cy] = await tripitz(server, 3, options=RACE)
    await cy.leave(table)
    assert ana.saw(BotSatIn) == [BotSatIn(2, "left")]
    assert ana.saw(StoodBack) == [StoodBack(2)]
    await bo.ask(Act, table=table, action=STAND_BACK)
    assert public(ana, table).owing == (0,)
    await ana.ask(Act, table=table, action=claim(ana, table))
    assert public(ana, table).start == 0


# Secrets


async def frames(
    position: Position, moves: list[tuple[int, dict[str, Any]]], bumps: Random
) -> list[list[bytes]]:
    """Every frame that each seat got in such a game, and last those of a watcher."""
    server = a_server(position.copy)
    options = plain(position.options)
    table, clients = await seated(server, *NAMES[: position.seats], game="tripitz", options=options)
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


@pytest.mark.parametrize("seed", range(8))
async def test_nobody_can_tell_two_worlds_apart(seed: int) -> None:
    rng = Random(seed)
    form = [*FORMS][seed % len(FORMS)]
    start = begun(rng.randint(2, 4), b"table %d" % seed, FORMS[form])
    log = some_of_a_game(start, rng)
    other = another_world(start, log, rng)
    there = Position(start.seats, start.options, other)
    moves, position = [], start.copy()
    for seat, action in log:
        moves.append((seat, RULES.write(position, seat, action)))
        position.apply(seat, action)
    bumps = rng.random()
    heard = [await frames(world, moves, Random(bumps)) for world in (start, there)]
    assert heard[0] == heard[1]
    assert all(len(one) > 3 for one in heard[0])
    assert played(start, log, other)[0].bag != position.bag or position.left < 2


# Stand-ins, crashes, whole games


@pytest.mark.parametrize("moves", [0, 5, 30])
@pytest.mark.parametrize("form", ["jokers", "race"])
async def test_whoever_leaves_is_played_for(moves: int, form: str) -> None:
    server = a_server()
    table, clients = await tripitz(server, 3, options=plain(FORMS[form]))
    rng = Random(moves)
    for _ in range(moves):
        await move(table, clients, rng)
    bo = clients.pop(1)
    await bo.leave(table)
    laid = len([one for one in clients[0].saw(Placed) if one.seat == 1])
    for _ in range(6):
        await move(table, clients, rng)
    assert len([one for one in clients[0].saw(Placed) if one.seat == 1]) > laid


@pytest.mark.parametrize("form", FORMS)
async def test_a_table_is_after_a_crash_what_it_was_before(form: str) -> None:
    server = a_server()
    table, clients = await tripitz(server, 3, options=plain(FORMS[form]))
    rng = Random(form)
    compared = 0
    while server.table(table).status == "playing":
        (stored,) = server.journal.unfinished()
        if rng.random() < 0.15 or not compared:
            after = a_server()
            assert after.lobby.restore(stored) is not None
            before, now = server.table(table).match, after.table(table).match
            assert before is not None
            assert now is not None
            assert [now.view(seat) for seat in (None, 0, 1, 2)] == [
                before.view(seat) for seat in (None, 0, 1, 2)
            ]
            compared += 1
        await move(table, clients, rng)
    assert compared > 1


@pytest.mark.parametrize("form", FORMS)
async def test_a_game_with_bots_is_played_to_its_end(form: str) -> None:
    server = a_server()
    table, [ana] = await tripitz(server, 1, bots=5, options=plain(FORMS[form]))
    rng = Random(2)
    while mine(ana, table).choices:
        await move(table, [ana], rng)
    assert ana.room(table).status == "over"
    [over] = ana.saw(GameOver)
    scores = public(ana, table).scores
    assert scores is not None
    assert [seat for seat, score in enumerate(scores) if score.rank == 1] == list(over.winners)
    assert ana.sees_what_is(table)
