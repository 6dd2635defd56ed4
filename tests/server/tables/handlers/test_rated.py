"""Rated games at a table: who may have them, what everybody is told, and what they do to ratings."""

from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol import events, requests
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Event, RatingChange
from triqueta_protocol.requests import Configure, Create, Kick, SitIn, Start, Undo
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import GameOver
from triqueta_protocol.version import BOT, capabilities
from triqueta_server.limits.declared import Limits
from triqueta_server.ratings.model import NEWCOMER

CLOCK = ClockRule(turn=30, bank=60)


async def rated(server: FakeServer, *names: str, **rules: Any) -> tuple[str, list[FakeClient]]:
    return await playing(server, *names, rated=True, **{"clock": CLOCK, "seats": len(names), **rules})


async def detail(client: FakeClient, kind: type[requests.Request], **fields: Any) -> dict[str, Any]:
    answer = client.answer(await client.send(kind, **fields))
    assert isinstance(answer, events.Rejected), answer
    assert answer.code == Code.CANNOT_BE_RATED
    return dict(answer.detail)


@pytest.mark.parametrize(
    ("with_it", "why"),
    [({"coach": True}, "coach"), ({"practice": True}, "practice"), ({"seed": "owl"}, "seed")],
)
async def test_no_table_is_rated_that_helps(server: FakeServer, with_it: dict[str, Any], why: str) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    assert await detail(ana, Create, rated=True, **with_it) == {"why": why}
    assert not server.lobby.tables
    table = await ana.create(**with_it)
    assert await detail(ana, Configure, table=table, rated=True) == {"why": why}
    assert not ana.room(table).settings.rated


async def test_a_rated_table_gets_no_coach_and_both_can_be_exchanged_at_once(server: FakeServer) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    table = await ana.create(rated=True)
    assert await detail(ana, Configure, table=table, coach=True) == {"why": "coach"}
    await ana.ask(Configure, table=table, coach=True, rated=False)
    await ana.ask(Configure, table=table, coach=False, rated=True)
    assert (ana.room(table).settings.rated, ana.room(table).settings.coach) == (True, False)


async def test_everybody_is_told_and_has_to_be_ready_again(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo", clock=CLOCK)
    cy = await FakeClient(server, "Cy").arrive()
    await cy.ask(requests.Lobby)
    assert not cy.lobby[table].rated
    await ana.ask(Configure, table=table, rated=True)
    assert ana.room(table).settings.rated
    assert bo.room(table).settings.rated
    assert cy.lobby[table].rated
    assert await ana.refusal(Start, table=table) == Code.NOT_READY


async def test_people_need_a_clock_and_somebody_with_bots_does_not(server: FakeServer) -> None:
    table, [ana, _bo] = await seated(server, "Ana", "Bo", rated=True)
    assert await detail(ana, Start, table=table) == {"why": "clock"}
    alone, [cy] = await playing(server, "Cy", bots=1, rated=True)
    assert cy.room(alone).status == "playing"


async def test_people_at_one_keyboard_play_no_rated_game(server: FakeServer) -> None:
    server.services.one_keyboard = True
    table, [ana, _bo] = await seated(server, "Ana", "Bo", rated=True, clock=CLOCK)
    assert await detail(ana, Start, table=table) == {"why": "keyboard"}


async def test_a_program_is_rated_as_one(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", seats=2, rated=True, clock=CLOCK)
    marvin = await FakeClient(server, "Marvin").arrive(capabilities=(*capabilities(), BOT))
    await marvin.join(table)
    await marvin.ready(table)
    await ana.start(table)
    await play_on(table, [ana, marvin])
    lines = server.services.ratings.lines
    assert lines["triqueta", "2", marvin.player.id].program
    assert not lines["triqueta", "2", ana.player.id].program


async def test_nobody_is_sent_away_from_one(server: FakeServer) -> None:
    table, [ana, bo] = await rated(server, "Ana", "Bo")
    assert await ana.refusal(Kick, table=table, seat=1) == Code.RATED_GAME
    await play_on(table, [ana, bo])
    await ana.ask(Kick, table=table, seat=1)


async def test_nothing_is_taken_back(server: FakeServer) -> None:
    rules = {"watchers": False, "private": True, "bots": 1, "options": {"start": 0}}
    for counts in (False, True):
        table, [ana] = await playing(FakeServer(), "Ana", rated=counts, **rules)
        await ana.act(table)
        if counts:
            assert not ana.room(table).undo
            assert await ana.refusal(Undo, table=table) == Code.NO_UNDO


async def test_the_end_says_what_it_did_to_each_rating_and_not_before_it_is_stored(
    server: FakeServer,
) -> None:
    table, [ana, bo] = await rated(server, "Ana", "Bo")
    while ana.owes(table) or bo.owes(table):
        server.journal.hanging = True
        client = ana if ana.owes(table) else bo
        await client.send_move(table)
        assert not ana.room(table).rating_changes
        server.commit()
    changes = ana.room(table).rating_changes
    assert changes == bo.room(table).rating_changes
    [winner] = ana.saw(GameOver)[-1].winners
    won, lost = changes[winner], changes[1 - winner]
    assert won is not None
    assert lost is not None
    assert won.before == lost.before == NEWCOMER.rating == 1500
    assert won.after > 1500 > lost.after
    told = [message for message in ana.messages if isinstance(message, Event)]
    ends = [event for event in told if event.room.get("rating_changes")]
    assert ends == [event for event in told if event.room.get("status") == "over"], "with the last move"
    [stored] = server.journal.games.values()
    assert stored.end is not None
    assert stored.end.ratings is not None
    assert [seat.player for seat in stored.end.ratings.seats] == [ana.player.id, bo.player.id]


async def test_a_game_that_is_not_rated_changes_nothing(server: FakeServer) -> None:
    table, clients = await playing(server, "Ana", "Bo", seats=2)
    await play_on(table, clients)
    assert clients[0].room(table).rating_changes == ()
    assert not server.services.ratings.lines


async def test_bots_stay_where_they_are(server: FakeServer) -> None:
    table, [ana] = await playing(server, "Ana", bots=2, rated=True)
    await play_on(table, [ana])
    mine, *theirs = ana.room(table).rating_changes
    assert isinstance(mine, RatingChange)
    assert theirs == [None, None]
    normal = server.services.ratings.lines["triqueta", "3+", "bot:normal"]
    assert (normal.skill.rating, normal.skill.sigma, normal.games) == (1500, 0.0, 2)


async def test_whoever_leaves_comes_last_whatever_the_bot_does(server: FakeServer) -> None:
    table, [ana, bo, cy] = await rated(server, "Ana", "Bo", "Cy")
    await cy.leave(table)
    await play_on(table, [ana, bo])
    server.advance(60)
    changes = ana.room(table).rating_changes
    assert all(one is not None for one in changes)
    assert min(changes, key=lambda one: one.after if one else 0) == changes[2]
    line = server.services.ratings.lines["triqueta", "3+", cy.player.id]
    assert (line.games, line.wins) == (1, 0)


async def test_whoever_comes_back_has_the_place_of_the_seat(server: FakeServer) -> None:
    table, [ana, bo] = await rated(server, "Ana", "Bo", substitute="ask")
    bo.vanish()
    server.advance(server.services.limits.grace + 1)
    await ana.ask(SitIn, table=table, seat=1)
    await bo.come_back(table)
    await play_on(table, [ana, bo])
    assert not _gone(server)[1]


async def test_a_seat_that_bots_have_played_more_than_its_owner_counts_as_left(server: FakeServer) -> None:
    table, [ana, bo] = await rated(server, "Ana", "Bo")
    await bo.leave(table)
    while ana.public(table).round < 4:
        await play_on(table, [ana], 1)
        server.advance(5)
    await bo.join(table)
    await play_on(table, [ana, bo])
    assert _gone(server) == [False, True]


async def test_a_game_that_everybody_has_left_is_played_out_and_counts(server: FakeServer) -> None:
    table, [ana] = await playing(server, "Ana", bots=1, rated=True)
    await play_on(table, [ana], 3)
    ana.vanish()
    server.advance(server.services.limits.close_after - 1)
    assert server.table(table).status == "playing"
    server.advance(200)
    assert server.table(table).status == "over"
    assert _gone(server) == [True, False]
    server.advance(server.services.limits.close_after)
    assert table not in server.lobby.tables


async def test_another_game_that_everybody_has_left_waits_as_before(server: FakeServer) -> None:
    table, [ana] = await playing(server, "Ana", bots=1)
    ana.vanish()
    server.advance(server.services.limits.close_after + 200)
    assert table in server.lobby.suspended


async def test_a_restart_in_the_middle_changes_nothing_about_the_end(server: FakeServer) -> None:
    ends = []
    for restarts in (False, True):
        server = FakeServer(Limits())
        table, [ana, bo] = await rated(server, "Ana", "Bo")
        await play_on(table, [ana, bo], 12)
        if restarts:
            server = server.restarted()
            for client in (ana, bo):
                await client.arrive(server)
                await client.join(table)
            assert ana.room(table).settings.rated
        await play_on(table, [ana, bo])
        ends.append(ana.room(table).rating_changes)
    assert ends[0] == ends[1]


def _gone(server: FakeServer) -> list[bool]:
    [stored] = server.journal.games.values()
    assert stored.end is not None
    assert stored.end.ratings is not None
    return [seat.gone for seat in stored.end.ratings.seats]
