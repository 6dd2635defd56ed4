"""A waiting room of a real server, which is killed."""

from tests.integration.conftest import Connect, StartServer
from triqueta_protocol.requests import AddBot, Ready, Start


async def test_friends_meet_again_in_a_private_room_after_a_power_cut(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server()
    ana, bo = [await connect(server, name) for name in ("Ana", "Bo")]
    table = await ana.create(game="tripitz", seats=4, private=True, password="sesame")
    await bo.join(table, "sesame")
    await ana.ask(AddBot(id=ana.next_id(), table=table))
    before = ana.mirrors[table].room
    await server.kill()
    server = await start_server(port=server.port)
    ana, bo = [await connect(server, "back", token=one.token) for one in (ana, bo)]
    assert [seat.table for seat in ana.welcome.seats] == [table]
    for client in (ana, bo):
        await client.join(table)
    cy = await connect(server, "Cy")
    await cy.join(table, "sesame")
    room = ana.mirrors[table].room
    assert (room.settings, room.options, room.host) == (before.settings, before.options, before.host)
    assert [seat.player for seat in room.seats[:3]] == [seat.player for seat in before.seats[:3]]
    for client in (bo, cy):
        await client.ask(Ready(id=client.next_id(), table=table))
    await ana.ask(Start(id=ana.next_id(), table=table))
    await bo.until(lambda: bo.mirrors[table].room.status == "playing")
