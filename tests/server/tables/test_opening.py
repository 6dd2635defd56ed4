"""Opening tables: every option, what is refused, private tables, passwords, and changed rules."""

import hashlib
from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Rejected
from triqueta_protocol.requests import Configure, Create, Join, Watch
from triqueta_protocol.settings import ClockRule, TableSettings
from triqueta_protocol.table_events import SettingsChanged
from triqueta_server.limits.declared import Limits


async def test_whoever_opens_a_table_sits_at_it_as_its_host(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", seats=4)
    room = ana.room(table)
    assert (room.table, room.game, room.status, room.games) == (table, "triqueta", "waiting", 0)
    assert room.host == ana.player.id
    assert [seat.kind for seat in room.seats] == ["player", "open", "open", "open"]
    assert (room.locked, room.settings.seed, room.shuffle, room.clocks, room.paused) == (
        False,
        None,
        None,
        None,
        None,
    )
    assert ana.mirrors[table].public is None
    assert ana.sees_what_is(table)


async def test_every_rule_and_option_is_kept(server: FakeServer) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    settings = TableSettings(
        seats=2, clock=ClockRule(30, 60), watchers=False, private=True, pace=1200, seed="a knot"
    )
    options = {"start": 1, "variant": "dorra"}
    answer = await ana.ask(Create, settings=settings, options=options, password="sesame")
    assert answer.table is not None
    room = ana.room(answer.table)
    assert (room.settings, room.options) == (settings, options)
    assert (room.locked, room.settings.seed) == (True, "a knot")
    assert len(answer.table) == 8


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, Code.UNKNOWN_GAME),
        ({"settings": TableSettings(seats=1)}, Code.BAD_OPTIONS),
        ({"settings": TableSettings(seats=6)}, Code.BAD_OPTIONS),
        ({"settings": TableSettings(seats=3), "options": {"variant": "dorra"}}, Code.BAD_OPTIONS),
        ({"options": {"variant": "wolves"}}, Code.BAD_OPTIONS),
        ({"options": {"colour": "red"}}, Code.BAD_OPTIONS),
        ({"settings": TableSettings(seats=3), "options": {"start": 3}}, Code.BAD_OPTIONS),
    ],
)
async def test_what_cannot_be_played_is_refused(
    server: FakeServer, fields: dict[str, Any], code: Code
) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    assert await ana.refusal(Create, **fields) == code
    assert server.lobby.tables == {}


async def test_a_server_has_room_for_so_many_tables() -> None:
    server = FakeServer(Limits(tables=2))
    ana = await FakeClient(server, "Ana").arrive()
    for _ in range(2):
        await ana.create()
    assert await ana.refusal(Create) == Code.TOO_MANY_TABLES


async def test_a_player_may_be_at_so_many_tables() -> None:
    server = FakeServer(Limits(tables_per_player=2))
    table, [ana] = await seated(server, "Ana", seats=4)
    bo = await FakeClient(server, "Bo").arrive()
    await bo.create()
    await bo.watch(table)
    assert await bo.refusal(Create) == Code.TOO_MANY_TABLES
    other = await ana.create()
    assert await bo.refusal(Join, table=other) == Code.TOO_MANY_TABLES
    assert await bo.refusal(Watch, table=other) == Code.TOO_MANY_TABLES
    await bo.join(table)  # a watcher who sits down is at no more tables than before
    assert ana.room(table).seats[1].name == "Bo"


async def test_a_code_is_found_in_small_letters_too(server: FakeServer) -> None:
    table, _ = await seated(server, "Ana")
    bo = await FakeClient(server, "Bo").arrive()
    await bo.join(table.lower())
    assert bo.seat(table) == 1


async def test_a_table_that_is_not_there_is_unknown(server: FakeServer) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    assert await ana.refusal(Join, table="NONE") == Code.UNKNOWN_TABLE


@pytest.mark.parametrize("kind", [Join, Watch])
async def test_a_locked_table_opens_to_its_password_only(
    server: FakeServer, kind: type[Join] | type[Watch]
) -> None:
    table, [ana] = await seated(server, "Ana", password="sesame")
    bo = await FakeClient(server, "Bo").arrive()
    for password in (None, "", "SESAME"):
        assert await bo.refusal(kind, table=table, password=password) == Code.WRONG_PASSWORD
    assert table not in bo.mirrors
    await bo.ask(kind, table=table, password="sesame")
    assert bo.room(table).locked
    assert b"sesame" not in b"".join(ana.link.frames + bo.link.frames)


async def test_an_owner_needs_no_password_to_come_back(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", password="sesame")
    await ana.arrive()
    await ana.join(table)
    assert ana.room(table).seats[0].present


async def test_the_host_changes_the_rules_and_everybody_has_to_agree_anew(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    settings = TableSettings(seats=5, clock=ClockRule(turn=10))
    await ana.ask(Configure, table=table, settings=settings, options={"start": 4})
    for client in (ana, bo):
        assert client.room(table).settings == settings
        assert client.room(table).options["start"] == 4
        assert len(client.room(table).seats) == 5
        assert not any(seat.ready for seat in client.room(table).seats)
        assert client.saw(SettingsChanged)
        assert client.sees_what_is(table)


async def test_rules_are_changed_by_the_host_before_the_game_and_sensibly(server: FakeServer) -> None:
    table, [ana, bo, _cy] = await seated(server, "Ana", "Bo", "Cy")
    settings = TableSettings(seats=3)
    assert await bo.refusal(Configure, table=table, settings=settings) == Code.NOT_HOST
    assert await ana.refusal(Configure, table=table, settings=TableSettings(seats=2)) == Code.TABLE_FULL
    assert await ana.refusal(Configure, table=table, settings=TableSettings(seats=9)) == Code.BAD_OPTIONS
    await ana.start(table)
    assert await ana.refusal(Configure, table=table, settings=settings) == Code.GAME_RUNNING


async def test_watchers_are_sent_away_when_the_host_wants_none(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await ana.ask(Configure, table=table, settings=TableSettings(seats=2, watchers=False))
    assert eve.closed == {table: Code.NO_WATCHING}
    assert ana.room(table).watchers == ()
    assert await eve.refusal(Watch, table=table) == Code.NO_WATCHING
    assert eve.player.tables == {}


async def test_a_seed_in_words_gives_the_same_deal_again() -> None:
    deals = set()
    for luck in ("one", "another"):
        server = FakeServer(seed=luck)
        table, _ = await playing(server, "Ana", "Bo", seed="a knot")
        match = server.table(table).match
        assert match is not None
        deals.add(match.seed)
    assert len(deals) == 1


async def test_the_words_of_a_seed_are_cleaned_and_what_is_left_is_the_seed(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", seed=" a\x1b\u202e  knot")
    assert ana.room(table).settings.seed == "a knot"
    match = server.table(table).match
    assert match is not None
    assert match.seed == hashlib.sha256(b"a knot").digest()
    assert await ana.refusal(Create, seed="\x1b") == Code.TEXT_EMPTY
    assert list(server.lobby.tables) == [table]


async def test_why_options_are_bad_is_said(server: FakeServer) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    answer = ana.answer(await ana.send(Create, options={"variant": "wolves"}))
    assert isinstance(answer, Rejected)
    assert "variant" in str(answer.detail["why"])
