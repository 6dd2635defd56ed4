"""A fault of ours inside one table closes that table, and every other table plays on."""

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, mover, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from tests.server.tables.faults import PlantedError, failing
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted, Closed, Event, Rejected, TableNow
from triqueta_protocol.requests import Act, Chat, Create, Join, Start
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import TableEvent
from triqueta_server import crash_report
from triqueta_server.crash_report import CrashFolder, CrashReport
from triqueta_server.games import RULES
from triqueta_server.games.triqueta.rules import TriquetaRules
from triqueta_server.tables.handlers import chat
from triqueta_server.tables.state.table import Table


class FaultyRules(TriquetaRules):
    """Triqueta with a fault that can be switched on."""

    def __init__(self) -> None:
        self.broken = ""

    def __getattribute__(self, name: str) -> Any:
        return failing if name == object.__getattribute__(self, "broken") else super().__getattribute__(name)


@pytest.fixture
def rules(server: FakeServer) -> FaultyRules:
    faulty = FaultyRules()
    server.services.rules = {**server.services.rules, "triqueta": faulty}
    return faulty


async def test_a_fault_closes_its_own_table_only(
    server: FakeServer, rules: FaultyRules, caplog: pytest.LogCaptureFixture
) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    other, others = await playing(server, "Cy", "Dan")
    rules.broken = "public"
    answer = ana.answer(await ana.send(Act, table=table, action={"do": "draw"}))
    rules.broken = ""
    assert answer == Rejected(id=answer.id if answer else 0, code=Code.TABLE_FAILED)
    for client in (ana, bo, eve):
        assert client.closed == {table: Code.TABLE_FAILED}
        assert client.player.tables == {}
    assert server.services.counts.tables_failed == 1
    assert "PlantedError" in caplog.text
    assert f"table failed and closed table={table}" in caplog.text
    await play_on(other, others)
    assert others[0].room(other).status == "over"


async def test_the_move_that_failed_is_not_stored_and_the_game_can_be_reopened(
    server: FakeServer, rules: FaultyRules
) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    await ana.act(table)
    rules.broken = "public"
    failed = await ana.send(Act, table=table, action={"do": "place", "row": 0})
    rules.broken = ""
    assert isinstance(ana.answer(failed), Rejected)
    assert len(server.journal.unfinished()[0].entries) == 1
    for client in (ana, bo):
        await client.join(table)
        assert client.sees_what_is(table)
    await play_on(table, [ana, bo])
    assert ana.room(table).status == "over"


async def test_a_deal_that_failed_is_not_stored(server: FakeServer, rules: FaultyRules) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    rules.broken = "mine"
    assert await ana.refusal(Start, table=table) == Code.TABLE_FAILED
    assert server.journal.games == {}
    assert bo.closed == {table: Code.TABLE_FAILED}


async def test_a_table_that_fails_while_it_opens_is_gone(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    with monkeypatch.context() as patched:
        patched.setattr(Table, "room", failing)
        assert await ana.refusal(Create) == Code.TABLE_FAILED
    assert server.lobby.tables == {}
    await ana.create()


async def test_a_bot_that_cannot_be_asked_fails_its_table(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", bots=1, options={"start": 1})
    server.services.ask_bot = failing
    await ana.start(table)
    assert ana.closed == {table: Code.TABLE_FAILED}


def _in_a_timer(server: FakeServer, monkeypatch: pytest.MonkeyPatch, rules: FaultyRules) -> None:
    rules.broken = "mine"


def _after_a_commit(server: FakeServer, monkeypatch: pytest.MonkeyPatch, rules: FaultyRules) -> None:
    monkeypatch.setattr("triqueta_server.tables.handlers.playing._run_clock", failing)


@pytest.mark.parametrize("plant", [_in_a_timer, _after_a_commit])
async def test_faults_that_nobody_asked_for_are_caught_too(
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    rules: FaultyRules,
    plant: Callable[[FakeServer, pytest.MonkeyPatch, FaultyRules], None],
) -> None:
    table, [ana] = await playing(server, "Ana", bots=1, options={"start": 0})
    await ana.act(table)
    server.journal.hanging = True
    move = await ana.send(Act, table=table, action={"do": "place", "row": 0})
    chat = await ana.send(Chat, table=table, text="hello")
    plant(server, monkeypatch, rules)
    server.commit()
    assert ana.closed == {table: Code.TABLE_FAILED}
    assert isinstance(ana.answer(move), Accepted)  # it was stored
    assert isinstance(ana.answer(chat), Accepted)


async def test_whatever_a_fault_leaves_behind_each_request_has_one_answer(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even a fault after the record was handed over: the first answer stands."""
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    monkeypatch.setattr(Table, "write", _writing_then_failing(Table.write))
    move = await ana.send_move(table)
    server.commit()
    assert isinstance(ana.answer(move), Rejected)


def _writing_then_failing(write: Callable[..., None]) -> Callable[..., None]:
    def run(table: Table, record: Any) -> None:
        write(table, record)
        raise PlantedError

    return run


async def test_a_failed_table_answers_no_more_requests_until_it_is_stored(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    await ana.send_move(table)
    with monkeypatch.context() as patched:
        patched.setattr(chat, "clean_chat", failing)
        assert await bo.refusal(Chat, table=table, text="boom") == Code.TABLE_FAILED
    assert await bo.refusal(Join, table=table) == Code.TABLE_CLOSED
    server.commit()
    await bo.join(table)
    assert bo.public(table).drawn == 1


async def test_nothing_of_a_failed_table_follows_its_closing(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", clock=ClockRule(turn=30), options={"start": 0})
    failed = server.table(table)
    server.journal.hanging = True
    await ana.send_move(table)
    await bo.send_join(table)
    assert failed.clock_alarm.is_set
    with monkeypatch.context() as patched:
        patched.setattr(chat, "clean_chat", failing)
        await bo.send(Chat, table=table, text="boom")
    told = [client.messages.index(Closed(table=table, code=Code.TABLE_FAILED)) for client in (ana, bo)]
    server.commit()
    for client, closed in zip((ana, bo), told, strict=True):
        assert not any(isinstance(message, Event | TableNow) for message in client.messages[closed:])
    assert not failed.clock_alarm.is_set


async def test_a_fault_in_one_table_at_a_lost_link_spares_the_players_other_tables(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo")
    other = await ana.create()
    cy = await FakeClient(server, "Cy").arrive()
    await cy.join(other)
    tell = Table.broadcast

    def telling(self: Table, *what: TableEvent, **options: Any) -> None:
        if self.code == table:
            raise PlantedError
        tell(self, *what, **options)

    monkeypatch.setattr(Table, "broadcast", telling)
    ana.vanish()
    assert table not in server.lobby.tables
    assert not cy.room(other).seats[0].present


async def test_a_record_that_the_store_refuses_ends_its_table_only(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    await ana.act(table)
    other, others = await playing(server, "Cy", "Dan")
    server.journal.hanging = True
    move = await ana.send_move(table)
    server.journal.refuse(PlantedError())
    server.journal.hanging = False
    assert ana.answer(move) == Rejected(id=move, code=Code.TABLE_FAILED)
    assert (ana.closed, bo.closed) == ({table: Code.TABLE_FAILED},) * 2
    assert len(next(game for game in server.journal.unfinished() if game.record.table == table).entries) == 1
    for client in (ana, bo):
        await client.join(table)
        assert client.sees_what_is(table)
    await play_on(table, [ana, bo])
    await play_on(other, others)
    assert (ana.room(table).status, others[0].room(other).status) == ("over", "over")


@pytest.mark.parametrize("broken", ["public", "apply"])
async def test_a_fault_is_kept_with_what_it_takes_to_repeat_it(
    server: FakeServer,
    rules: FaultyRules,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    broken: str,
) -> None:
    server.services.keep_crash = CrashFolder(tmp_path).write
    table, clients = await playing(server, "Ana", "Bo")
    await play_on(table, clients, moves=7)
    with monkeypatch.context() as patched:
        if broken == "public":
            rules.broken = "public"
        else:
            patched.setattr("triqueta_server.games.triqueta.position.Position.apply", failing)
        await mover(table, clients).send_move(table)
    rules.broken = ""
    [path] = (tmp_path / "crashes").iterdir()
    assert f"triqueta-server replay-crash {path}" in caplog.text
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    report = crash_report.read(path, server.services.rules)
    assert isinstance(report, CrashReport)
    assert "PlantedError" in report.traceback
    assert crash_report.repeat(report, rules) == crash_report.Repeated(8, None)
    rules.broken = "mine"
    again = crash_report.repeat(report, rules)
    assert isinstance(again.error, PlantedError)


def test_faults_that_come_again_and_again_do_not_fill_the_disk(tmp_path: Path) -> None:
    folder = CrashFolder(tmp_path)
    about = {
        "table": "KNOT",
        "game": "triqueta",
        "seats": 2,
        "options": {},
        "seed": "",
        "moves": (),
        "tried": None,
    }
    for at in range(crash_report.KEPT + 5):
        folder.write(CrashReport.of(PlantedError(), at=1e9 + at, **about))
    kept = sorted((tmp_path / "crashes").iterdir())
    assert len(kept) == crash_report.KEPT
    assert crash_report.read(kept[-1], RULES).at == 1e9 + crash_report.KEPT + 4
    (tmp_path / "file").touch()
    assert CrashFolder(tmp_path / "file").write(CrashReport.of(PlantedError(), at=0.0, **about)) is None


@pytest.mark.parametrize("text", ["", "{}", '{"kind": "triqueta crash 2"}', '{"kind": 1', "\x00"])
def test_a_file_that_is_no_report_is_refused_with_a_reason(tmp_path: Path, text: str) -> None:
    path = tmp_path / "report.json"
    path.write_text(text)
    with pytest.raises(crash_report.CrashReportError, match="is no crash report"):
        crash_report.read(path, RULES)
