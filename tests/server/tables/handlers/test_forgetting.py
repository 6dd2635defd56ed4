"""Forget me: from all tables, from the store, and then the link ends. Others keep their games."""

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.archive import Forgotten, GamesFound
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted, Rejected
from triqueta_protocol.requests import Create, ForgetMe, Games, Join, Rematch, Replay, Statistics
from triqueta_protocol.series import SeriesRule
from triqueta_protocol.table_events import GotUp
from triqueta_server.store import results


def somebody(server: FakeServer, name: str) -> bool:
    """Whether a name is in anything that is stored."""
    games = repr(server.journal.games)
    return name in games or any(player.name == name for player in server.journal.players.values())


async def finished(server: FakeServer, *names: str) -> tuple[str, list[FakeClient]]:
    table, clients = await playing(server, *names)
    await play_on(table, clients)
    return table, clients


async def test_whoever_asks_is_gone_and_the_others_games_stay() -> None:
    server = FakeServer()
    table, (ana, bo) = await finished(server, "Ana", "Bo")
    assert somebody(server, "Ana")
    answer = await ana.ask(ForgetMe)
    assert answer.found == Forgotten()
    assert ana.link.bye is not None
    assert (ana.link.bye.code, ana.link.bye.again) == (Code.FORGOTTEN, False)
    assert not somebody(server, "Ana")
    assert ana.player.id not in server.lobby.players
    assert bo.saw(GotUp)[-1].name == "Ana"
    found = (await bo.ask(Games)).found
    assert isinstance(found, GamesFound)
    (game,) = found.games
    assert [(seat.name, seat.you) for seat in game.seats] == [("", False), ("Bo", True)]
    assert (await bo.ask(Replay, game=game.id)).found is not None
    assert server.table(table).status == "over"
    assert [seat.name for seat in bo.room(table).seats] == ["", "Bo"]


async def test_a_series_goes_on_with_somebody_nameless_in_its_score() -> None:
    server = FakeServer()
    table, clients = await playing(server, "Ana", "Bo", "Cy", series=SeriesRule("games", 3))
    await play_on(table, clients)
    score = clients[0].room(table).series
    assert score is not None
    (winner, *_) = [one for one in clients if one.name == score.scores[score.games[0][0]].name]
    await winner.ask(ForgetMe)
    others = [one for one in clients if one is not winner]
    host, guest = sorted(others, key=lambda one: one.room(table).host != one.player.id)
    await host.ask(Rematch, table=table)
    await guest.ready(table)
    await host.start(table)
    await play_on(table, others)
    series = host.room(table).series
    assert series is not None
    assert {one.name: one.points for one in series.scores}[""] >= 1
    assert {one.name for one in series.scores} == {"", host.name, guest.name}
    assert len(series.games) == 2
    assert not somebody(server, winner.name)
    found = (await host.ask(Games)).found
    assert isinstance(found, GamesFound)
    lines = [server.journal.read(results.finished_game, game.id) for game in found.games]
    assert [line and line.summary.series_number for line in lines] == [2, 1]
    assert len({line and line.summary.series for line in lines}) == 1


async def test_the_token_leads_to_somebody_new() -> None:
    server = FakeServer()
    _, (ana, _) = await finished(server, "Ana", "Bo")
    before, token = ana.player.id, ana.token
    await ana.ask(ForgetMe)
    again = FakeClient(server, "Ana")
    again.token = token
    await again.arrive()
    assert again.player.id != before
    assert again.token != token
    assert (await again.ask(Games)).found == GamesFound(games=(), total=0)


async def test_it_holds_after_a_crash() -> None:
    server = FakeServer()
    table, (ana, bo) = await finished(server, "Ana", "Bo")
    await ana.ask(ForgetMe)
    after = server.restarted()
    await bo.arrive(after)
    await bo.ask(Join, table=table)
    assert [seat.name for seat in bo.room(table).seats] == ["", "Bo"]
    found = (await bo.ask(Games)).found
    assert isinstance(found, GamesFound)
    assert [[seat.name for seat in game.seats] for game in found.games] == [["", "Bo"]]


@pytest.mark.parametrize("suspended", [False, True])
async def test_nobody_is_forgotten_in_the_middle_of_a_game_with_others(suspended: bool) -> None:
    server = FakeServer()
    table, (ana, bo) = await playing(server, "Ana", "Bo")
    await play_on(table, [ana, bo], 3)
    if suspended:
        server.table(table).close(Code.TABLE_CLOSED)
        server.settle()
    answer = ana.answer(await ana.send(ForgetMe))
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.detail) == (Code.STILL_PLAYING, {"table": table, "game": "triqueta"})
    assert somebody(server, "Ana")
    assert ana.link.bye is None


async def test_a_game_with_bots_only_goes_with_its_player() -> None:
    server = FakeServer()
    table, (ana,) = await playing(server, "Ana", bots=1)
    server.bots.held = True
    answer = await ana.ask(ForgetMe)
    assert answer.found == Forgotten()
    assert ana.closed[table] == Code.TABLE_CLOSED
    assert not server.journal.games
    server.bots.release()
    server.settle()
    assert not server.journal.games


async def test_seats_before_a_game_are_freed() -> None:
    server = FakeServer()
    table, (ana, bo) = await seated(server, "Ana", "Bo")
    await ana.ask(ForgetMe)
    assert [seat.name for seat in bo.room(table).seats if seat.kind != "open"] == ["Bo"]
    assert bo.room(table).host == bo.player.id


async def test_nothing_is_told_before_it_is_stored_and_nothing_done_meanwhile() -> None:
    server = FakeServer()
    _, (ana, _) = await finished(server, "Ana", "Bo")
    server.journal.hanging = True
    asked = await ana.send(ForgetMe)
    assert ana.answer(asked) is None
    assert await ana.refusal(Create) == Code.FORGOTTEN
    assert await ana.refusal(Statistics) == Code.FORGOTTEN
    assert ana.link.bye is None
    server.commit()
    assert isinstance(ana.answer(asked), Accepted)
    assert not somebody(server, "Ana")


async def test_on_a_full_disk_nothing_is_promised() -> None:
    server = FakeServer()
    _, (ana, _) = await finished(server, "Ana", "Bo")
    server.fill_disk()
    assert await ana.refusal(ForgetMe) == Code.PAUSED
    server.free_disk()
    assert somebody(server, "Ana")
