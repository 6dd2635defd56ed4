"""The host lets the same people play another game: what changes, what stays, and what is refused."""

from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from tests.server.tables.second_game import register_trio
from triqueta_protocol.errors import Code
from triqueta_protocol.events import OwnSeat
from triqueta_protocol.requests import AddBot, Configure, History, Lobby, Rematch
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import GameBegan, GameOver, SettingsChanged


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> FakeServer:
    register_trio(monkeypatch)
    return FakeServer()


def to_trio(table: str, seats: int = 3, **rules: Any) -> dict[str, Any]:
    return {"table": table, "game": "trio", "settings": TableSettings(seats=seats, pace=0, **rules)}


async def after_a_game(server: FakeServer, *names: str) -> tuple[str, list[FakeClient]]:
    """A table in the waiting room after a game of Triqueta."""
    table, clients = await playing(server, *names)
    await play_on(table, clients)
    await clients[0].ask(Rematch, table=table)
    return table, clients


async def begin_anew(table: str, clients: list[FakeClient]) -> None:
    for client in clients[1:]:
        await client.ready(table)
    await clients[0].start(table)


async def test_the_seats_stay_and_the_game_is_another(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo", seats=4, options={"variant": "standard"})
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await eve.ask(Lobby)
    await ana.ask(Configure, **to_trio(table), options={"first": 1})
    for client in (ana, bo, eve):
        room = client.room(table)
        assert (room.game, room.settings.seats, room.options) == ("trio", 3, {"first": 1})
        assert [(seat.name, seat.ready) for seat in room.seats] == [
            ("Ana", False),
            ("Bo", False),
            ("", False),
        ]
        assert client.saw(SettingsChanged) == [SettingsChanged(game="trio")]
        assert client.sees_what_is(table)
    assert (eve.lobby[table].game, eve.lobby[table].seats) == ("trio", 3)
    assert ana.room(table).host == ana.player.id


async def test_naming_the_same_game_changes_only_the_rules(server: FakeServer) -> None:
    table, [ana, _bo] = await seated(server, "Ana", "Bo", seats=2)
    await ana.ask(Configure, table=table, game="triqueta", settings=TableSettings(seats=3))
    assert ana.saw(SettingsChanged) == [SettingsChanged()]
    assert (ana.room(table).game, ana.room(table).settings.seats) == ("triqueta", 3)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, Code.UNKNOWN_GAME),
        ({"game": "trio", "options": {"variant": "standard"}}, Code.BAD_OPTIONS),
        ({"game": "trio", "options": {"first": 2}}, Code.BAD_OPTIONS),
        ({"game": "trio", "settings": TableSettings(seats=4)}, Code.BAD_OPTIONS),
        ({"game": "trio", "settings": TableSettings(seats=1)}, Code.BAD_OPTIONS),
    ],
)
async def test_a_game_that_does_not_fit_is_refused(
    server: FakeServer, fields: dict[str, Any], code: Code
) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo", seats=4)
    before = bo.room(table)
    assert (
        await ana.refusal(Configure, **{"table": table, "settings": TableSettings(seats=2)} | fields) == code
    )
    assert bo.room(table) == before
    assert bo.sees_what_is(table)


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_more_people_than_it_takes_do_not_fit(server: FakeServer, seats: int) -> None:
    table, [ana, *_] = await seated(server, "Ana", "Bo", "Cy", "Di")
    assert await ana.refusal(Configure, **to_trio(table, seats)) == Code.TABLE_FULL
    assert ana.room(table).game == "triqueta"


async def test_it_is_the_hosts_affair_between_two_games(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    assert await bo.refusal(Configure, **to_trio(table)) == Code.NOT_HOST
    await ana.start(table)
    assert await ana.refusal(Configure, **to_trio(table)) == Code.GAME_RUNNING
    await play_on(table, [ana, bo])
    assert await ana.refusal(Configure, **to_trio(table)) == Code.GAME_OVER


async def test_bots_get_a_level_that_the_game_has(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", seats=3)
    for level in ("easy", "normal"):
        await ana.add_bot(table, level)
    names = [seat.name for seat in ana.room(table).seats]
    await ana.ask(Configure, **to_trio(table))
    seats = ana.room(table).seats
    assert [seat.name for seat in seats] == names
    assert [(seat.level, seat.ready) for seat in seats[1:]] == [("easy", True), ("plain", True)]
    assert ana.sees_what_is(table)


async def test_the_levels_are_those_of_the_game(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", seats=3)
    assert await ana.refusal(AddBot, table=table, level="plain") == Code.UNKNOWN_LEVEL
    await ana.ask(Configure, **to_trio(table))
    assert await ana.refusal(AddBot, table=table, level="normal") == Code.UNKNOWN_LEVEL
    await ana.add_bot(table, "plain")
    await ana.start(table)
    await play_on(table, [ana])
    assert {question.level for question in server.bots.asked} == {"plain"}
    assert {question.game for question in server.bots.asked} == {"trio"}


async def test_the_stand_in_is_the_games(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    await ana.ask(Configure, **to_trio(table))
    await begin_anew(table, [ana, bo])
    await bo.leave(table)
    assert ana.room(table).seats[1].level == "plain"
    await play_on(table, [ana])
    assert ana.room(table).status == "over"


async def test_one_game_after_another_with_the_same_people(server: FakeServer) -> None:
    table, [ana, bo] = await after_a_game(server, "Ana", "Bo")
    assert (await ana.ask(History, table=table)).history
    await ana.ask(Configure, **to_trio(table, watchers=False))
    assert await ana.refusal(History, table=table) == Code.NO_GAME
    await begin_anew(table, [ana, bo])
    assert ana.saw(GameBegan)[-1].number == 2
    await play_on(table, [ana, bo])
    history = (await ana.ask(History, table=table)).history
    assert history is not None
    assert (history[0]["is"], history[0]["number"], history[-1]["is"]) == ("game_began", 2, "game_over")
    await ana.ask(Rematch, table=table, rotate=True)
    assert ana.room(table).game == "trio"
    await ana.ask(Configure, table=table, game="triqueta", settings=TableSettings(seats=2, pace=0))
    await begin_anew(table, [ana, bo])
    await play_on(table, [ana, bo])
    assert [game.record.game for game in server.journal.games.values()] == ["triqueta", "trio", "triqueta"]
    assert len(ana.saw(GameOver)) == 3
    assert ana.sees_what_is(table)
    assert bo.sees_what_is(table)


async def test_a_client_that_was_away_resumes_into_the_other_game(server: FakeServer) -> None:
    table, [ana, bo] = await after_a_game(server, "Ana", "Bo")
    bo.vanish()
    await ana.ask(Configure, **to_trio(table))
    await bo.arrive()
    assert bo.welcome.seats == (OwnSeat(table=table, game="trio", seat=1),)
    await bo.resume(table)
    assert bo.saw(SettingsChanged) == [SettingsChanged(game="trio")]
    assert bo.mirrors[table].vocabulary.game == "trio"
    assert bo.sees_what_is(table)
    await begin_anew(table, [ana, bo])
    await play_on(table, [ana, bo])
    assert bo.room(table).status == "over"


async def test_the_other_game_goes_on_after_a_crash(server: FakeServer) -> None:
    table, [ana, bo] = await after_a_game(server, "Ana", "Bo")
    await ana.ask(Configure, **to_trio(table))
    await begin_anew(table, [ana, bo])
    await play_on(table, [ana, bo], moves=5)
    after = server.restarted()
    for client in (ana, bo):
        await client.arrive(after)
        assert client.welcome.seats == (OwnSeat(table=table, game="trio", seat=client.seat(table)),)
        await client.resume(table)
        assert client.room(table).game == "trio"
        assert client.sees_what_is(table)
    await play_on(table, [ana, bo])
    assert ana.room(table).status == "over"
    await ana.ask(Rematch, table=table)
    assert ana.room(table).options == {"first": 0}


async def test_a_crash_before_the_other_game_begins_keeps_the_choice(server: FakeServer) -> None:
    table, [ana, _bo] = await after_a_game(server, "Ana", "Bo")
    await ana.ask(Configure, **to_trio(table))
    after = server.restarted()
    await ana.arrive(after)
    await ana.resume(table)
    assert (ana.room(table).game, ana.room(table).status) == ("trio", "waiting")
