"""Match series at a table: score, seats that move on, people who come and go, crashes, and other rules."""

from typing import Any

import msgpack
import msgspec
import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from tests.server.tables.second_game import register_trio
from triqueta_protocol.archive import GamesFound
from triqueta_protocol.codec import decode_request, encode
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import Configure, Create, ForgetMe, Games, Kick, Rematch, RemoveBot
from triqueta_protocol.series import SeriesNow, SeriesRule
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import BackToRoom, GameOver, SettingsChanged
from triqueta_server.limits.declared import Limits
from triqueta_server.tables.state.stored_setup import Setup

BEST_OF_3 = SeriesRule("best_of", 3)
TWO_GAMES = SeriesRule("games", 2)
LONG = SeriesRule("games", 9)
VERY_LONG = SeriesRule("games", 99)


def series_of(client: FakeClient, table: str) -> SeriesNow:
    series = client.room(table).series
    assert series is not None
    return series


def score(client: FakeClient, table: str) -> dict[str, int]:
    return {one.name: one.points for one in series_of(client, table).scores}


def won(client: FakeClient, table: str) -> list[str]:
    """The names of those who have won the game that has just ended."""
    return [client.room(table).seats[at].name for at in client.saw(GameOver)[-1].winners]


async def next_game(table: str, clients: list[FakeClient]) -> None:
    """From the end of one game to the beginning of the next."""
    host = next(one for one in clients if one.room(table).host == one.player.id)
    await host.ask(Rematch, table=table)
    for client in clients:
        if client is not host:
            await client.ready(table)
    await host.start(table)


async def play_until_won_by(name: str, table: str, clients: list[FakeClient]) -> dict[str, int]:
    """Play this game, and further ones until somebody has a point; returns the score."""
    await play_on(table, clients)
    while not score(clients[1], table)[name]:
        await next_game(table, clients)
        await play_on(table, clients)
    return score(clients[1], table)


async def test_the_score_is_told_to_everybody_and_the_seats_move_on(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", bots=1, series=BEST_OF_3)
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    bot = ana.room(table).seats[2].name
    expected = {"Ana": 0, "Bo": 0, bot: 0}
    order = ["Ana", "Bo", bot]
    for number in range(1, 30):
        for client in (ana, bo, eve):
            assert (series_of(client, table).game, score(client, table)) == (number, expected)
            assert [seat.name for seat in client.room(table).seats] == order
            assert client.sees_what_is(table)
        await play_on(table, [ana, bo])
        for name in won(ana, table):
            expected[name] += 1
        for client in (ana, bo, eve):
            assert (series_of(client, table).game, score(client, table)) == (number, expected)
            assert client.sees_what_is(table)
        if series_of(ana, table).winners:
            break
        await next_game(table, [ana, bo])
        assert eve.saw(BackToRoom)[-1].rotated
        order = order[1:] + order[:1]
    now = series_of(ana, table)
    assert len(now.games) >= 2
    [winner] = now.winners
    assert now.scores[winner].points == max(expected.values())
    assert {one.name: one.seat for one in now.scores} == {name: at for at, name in enumerate(order)}


async def test_so_many_games_are_played_and_the_next_series_begins_at_nothing(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", series=TWO_GAMES)
    await play_on(table, [ana, bo])
    assert series_of(ana, table).winners == ()
    await next_game(table, [ana, bo])
    await play_on(table, [ana, bo])
    ended = series_of(bo, table)
    best = max(one.points for one in ended.scores)
    assert ended.winners == tuple(at for at, one in enumerate(ended.scores) if one.points == best)
    first = setups(server)[0].series
    await next_game(table, [ana, bo])
    now = series_of(bo, table)
    assert (now.kind, now.length, now.game, now.games, now.winners) == ("games", 2, 1, (), ())
    assert score(bo, table) == {"Ana": 0, "Bo": 0}
    last = setups(server)[-1].series
    assert first is not None
    assert last is not None
    assert first.id != last.id


async def test_each_stored_game_says_which_of_which_series_it_is(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", series=LONG)
    await play_on(table, [ana, bo])
    await next_game(table, [ana, bo])
    stored = list(server.journal.games.values())
    kept = [setup.series for setup in setups(server)]
    assert [(one.id, len(one.games) + 1) for one in kept if one] == [
        (stored[0].record.id, 1),
        (stored[0].record.id, 2),
    ]


async def test_who_has_left_a_series_can_be_forgotten_in_it(server: FakeServer) -> None:
    table, [ana, bo, cy] = await playing(server, "Anastasia", "Bo", "Cy", series=VERY_LONG)
    points = await play_until_won_by("Anastasia", table, [ana, bo, cy])
    await ana.leave(table)
    await next_game(table, [bo, cy])
    await ana.ask(ForgetMe)
    assert [(one.name, one.player, one.points) for one in series_of(bo, table).scores] == [
        ("", None, points["Anastasia"]),
        ("Bo", bo.player.id, points["Bo"]),
        ("Cy", cy.player.id, points["Cy"]),
    ]
    assert bo.sees_what_is(table)
    await play_on(table, [bo, cy])
    await next_game(table, [bo, cy])
    stored = repr(server.journal.games)
    assert "Bo" in stored
    assert "Anastasia" not in stored
    assert ana.player.id not in stored


async def test_the_list_of_own_games_says_which_game_of_a_series_it_was(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", series=LONG)
    await play_on(table, [ana, bo])
    await next_game(table, [ana, bo])
    await play_on(table, [ana, bo])
    found = (await ana.ask(Games)).found
    assert isinstance(found, GamesFound)
    first = next(iter(server.journal.games))
    assert [(game.series, game.series_number) for game in found.games] == [(first, 2), (first, 1)]


def setups(server: FakeServer) -> list[Setup]:
    games = server.journal.games.values()
    return [msgspec.convert(msgpack.unpackb(game.record.setup), Setup) for game in games]


@pytest.mark.parametrize("when", ["in the first game", "in the second game", "between two games"])
async def test_the_score_is_there_again_after_a_crash(server: FakeServer, when: str) -> None:
    table, clients = await playing(server, "Ana", "Bo", bots=1, series=LONG)
    ana, bo = clients
    if when != "in the first game":
        await play_on(table, clients)
        await ana.ask(Rematch, table=table)
    if when == "in the second game":
        await bo.ready(table)
        await ana.start(table)
    if when != "between two games":
        await play_on(table, clients, moves=5)
    before = series_of(ana, table)
    after = server.restarted()
    for client in clients:
        await client.arrive(after)
        assert [one.table for one in client.welcome.seats] == [table]
        await client.join(table)
    now = series_of(ana, table)
    assert (now.scores, now.games) == (_seated_as_in(now, before), before.games)
    if when == "between two games":
        assert (ana.room(table).status, now.game) == ("waiting", 2)
        await bo.ready(table)
        await ana.start(table)
    await play_on(table, clients)
    assert len(series_of(bo, table).games) == len(before.games) + 1
    assert sum(score(bo, table).values()) == sum(map(len, series_of(bo, table).games))


def _seated_as_in(now: SeriesNow, before: SeriesNow) -> tuple[Any, ...]:
    """The scores of ``before`` on the seats of ``now``."""
    seats = {one.name: one.seat for one in now.scores}
    return tuple(msgspec.structs.replace(one, seat=seats[one.name]) for one in before.scores)


async def test_a_bot_that_sits_in_plays_for_the_owner(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", series=LONG)
    bo.vanish()
    server.advance(60.0)
    assert ana.room(table).seats[1].level is not None
    await play_on(table, [ana])
    assert list(score(ana, table)) == ["Ana", "Bo"]
    assert score(ana, table) == {name: int(name in won(ana, table)) for name in ("Ana", "Bo")}


async def test_who_leaves_keeps_the_points_and_who_comes_begins_with_none(server: FakeServer) -> None:
    table, [ana, bo, cy] = await playing(server, "Ana", "Bo", "Cy", series=VERY_LONG)
    before = await play_until_won_by("Ana", table, [ana, bo, cy])
    seats = [seat.name for seat in bo.room(table).seats if seat.name != "Ana"]
    await ana.leave(table)  # the host
    await bo.ask(Rematch, table=table)
    dan = await FakeClient(server, "Dan").arrive()
    await dan.join(table)
    assert score(dan, table) == before | {"Dan": 0}
    assert {one.name: one.seat for one in series_of(dan, table).scores} == {
        "Ana": None,
        seats[1]: 0,
        seats[0]: 1,
        "Dan": 2,
    }
    for client in (cy, dan):
        await client.ready(table)
    await bo.start(table)
    await play_on(table, [bo, cy, dan])
    for name in won(bo, table):
        before[name] = before.get(name, 0) + 1
    assert score(bo, table) == {"Dan": 0} | before
    await bo.ask(Rematch, table=table)
    await dan.leave(table)
    await ana.join(table)
    assert score(ana, table)["Ana"] == before["Ana"]


async def test_who_is_sent_away_in_a_game_gives_the_seat_to_a_bot_of_its_own_name(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", series=LONG)
    await play_on(table, [ana, bo], moves=3)
    await ana.ask(Kick, table=table, seat=1)
    await play_on(table, [ana])
    gone, bot = series_of(ana, table).scores[1:]
    assert (gone.name, gone.points, gone.seat) == ("Bo", 0, None)
    assert (bot.player, bot.seat) == (None, 1)
    restored = server.restarted().table(table).series
    assert restored == server.table(table).series


async def test_another_bot_is_another_contestant(server: FakeServer) -> None:
    table, [ana] = await playing(server, "Ana", bots=1, series=LONG)
    await play_on(table, [ana])
    before = score(ana, table)
    await ana.ask(Rematch, table=table)
    name = ana.room(table).seats[0].name
    await ana.ask(RemoveBot, table=table, seat=0)
    await ana.add_bot(table, "easy")
    assert ana.room(table).seats[1].name == name
    levels = {(one.level, one.points, one.seat) for one in series_of(ana, table).scores if one.level}
    assert levels == {("normal", before[name], None), ("easy", 0, 1)}


async def test_a_seat_between_two_games_of_a_series_is_kept_and_after_it_not() -> None:
    server = FakeServer(Limits(grace=60.0, tables=1))
    table, [ana, bo] = await playing(server, "Ana", "Bo", series=TWO_GAMES)
    await play_on(table, [ana, bo])
    for client in (ana, bo):
        client.vanish()
    await ana.arrive()
    assert [one.table for one in ana.welcome.seats] == [table]
    eve = await FakeClient(server, "Eve").arrive()
    assert await eve.refusal(Create) == Code.TOO_MANY_TABLES
    await bo.arrive()
    for client in (ana, bo):
        await client.resume(table)
    await next_game(table, [ana, bo])
    await play_on(table, [ana, bo])
    ana.vanish()
    await ana.arrive()
    assert ana.welcome.seats == ()


@pytest.fixture
def two_kinds(monkeypatch: pytest.MonkeyPatch) -> FakeServer:
    register_trio(monkeypatch)
    return FakeServer()


async def after_one_game(server: FakeServer) -> tuple[str, FakeClient]:
    table, [ana, bo] = await playing(server, "Ana", "Bo", seats=3, series=BEST_OF_3)
    await play_on(table, [ana, bo])
    await ana.ask(Rematch, table=table)
    return table, ana


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"game": "trio"}, BEST_OF_3),
        ({"options": {"start": 1}}, BEST_OF_3),
        ({"seats": 2}, BEST_OF_3),
        ({"series": SeriesRule("best_of", 5)}, SeriesRule("best_of", 5)),
        ({"series": None}, None),
    ],
    ids=["game", "options", "seats", "length", "none"],
)
async def test_something_else_begins_a_new_series_and_says_so(
    two_kinds: FakeServer, changes: dict[str, Any], rule: SeriesRule | None
) -> None:
    table, ana = await after_one_game(two_kinds)
    await ana.ask(Configure, table=table, **changes)
    assert ana.saw(SettingsChanged)[-1].series
    now = ana.room(table).series
    assert (SeriesRule(now.kind, now.length) if now else None) == rule
    assert now is None or (now.game, now.games, score(ana, table)) == (1, (), {"Bo": 0, "Ana": 0})


async def test_other_rules_let_it_go_on(server: FakeServer) -> None:
    table, ana = await after_one_game(server)
    before = ana.room(table).series
    changes = {"pace": 5000, "watchers": False, "coach": True, "substitute": "never"}
    await ana.ask(Configure, table=table, **changes)
    assert not ana.saw(SettingsChanged)[-1].series
    assert ana.room(table).series == before


async def test_before_its_first_game_a_series_is_changed_without_a_word(server: FakeServer) -> None:
    table, [ana, _bo] = await seated(server, "Ana", "Bo", series=BEST_OF_3)
    await ana.ask(Configure, table=table, series=LONG)
    assert ana.saw(SettingsChanged) == [SettingsChanged()]
    assert (series_of(ana, table).kind, series_of(ana, table).length) == ("games", 9)


@pytest.mark.parametrize("length", [1, 100])
def test_lengths_that_make_no_series_are_refused(length: int) -> None:
    request = Create(id=1, game="triqueta", settings=TableSettings(series=SeriesRule("games", length)))
    with pytest.raises(RefusalError) as refused:
        decode_request(encode(request))
    assert refused.value.code == Code.BAD_FIELDS
