"""What a stranger cannot do to others, with as many names as one likes from one address."""

import pytest

from tests.server.tables.fake_client import FakeClient, playing, seated
from tests.server.tables.fake_server import FakeServer
from tests.server.tables.samples import REQUEST_KINDS, a_request
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Accepted, Rejected
from triqueta_protocol.requests import (
    Act,
    AnyRequest,
    Chat,
    Create,
    History,
    Join,
    Kick,
    Leave,
    TableRequest,
    Watch,
)
from triqueta_protocol.table_events import Said
from triqueta_server.limits.declared import Limits, Rate

STRANGERS = "198.51.100.7"
ELSEWHERE = "203.0.113.9"


async def strangers(server: FakeServer, count: int, origin: str = STRANGERS) -> list[FakeClient]:
    return [await FakeClient(server, f"Eve {number}", origin).arrive() for number in range(count)]


async def turned_away(server: FakeServer, name: str, origin: str = STRANGERS) -> str:
    with pytest.raises(RefusalError) as refused:
        await FakeClient(server, name, origin).arrive()
    return refused.value.code


# Places


async def test_one_address_cannot_take_all_places() -> None:
    server = FakeServer(Limits(players=10, players_per_address=4))
    eves = await strangers(server, 4)
    assert await turned_away(server, "Eve") == Code.ADDRESS_BUSY
    await FakeClient(server, "Ana", ELSEWHERE).arrive()
    eves[0].vanish()
    server.advance(60.0)
    await FakeClient(server, "Eve", STRANGERS).arrive()


async def test_a_full_server_takes_nobody_but_the_owners_of_seats() -> None:
    server = FakeServer(Limits(players=4))
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    ana.vanish()
    await bo.leave(table)
    bo.vanish()
    await strangers(server, 4)
    assert await turned_away(server, "Cy", ELSEWHERE) == Code.SERVER_FULL
    # One lost the link, the other got up and may take the seat back; one from the strangers' own address.
    ana.origin, bo.origin = ELSEWHERE, STRANGERS
    for client in (ana, bo):
        await client.arrive()
        await client.join(table)


async def test_the_owner_of_a_seat_at_a_sleeping_table_is_let_in_too() -> None:
    server = FakeServer(Limits(players=2, close_after=5.0))
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    ana.vanish()
    bo.vanish()
    server.advance(700.0)
    server.handshake.forget_idle_players()
    assert table not in server.lobby.tables
    await strangers(server, 2)
    await ana.arrive()
    await ana.join(table)


async def test_a_second_connection_of_one_player_needs_no_second_place() -> None:
    server = FakeServer(Limits(players=1))
    ana = await FakeClient(server, "Ana").arrive()
    await ana.arrive()
    ana.vanish()
    assert len(server.lobby.places) == 0


async def test_new_players_of_one_address_come_at_a_bounded_rate() -> None:
    server = FakeServer(Limits(address_new_players=Rate(0.5, 5.0)))
    eves = await strangers(server, 5)
    assert await turned_away(server, "Eve") == Code.ADDRESS_BUSY
    # Whoever is known is not new.
    eves[0].vanish()
    await eves[0].arrive()
    await FakeClient(server, "Ana", ELSEWHERE).arrive()
    server.advance(2.0)
    await FakeClient(server, "Eve", STRANGERS).arrive()


# Tables


async def test_one_address_cannot_open_all_tables() -> None:
    server = FakeServer(Limits(tables=200))
    refused = [
        code
        for eve in await strangers(server, 25)
        for _ in range(8)
        if isinstance(answer := eve.answer(await eve.send(Create)), Rejected)
        for code in [answer.code]
    ]
    assert len(server.lobby.tables) == server.services.limits.tables_per_address
    assert set(refused) == {Code.TOO_MANY_TABLES}
    ana = await FakeClient(server, "Ana", ELSEWHERE).arrive()
    await ana.create()


async def test_tables_of_one_address_are_opened_at_a_bounded_rate() -> None:
    server = FakeServer(Limits(address_new_tables=Rate(0.1, 3.0)))
    [eve] = await strangers(server, 1)
    for _ in range(3):
        await eve.leave(await eve.create())
    assert await eve.refusal(Create) == Code.FLOODING
    server.advance(10.0)
    await eve.create()


async def test_a_finished_table_that_everybody_has_left_is_no_table() -> None:
    server = FakeServer(Limits(tables=1))
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    server.table(table).finish(None)
    assert await ana.refusal(Create) == Code.TOO_MANY_TABLES, "they are still there"
    await ana.leave(table)
    bo.vanish()
    await ana.create()
    assert table not in server.lobby.tables


async def test_a_deserted_game_makes_room_and_can_be_taken_up_again() -> None:
    server = FakeServer(Limits(tables=1, grace=60.0))
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    cy = await FakeClient(server, "Cy", ELSEWHERE).arrive()
    ana.vanish()
    bo.vanish()
    assert await cy.refusal(Create) == Code.TOO_MANY_TABLES, "they may be back in a moment"
    server.advance(61.0)
    await cy.create()
    await ana.arrive()
    await ana.join(table)
    assert ana.room(table).status == "playing"


# Guessing


async def test_wrong_passwords_of_strangers_do_not_keep_a_friend_out() -> None:
    server = FakeServer()
    table, [_ana] = await seated(server, "Ana", password="sesame", seats=3)
    eves = await strangers(server, 30)
    asked = [(eve, await eve.send(Join, table=table, password="knot")) for eve in eves]
    told = [eve.answer(one) for eve, one in asked]
    heard = [one for one in told if isinstance(one, Rejected)]
    assert {one.code for one in heard} == {Code.WRONG_PASSWORD}
    assert len(heard) == 20, "as many at once; the others wait"
    # A friend from elsewhere is not concerned.
    bo = await FakeClient(server, "Bo", ELSEWHERE).arrive()
    await bo.join(table, "sesame")
    # And one from the same address comes after those who were first.
    cy = await FakeClient(server, "Cy", STRANGERS).arrive()
    request = await cy.send(Join, table=table, password="sesame")
    assert cy.answer(request) is None
    assert await eves[-1].refusal(Join, table=table, password="kin") == Code.FLOODING, "one at a time"
    server.advance(6.0)
    assert isinstance(cy.answer(request), Accepted)
    assert all(isinstance(eve.answer(one), Rejected) for eve, one in asked)


async def test_the_right_password_is_no_guess() -> None:
    server = FakeServer(Limits(address_guesses=Rate(0.1, 1.0)))
    table, [_ana] = await seated(server, "Ana", password="sesame", seats=5)
    for friend in await strangers(server, 4):
        await friend.join(table, "sesame")


async def test_guesses_from_many_addresses_wait_for_each_other_at_one_table() -> None:
    server = FakeServer(Limits(table_guesses=Rate(1.0, 3.0)))
    table, [_ana] = await seated(server, "Ana", password="sesame", seats=5)
    eves = [await FakeClient(server, f"Eve {at}", f"198.51.100.{at}").arrive() for at in range(5)]
    asked = [(eve, await eve.send(Watch, table=table, password="knot")) for eve in eves]
    assert [eve.answer(one) is not None for eve, one in asked] == [True] * 3 + [False] * 2
    server.advance(2.0)
    assert all(isinstance(eve.answer(one), Rejected) for eve, one in asked)


async def test_codes_are_guessed_slowly() -> None:
    server = FakeServer()
    [eve] = await strangers(server, 1)
    codes = [f"BCD{letter}" for letter in "BCDFGHJKLMNPQRSTVWXZ"]
    for code in codes:
        assert await eve.refusal(Join, table=code) == Code.UNKNOWN_TABLE
    late = await eve.send(Join, table="BBBB")
    assert eve.answer(late) is None
    assert await eve.refusal(Join, table="BBBC") == Code.FLOODING
    server.advance(1.0)
    answer = eve.answer(late)
    assert isinstance(answer, Rejected)
    assert answer.code == Code.UNKNOWN_TABLE


AT_TABLES = [kind for kind in REQUEST_KINDS if issubclass(kind, TableRequest) and kind not in {Join, Watch}]


@pytest.mark.parametrize("kind", AT_TABLES, ids=lambda kind: kind.__name__)
async def test_a_code_of_others_is_answered_like_one_that_no_table_has(kind: type[AnyRequest]) -> None:
    server = FakeServer()
    waiting, _ = await seated(server, "Ana", private=True)
    running, _ = await playing(server, "Bo", "Cy")
    stored, gone = await playing(server, "Dan", "Eva")
    for player in gone:
        player.vanish()
    server.advance(server.services.limits.close_after + 60.0)
    assert stored in server.lobby.suspended
    [eve] = await strangers(server, 1)
    answers = []
    for code in (waiting, running, stored, "NONE"):
        answer = eve.answer(await eve.send_again(eve.request(kind, **a_request(kind, code))))
        assert isinstance(answer, Rejected)
        answers.append((answer.code, answer.detail))
    assert answers == [(Code.NOT_AT_TABLE, {})] * 4


@pytest.mark.parametrize("kind", [Act, History, Leave, Join], ids=lambda kind: kind.__name__)
async def test_no_request_tells_of_more_than_three_codes_a_second(kind: type[AnyRequest]) -> None:
    server = FakeServer()
    eves, seconds = await strangers(server, 30), 20
    for _ in range(10 * seconds):
        for eve in eves:
            await eve.send_again(eve.request(kind, **a_request(kind, "NONE")))
        server.advance(0.1)
    answers = [one for eve in eves for one in eve.messages if isinstance(one, Rejected)]
    told = sum(one.code != Code.FLOODING for one in answers)
    at_once = server.services.limits.address_guesses.at_once
    assert at_once < told <= at_once + 3 * seconds


async def test_an_owner_is_never_kept_waiting_for_guesses() -> None:
    server = FakeServer()
    table, [ana, _bo] = await playing(server, "Ana", "Bo")
    eves = await strangers(server, 40)
    for eve in eves:
        await eve.send(Join, table="NONE")
    ana.origin = STRANGERS
    await ana.arrive()
    await ana.join(table)


# Noise


async def test_chat_is_bounded_for_an_address_and_for_a_table() -> None:
    server = FakeServer()
    table, [ana] = await seated(server, "Ana")
    for at in range(8):
        for eve in [await FakeClient(server, f"E{at}.{n}", f"198.51.100.{at}").arrive() for n in range(6)]:
            await eve.watch(table)
            for _ in range(6):
                await eve.send(Chat, table=table, text="spam")
    from_one = server.services.limits.address_chat.at_once
    assert len(ana.saw(Said)) == server.services.limits.table_chat.at_once < 8 * from_one
    await ana.say(table, "the host is heard all the same")


async def test_one_address_has_its_share_of_the_talk() -> None:
    server = FakeServer()
    table, [ana] = await seated(server, "Ana")
    for eve in await strangers(server, 6):
        await eve.watch(table)
        for _ in range(6):
            await eve.send(Chat, table=table, text="spam")
    assert len(ana.saw(Said)) == server.services.limits.address_chat.at_once
    bo = await FakeClient(server, "Bo", ELSEWHERE).arrive()
    await bo.watch(table)
    await bo.say(table, "hello")


async def test_a_player_with_many_names_keeps_the_last_that_could_be_told() -> None:
    server = FakeServer()
    table, [ana] = await seated(server, "Ana", seats=3)
    [eve] = await strangers(server, 1)
    await eve.join(table)
    names = []
    for number in range(20):
        eve.name = f"Eve the {number}"
        await eve.arrive()
        names.append(eve.welcome.name)
        await eve.join(table)
    assert len(set(names)) == server.services.limits.renames.at_once
    assert ana.room(table).seats[1].name == names[-1]


async def test_one_address_takes_few_of_the_watchers_places() -> None:
    server = FakeServer()
    table, [_ana] = await seated(server, "Ana")
    eves = await strangers(server, 10)
    answers = [eve.answer(await eve.send(Watch, table=table)) for eve in eves]
    assert sum(isinstance(one, Accepted) for one in answers) == server.services.limits.watchers_per_address
    bo = await FakeClient(server, "Bo", ELSEWHERE).arrive()
    await bo.watch(table)


async def test_comings_and_goings_of_one_address_are_bounded() -> None:
    server = FakeServer()
    table, [_ana] = await seated(server, "Ana")
    [eve] = await strangers(server, 1)
    for _ in range(40):
        await eve.join(table)
        await eve.leave(table)
    assert await eve.refusal(Join, table=table) == Code.FLOODING
    bo = await FakeClient(server, "Bo", ELSEWHERE).arrive()
    await bo.join(table)


async def test_whoever_was_sent_away_is_not_back_under_another_name() -> None:
    server = FakeServer()
    table, [ana] = await seated(server, "Ana")
    eve, friend = await strangers(server, 2)
    await friend.watch(table)
    await eve.join(table)
    await ana.ask(Kick, table=table, seat=1, address=True)
    other = await FakeClient(server, "Somebody", STRANGERS).arrive()
    assert await other.refusal(Join, table=table) == Code.KICKED
    await friend.join(table)  # who is there already may stay
    bo = await FakeClient(server, "Bo", ELSEWHERE).arrive()
    await bo.watch(table)
    server.advance(301.0)
    await other.watch(table)
