"""Bots put on seats and taken from them."""

from tests.server.tables.fake_client import seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.games import VOCABULARIES
from triqueta_protocol.requests import AddBot, RemoveBot
from triqueta_protocol.table_events import BotAdded, BotRemoved
from triqueta_server.bots import NAMES


async def test_bots_get_seats_and_names_of_their_own(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", seats=4)
    for level in ("easy", "normal"):
        await ana.add_bot(table, level)
    bots = ana.room(table).seats[1:3]
    assert [(seat.kind, seat.level, seat.ready, seat.present) for seat in bots] == [
        ("bot", "easy", True, True),
        ("bot", "normal", True, True),
    ]
    assert [seat.name for seat in bots] == list(NAMES[:2])
    assert ana.saw(BotAdded) == [BotAdded(1, NAMES[0]), BotAdded(2, NAMES[1])]


async def test_a_bot_without_a_level_is_the_games_stand_in(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", seats=2)
    await ana.ask(AddBot, table=table)
    assert ana.room(table).seats[1].level == VOCABULARIES["triqueta"].stand_in


async def test_a_bot_is_taken_from_its_seat_and_its_name_is_free_again(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", seats=4)
    await ana.add_bot(table)
    await ana.add_bot(table)
    await ana.ask(RemoveBot, table=table, seat=1)
    assert ana.saw(BotRemoved) == [BotRemoved(1, NAMES[0])]
    await ana.add_bot(table)
    assert [seat.name for seat in ana.room(table).seats] == ["Ana", NAMES[1], NAMES[0], ""]


async def test_bots_are_the_hosts_affair_before_the_game(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo", seats=3)
    assert await bo.refusal(AddBot, table=table) == Code.NOT_HOST
    assert await bo.refusal(RemoveBot, table=table, seat=0) == Code.NOT_HOST
    assert await ana.refusal(AddBot, table=table, level="divine") == Code.UNKNOWN_LEVEL
    assert await ana.refusal(RemoveBot, table=table, seat=1) == Code.NOT_A_BOT
    assert await ana.refusal(RemoveBot, table=table, seat=9) == Code.NO_SUCH_SEAT
    await ana.add_bot(table)
    assert await ana.refusal(AddBot, table=table) == Code.TABLE_FULL
    await ana.start(table)
    assert await ana.refusal(AddBot, table=table) == Code.GAME_RUNNING
    assert await ana.refusal(RemoveBot, table=table, seat=2) == Code.GAME_RUNNING
