"""A fault of ours inside one table closes that table, and every other table plays on."""

from collections.abc import Callable
from typing import Any

import pytest

from protocol.errors import Code
from protocol.events import Accepted, Closed, Event, Rejected, TableNow
from protocol.happenings import Happening
from protocol.requests import Act, Chat, ClockRule, Create, Join, Start
from server.games.triqueta.rules import TriquetaRules
from server.tables import talking
from server.tables.table import Table
from tests.server.tables.guest import Guest, play_on, playing, seated
from tests.server.tables.house import Alarm, FakeHouse


class PlantedError(Exception):
    """The fault that a test plants."""


def failing(*_arguments: Any, **_options: Any) -> Any:
    raise PlantedError


class FaultyRules(TriquetaRules):
    """Triqueta with a fault that can be switched on."""

    def __init__(self) -> None:
        self.broken = ""

    def __getattribute__(self, name: str) -> Any:
        return failing if name == object.__getattribute__(self, "broken") else super().__getattribute__(name)


@pytest.fixture
def rules(house: FakeHouse) -> FaultyRules:
    faulty = FaultyRules()
    house.house.rules = {**house.house.rules, "triqueta": faulty}
    return faulty


async def test_a_fault_closes_its_own_table_only(
    house: FakeHouse, rules: FaultyRules, caplog: pytest.LogCaptureFixture
) -> None:
    table, [ana, bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    eve = await Guest(house, "Eve").arrive()
    await eve.watch(table)
    other, others = await playing(house, "Cy", "Dan")
    rules.broken = "public"
    answer = ana.answer(await ana.send(Act, table=table, action={"do": "draw"}))
    rules.broken = ""
    assert answer == Rejected(id=answer.id if answer else 0, code=Code.TABLE_FAILED)
    for guest in (ana, bo, eve):
        assert guest.closed == {table: Code.TABLE_FAILED}
        assert guest.player.tables == {}
    assert house.house.counts.tables_failed == 1
    assert "PlantedError" in caplog.text
    assert f"table {table} failed" in caplog.text
    await play_on(other, others)
    assert others[0].room(other).status == "over"


async def test_the_move_that_failed_is_not_stored_and_the_game_can_be_reopened(
    house: FakeHouse, rules: FaultyRules
) -> None:
    table, [ana, bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    await ana.act(table)
    rules.broken = "public"
    failed = await ana.send(Act, table=table, action={"do": "place", "row": 0})
    rules.broken = ""
    assert isinstance(ana.answer(failed), Rejected)
    assert len(house.journal.unfinished()[0].entries) == 1
    for guest in (ana, bo):
        await guest.join(table)
        assert guest.sees_what_is(table)
    await play_on(table, [ana, bo])
    assert ana.room(table).status == "over"


async def test_a_deal_that_failed_is_not_stored(house: FakeHouse, rules: FaultyRules) -> None:
    table, [ana, bo] = await seated(house, "Ana", "Bo")
    rules.broken = "mine"
    assert await ana.refusal(Start, table=table) == Code.TABLE_FAILED
    assert house.journal.games == {}
    assert bo.closed == {table: Code.TABLE_FAILED}


async def test_a_table_that_fails_while_it_opens_is_gone(
    house: FakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await Guest(house, "Ana").arrive()
    with monkeypatch.context() as patched:
        patched.setattr(Table, "room", failing)
        assert await ana.refusal(Create) == Code.TABLE_FAILED
    assert house.lobby.tables == {}
    await ana.create()


async def test_a_bot_that_cannot_be_asked_fails_its_table(house: FakeHouse) -> None:
    table, [ana] = await seated(house, "Ana", bots=1, options={"start": 1})
    house.house.think = failing
    await ana.start(table)
    assert ana.closed == {table: Code.TABLE_FAILED}


def _in_a_timer(house: FakeHouse, monkeypatch: pytest.MonkeyPatch, rules: FaultyRules) -> None:
    rules.broken = "mine"


def _after_a_commit(house: FakeHouse, monkeypatch: pytest.MonkeyPatch, rules: FaultyRules) -> None:
    monkeypatch.setattr("server.tables.playing._run_clock", failing)


@pytest.mark.parametrize("plant", [_in_a_timer, _after_a_commit])
async def test_faults_that_nobody_asked_for_are_caught_too(
    house: FakeHouse,
    monkeypatch: pytest.MonkeyPatch,
    rules: FaultyRules,
    plant: Callable[[FakeHouse, pytest.MonkeyPatch, FaultyRules], None],
) -> None:
    table, [ana] = await playing(house, "Ana", bots=1, options={"start": 0})
    await ana.act(table)
    house.journal.hanging = True
    move = await ana.send(Act, table=table, action={"do": "place", "row": 0})
    chat = await ana.send(Chat, table=table, text="hello")
    plant(house, monkeypatch, rules)
    house.commit()
    assert ana.closed == {table: Code.TABLE_FAILED}
    assert isinstance(ana.answer(move), Accepted)  # it was stored
    assert isinstance(ana.answer(chat), Accepted)


async def test_whatever_a_fault_leaves_behind_each_request_has_one_answer(
    house: FakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even a fault after the record was handed over: the first answer stands."""
    table, [ana, _bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    house.journal.hanging = True
    monkeypatch.setattr(Table, "write", _writing_then_failing(Table.write))
    move = await ana.send_move(table)
    house.commit()
    assert isinstance(ana.answer(move), Rejected)


def _writing_then_failing(write: Callable[..., None]) -> Callable[..., None]:
    def run(table: Table, record: Any) -> None:
        write(table, record)
        raise PlantedError

    return run


async def test_a_failed_table_answers_no_more_requests_until_it_is_stored(
    house: FakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, [ana, bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    house.journal.hanging = True
    await ana.send_move(table)
    with monkeypatch.context() as patched:
        patched.setattr(talking, "clean_chat", failing)
        assert await bo.refusal(Chat, table=table, text="boom") == Code.TABLE_FAILED
    assert await bo.refusal(Join, table=table) == Code.TABLE_CLOSED
    house.commit()
    await bo.join(table)
    assert bo.public(table).drawn == 1


async def test_nothing_of_a_failed_table_follows_its_closing(
    house: FakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, [ana, bo] = await playing(house, "Ana", "Bo", clock=ClockRule(turn=30), options={"start": 0})
    failed = house.table(table)
    house.journal.hanging = True
    await ana.send_move(table)
    await bo.send_join(table)
    with monkeypatch.context() as patched:
        patched.setattr(talking, "clean_chat", failing)
        await bo.send(Chat, table=table, text="boom")
    told = [guest.messages.index(Closed(table=table, code=Code.TABLE_FAILED)) for guest in (ana, bo)]
    house.commit()
    for guest, closed in zip((ana, bo), told, strict=True):
        assert not any(isinstance(message, Event | TableNow) for message in guest.messages[closed:])
    assert isinstance(failed.clock_timer, Alarm)
    assert failed.clock_timer.cancelled


async def test_a_fault_in_one_table_at_a_lost_link_spares_the_players_other_tables(
    house: FakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, [ana, _bo] = await playing(house, "Ana", "Bo")
    other = await ana.create()
    cy = await Guest(house, "Cy").arrive()
    await cy.join(other)
    tell = Table.tell

    def telling(self: Table, *what: Happening, **options: Any) -> None:
        if self.code == table:
            raise PlantedError
        tell(self, *what, **options)

    monkeypatch.setattr(Table, "tell", telling)
    ana.vanish()
    assert table not in house.lobby.tables
    assert not cy.room(other).seats[0].present
