"""Stored, then told: while the disk hangs nobody learns of a move, and then all do, in order."""

from tests.server.tables.fake_client import FakeClient, mover, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted, Event
from triqueta_protocol.games.triqueta import Drew, Placed
from triqueta_protocol.requests import Act, Chat, Create, History, Join, Kick, Lobby, Start, Watch
from triqueta_protocol.table_events import CameToWatch, GameOver, LinkBack
from triqueta_server.store.records import GameEnd


async def test_nobody_learns_of_a_move_that_is_not_stored(server: FakeServer) -> None:
    table, [ana, bo, cy] = await playing(server, "Ana", "Bo", "Cy", options={"start": 0})
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    late = await FakeClient(server, "Fay").arrive()
    cy.vanish()
    everybody = (ana, bo, cy, eve, late)

    server.journal.hanging = True
    heard = [len(client.messages) for client in everybody]
    move = await ana.send_move(table)  # draws
    await late.send(Watch, table=table)
    await cy.arrive()
    await cy.send_resume(table)
    await eve.send(History, table=table)
    await bo.send(Join, table=table)
    server.advance(5.0)
    assert [len(client.messages) for client in everybody] == heard
    assert ana.answer(move) is None

    server.commit()
    assert ana.answer(move) == Accepted(id=move, table=table)
    for client in (ana, bo, cy, eve, late):
        assert client.sees_what_is(table)
    assert ana.saw(Drew) == bo.saw(Drew) == cy.saw(Drew) == eve.saw(Drew)
    told = [one for one in eve.happened if isinstance(one, Drew | CameToWatch | LinkBack)]
    assert [type(one) for one in told] == [CameToWatch, Drew, CameToWatch, LinkBack]


async def test_the_answer_comes_after_the_news_and_both_after_the_commit(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    before = len(ana.messages)
    said = await ana.send(Chat, table=table, text="my turn")
    server.commit()
    assert [type(message) for message in ana.messages[before:]] == [Event, Accepted]
    assert ana.answer(said) == Accepted(id=said, table=table)


async def test_the_event_of_a_decision_is_its_answer(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    before = len(ana.messages), len(bo.messages)
    move = await ana.send_move(table)
    assert len(ana.messages) == before[0]
    server.commit()
    (told,) = ana.messages[before[0] :]
    (seen,) = bo.messages[before[1] :]
    assert isinstance(told, Event)
    assert isinstance(seen, Event)
    assert (told.accepted, seen.accepted) == (move, None)


async def test_who_is_not_told_the_event_gets_the_answer_by_itself(server: FakeServer) -> None:
    """Somebody has come back and decides before having asked for the table on the new connection."""
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    await ana.arrive()
    before = len(ana.messages)
    move = await ana.send_move(table)
    assert ana.messages[before:] == [Accepted(id=move, table=table)]


async def test_a_decision_that_was_answered_by_its_event_is_answered_again(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    request = ana.request(Act, table=table, action={"do": "draw"})
    await ana.send_again(request)
    before = len(ana.messages)
    await ana.send_again(request)
    assert ana.messages[before:] == [Accepted(id=request.id, table=table)]
    assert len(ana.saw(Drew)) == 1


async def test_moves_are_told_one_by_one_as_their_records_arrive(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    draw = await ana.send(Act, table=table, action={"do": "draw"})
    place = await ana.send(Act, table=table, action={"do": "place", "row": 1})
    assert (ana.answer(draw), ana.answer(place)) == (None, None)
    server.journal.commit(most=1)
    assert ana.answer(draw) is not None
    assert ana.answer(place) is None
    assert (len(bo.saw(Drew)), len(bo.saw(Placed))) == (1, 0)
    server.journal.commit(most=1)
    assert len(bo.saw(Placed)) == 1
    assert bo.sees_what_is(table)


async def test_a_refusal_does_not_tell_of_a_move_either(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    await ana.send(Act, table=table, action={"do": "take", "row": 0})
    probe = await bo.send(Act, table=table, action={"do": "take", "row": 0})
    assert bo.answer(probe) is None
    server.commit()
    answer = bo.answer(probe)
    assert answer is not None
    assert getattr(answer, "code", None) == Code.ILLEGAL_ACTION


async def test_chat_does_not_overtake_a_move(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    await ana.send_move(table)
    said = await bo.send(Chat, table=table, text="hello")
    assert bo.answer(said) is None
    server.commit()
    assert [type(one).__name__ for one in ana.happened[-2:]] == ["Drew", "Said"]


async def test_the_beginning_of_a_game_is_told_when_the_deal_is_stored(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.ask(Lobby)
    server.journal.hanging = True
    start = await ana.send(Start, table=table)
    assert ana.answer(start) is None
    assert (ana.room(table).status, eve.lobby[table].status) == ("waiting", "waiting")
    server.commit()
    assert ana.answer(start) is not None
    assert (bo.room(table).status, eve.lobby[table].status) == ("playing", "playing")


async def test_the_end_of_a_game_is_told_and_listed_when_it_is_stored(server: FakeServer) -> None:
    table, clients = await playing(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.ask(Lobby)
    while not _one_move_before_the_end(server, table):
        await play_on(table, clients, moves=1)
    server.journal.hanging = True
    await mover(table, clients).send_move(table)
    assert any(isinstance(record, GameEnd) for record, _, _ in server.journal.waiting)
    late = await FakeClient(server, "Fay").arrive()
    await late.ask(Lobby)
    for client in clients:
        assert not client.saw(GameOver)
    assert (eve.lobby[table].status, late.lobby[table].status) == ("playing", "playing")
    server.commit()
    assert all(client.saw(GameOver) for client in clients)
    assert eve.lobby == late.lobby == {}


def _one_move_before_the_end(server: FakeServer, table: str) -> bool:
    match = server.table(table).match
    assert match is not None
    [seat, *others] = match.position.owing
    trial = match.position.copy()
    trial.apply(seat, trial.legal(seat)[0])
    return not others and not trial.owing


async def test_bots_move_on_from_what_is_stored(server: FakeServer) -> None:
    table, [ana] = await playing(server, "Ana", bots=1, options={"start": 0})
    asked = len(server.bots.asked)
    server.journal.hanging = True
    await ana.send(Act, table=table, action={"do": "draw"})
    await ana.send(Act, table=table, action={"do": "place", "row": 0})
    server.advance(10.0)
    assert len(server.bots.asked) == asked
    server.commit()
    assert len(server.bots.asked) > asked


async def test_being_sent_away_is_told_when_it_is_stored(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    server.journal.hanging = True
    await ana.send(Kick, table=table, seat=1)
    assert bo.closed == {}
    server.commit()
    assert bo.closed == {table: Code.KICKED}


async def test_other_tables_do_not_wait(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    other, _ = await playing(server, "Cy", "Dan")
    server.journal.hanging = True
    await ana.send_move(table)
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(other)
    assert eve.answer(await eve.send(Chat, table=other, text="hello")) is not None
    assert bo.answer(await bo.send(Watch, table=other)) is not None


async def test_a_table_is_not_deserted_once_it_is_shown(server: FakeServer) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    server.journal.hanging = True
    await ana.send(Create)
    server.commit()
    (table,) = ana.mirrors
    assert server.table(table).deserted_since is None
    ana.vanish()
    await ana.arrive()
    server.journal.hanging = True
    await ana.send(Chat, table=table, text="back soon")
    await ana.send_resume(table)
    server.commit()
    assert server.table(table).deserted_since is None
    server.advance(server.services.limits.close_after)
    assert ana.sees_what_is(table)
