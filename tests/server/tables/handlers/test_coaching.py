"""Advice at a table: for whom, when, how often, and only as long as it is of use."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec import convert

from tests.server.tables.fake_client import FakeClient, mover, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol import events
from triqueta_protocol.advice import Advice, Reason
from triqueta_protocol.codec import encode, plain
from triqueta_protocol.errors import Code
from triqueta_protocol.games.triqueta import Draw, Take
from triqueta_protocol.requests import Act, Advise, Configure
from triqueta_server.bots import COACHES
from triqueta_server.bots.coach import Coach, Option
from triqueta_server.limits.declared import Limits


def every_choice(public: Any, mine: Any, seat: int, rng: Random) -> list[Option]:
    """Every choice, as good as chance says."""
    seats = len(public.collections)
    return [Option(one.action, (rng.random(),) * seats, (rng.random(),) * seats) for one in mine.choices]


def no_reason(public: Any, mine: Any, seat: int, options: Sequence[Option]) -> Reason:
    return Reason("none", {"seat": seat})


@pytest.fixture(autouse=True)
def _coach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COACHES, "triqueta", Coach(every_choice, no_reason))


async def coached(server: FakeServer, *names: str, **rules: Any) -> tuple[str, list[FakeClient]]:
    """A game at a table with a coach, where the first client is on the move."""
    return await playing(server, *names, coach=True, options={"start": 0}, **rules)


def advice_in(client: FakeClient, request: int) -> Advice:
    answer = client.answer(request)
    assert isinstance(answer, events.Accepted), answer
    assert answer.advice is not None
    return answer.advice


def code_of(client: FakeClient, request: int) -> str:
    answer = client.answer(request)
    assert isinstance(answer, events.Rejected), answer
    return answer.code


async def test_whoever_owes_a_decision_hears_what_each_choice_promises(server: FakeServer) -> None:
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    advice = advice_in(ana, await ana.send(Advise, table=table))
    assert [one.action for one in advice.promises] == [
        plain(choice.action) for choice in ana.mine(table).choices
    ]
    assert advice.reason == Reason("none", {"seat": 0})


async def test_it_is_thought_about_with_the_view_of_the_seat_and_nothing_else(server: FakeServer) -> None:
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    await ana.act(table, Draw())
    await ana.ask(Advise, table=table)
    [question] = server.coach.asked
    assert question.public == plain(ana.public(table))
    assert question.mine == plain(ana.mine(table))
    assert question.seat == 0
    words = {"game", "public", "mine", "seat", "seed", "player", "address"}
    assert set(question.__struct_fields__) == words


async def test_the_same_view_gets_the_same_advice(server: FakeServer) -> None:
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    first = advice_in(ana, await ana.send(Advise, table=table))
    assert advice_in(ana, await ana.send(Advise, table=table)) == first


async def test_nobody_else_hears_of_it(server: FakeServer) -> None:
    table, [ana, bo] = await coached(server, "Ana", "Bo")
    before = len(bo.link.frames), len(server.journal.games)
    told = len(ana.link.frames)
    await ana.ask(Advise, table=table)
    assert (len(bo.link.frames), len(server.journal.games)) == before
    assert len(ana.link.frames) == told + 1


async def test_not_where_the_rule_is_off(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    assert ana.room(table).settings.coach is False
    assert await ana.refusal(Advise, table=table) == Code.COACH_OFF
    assert server.coach.asked == []


async def test_not_for_a_game_without_a_coach(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(COACHES, "triqueta")
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    assert ana.room(table).settings.coach is False
    assert await ana.refusal(Advise, table=table) == Code.COACH_OFF


async def test_not_for_somebody_elses_decision(server: FakeServer) -> None:
    table, [_ana, bo] = await coached(server, "Ana", "Bo")
    assert await bo.refusal(Advise, table=table) == Code.NOT_YOUR_TURN


async def test_not_for_a_watcher(server: FakeServer) -> None:
    table, _ = await coached(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    assert await eve.refusal(Advise, table=table) == Code.NOT_AT_TABLE
    await eve.watch(table)
    assert await eve.refusal(Advise, table=table) == Code.NOT_SEATED
    assert server.coach.asked == []


async def test_not_before_the_game(server: FakeServer) -> None:
    table, [ana, _bo] = await seated(server, "Ana", "Bo", coach=True)
    assert await ana.refusal(Advise, table=table) == Code.NO_GAME


async def test_one_question_at_a_time(server: FakeServer) -> None:
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    server.coach.held = True
    first = await ana.send(Advise, table=table)
    assert await ana.refusal(Advise, table=table) == Code.COACH_BUSY
    assert ana.answer(first) is None
    server.coach.release()
    server.settle()
    assert advice_in(ana, first).promises
    server.coach.held = False
    assert advice_in(ana, await ana.send(Advise, table=table)).promises


async def test_after_many_questions_one_waits_a_little(server: FakeServer) -> None:
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    for _ in range(int(Limits().advice.at_once)):
        await ana.ask(Advise, table=table)
    assert await ana.refusal(Advise, table=table) == Code.COACH_BUSY
    server.advance(1 / Limits().advice.per_second)
    await ana.ask(Advise, table=table)


async def test_so_many_are_thought_about_at_once_on_a_server() -> None:
    server = FakeServer(Limits(advice_at_once=1))
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    other, [cy, _dan] = await coached(server, "Cy", "Dan")
    server.coach.held = True
    await ana.send(Advise, table=table)
    assert await cy.refusal(Advise, table=other) == Code.COACH_BUSY
    server.coach.release()
    server.coach.held = False
    await cy.ask(Advise, table=other)


async def test_the_table_goes_on_while_it_is_thought_about(server: FakeServer) -> None:
    table, [ana, bo] = await coached(server, "Ana", "Bo")
    server.coach.held = True
    asked = await ana.send(Advise, table=table)
    await ana.act(table, Take(0))
    await bo.act(table, Draw())
    server.coach.release()
    server.settle()
    assert code_of(ana, asked) == Code.MOVED_ON


async def test_advice_of_a_moment_that_looks_the_same_again_is_not_given(server: FakeServer) -> None:
    """Ana draws and has laid the token down: her own view is the same, but it is another decision."""
    table, [ana, bo] = await coached(server, "Ana", "Bo")
    server.coach.held = True
    asked = await ana.send(Advise, table=table)
    await ana.act(table, Draw())
    await ana.act(table)
    while mover(table, [ana, bo]) is bo:
        await bo.act(table)
    server.coach.release()
    server.settle()
    assert code_of(ana, asked) == Code.MOVED_ON


async def test_a_coach_that_fails_says_so(server: FakeServer) -> None:
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    server.coach.broken = True
    assert await ana.refusal(Advise, table=table) == Code.COACH_BUSY
    server.coach.broken = False
    await ana.ask(Advise, table=table)


async def test_a_table_that_closes_meanwhile_leaves_no_question_open(server: FakeServer) -> None:
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    server.coach.held = True
    asked = await ana.send(Advise, table=table)
    server.table(table).close(Code.TABLE_CLOSED)
    server.coach.release()
    assert code_of(ana, asked) == Code.TABLE_CLOSED
    assert len(server.services.advising) == 0


async def test_the_answer_reaches_a_link_that_was_lost_meanwhile(server: FakeServer) -> None:
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    server.coach.held = True
    request = ana.request(Advise, table=table)
    await ana.send_again(request)
    ana.vanish()
    server.coach.release()
    await ana.arrive()
    await ana.send_again(request)
    assert advice_in(ana, request.id).promises


async def test_while_nothing_can_be_stored_there_is_no_advice(server: FakeServer) -> None:
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    server.fill_disk()
    assert await ana.refusal(Advise, table=table) == Code.PAUSED


async def test_the_host_changes_the_rule_and_all_see_it(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    assert bo.room(table).settings.coach is False
    await ana.ask(Configure, table=table, coach=True)
    assert bo.room(table).settings.coach is True
    await ana.ask(Configure, table=table, coach=False)
    assert bo.room(table).settings.coach is False


async def test_the_rule_outlives_a_crash(server: FakeServer) -> None:
    table, [ana, _bo] = await coached(server, "Ana", "Bo")
    after = server.restarted()
    await ana.arrive(after)
    await ana.join(table)
    assert ana.room(table).settings.coach is True
    await ana.ask(Advise, table=table)


def test_advice_is_short(server: FakeServer) -> None:
    """It is remembered with the other answers of a player."""
    promise = {"action": {"do": "place", "stone": 63, "cell": 101}, "chance": 100, "points": 123.4}
    advice = convert({"promises": [promise] * 12, "reason": {"why": "x" * 20}}, Advice)
    assert len(encode(events.Accepted(id=2**53 - 1, table="KNRTKNRT", advice=advice))) < 1500


def test_every_request_about_advice_costs_more_than_a_move() -> None:
    from triqueta_server.limits.request_rate import cost_of

    assert cost_of(Advise(id=1, table="KNRT"), 20) > cost_of(Act(id=1, table="KNRT", action={}), 40)
