"""Sound requests that cannot be granted: each gets its stable code, and the same connection plays on."""

import asyncio
from collections.abc import Callable

import pytest

from tests.integration.conftest import Connect, StartServer
from tests.integration.games import begin, on_turn, play_out, watch
from tests.scripted import RejectedError, ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import (
    Act,
    AddBot,
    AnyRequest,
    Chat,
    Configure,
    Create,
    History,
    Join,
    Kick,
    Lobby,
    Ready,
    Rematch,
    RemoveBot,
    Resume,
    SitIn,
    Start,
    Watch,
)
from triqueta_protocol.settings import TableSettings

Ask = Callable[[int, str], AnyRequest]
"""A request from an id and a table's code."""

DRAW = {"do": "draw"}


IN_A_GAME: dict[str, tuple[str, Code, Ask]] = {
    "act out of turn": ("waiting", Code.NOT_YOUR_TURN, lambda i, t: Act(id=i, table=t, action=DRAW)),
    "place before drawing": (
        "moving",
        Code.ILLEGAL_ACTION,
        lambda i, t: Act(id=i, table=t, action={"do": "place", "row": 0}),
    ),
    "take a row that is not there": (
        "moving",
        Code.ILLEGAL_ACTION,
        lambda i, t: Act(id=i, table=t, action={"do": "take", "row": 4}),
    ),
    "an action of another game": (
        "moving",
        Code.BAD_ACTION,
        lambda i, t: Act(id=i, table=t, action={"do": "castle"}),
    ),
    "an action with too much in it": (
        "moving",
        Code.BAD_ACTION,
        lambda i, t: Act(id=i, table=t, action=DRAW | {"twice": True}),
    ),
    "act at a table that is not there": (
        "moving",
        Code.NOT_AT_TABLE,
        lambda i, _: Act(id=i, table="NOWHERE", action=DRAW),
    ),
    "act as a watcher": ("watching", Code.NOT_SEATED, lambda i, t: Act(id=i, table=t, action=DRAW)),
    "act from outside": ("outside", Code.NOT_AT_TABLE, lambda i, t: Act(id=i, table=t, action=DRAW)),
    "sit down in a running game": ("outside", Code.GAME_RUNNING, lambda i, t: Join(id=i, table=t)),
    "look into the history from outside": (
        "outside",
        Code.NOT_AT_TABLE,
        lambda i, t: History(id=i, table=t),
    ),
    "resume what was never seen": (
        "outside",
        Code.NOT_AT_TABLE,
        lambda i, t: Resume(id=i, table=t, epoch="", last=0),
    ),
    "chat from outside": ("outside", Code.NOT_AT_TABLE, lambda i, t: Chat(id=i, table=t, text="psst")),
    "say nothing": ("moving", Code.TEXT_EMPTY, lambda i, t: Chat(id=i, table=t, text="\u200b \x1b")),
    "say too much": ("moving", Code.TEXT_TOO_LONG, lambda i, t: Chat(id=i, table=t, text="a" * 241)),
    "start again in the middle": ("host", Code.GAME_RUNNING, lambda i, t: Start(id=i, table=t)),
    "a rematch in the middle": ("host", Code.GAME_RUNNING, lambda i, t: Rematch(id=i, table=t)),
    "kick without being the host": ("guest", Code.NOT_HOST, lambda i, t: Kick(id=i, table=t, seat=0)),
    "kick oneself": ("host", Code.NOT_A_PLAYER, lambda i, t: Kick(id=i, table=t, seat=0)),
    "kick an empty seat": ("host", Code.NO_SUCH_SEAT, lambda i, t: Kick(id=i, table=t, seat=7)),
    "let a bot play for somebody who is there": (
        "host",
        Code.SEAT_PRESENT,
        lambda i, t: SitIn(id=i, table=t, seat=1),
    ),
}


@pytest.mark.parametrize(("who", "code", "ask"), IN_A_GAME.values(), ids=list(IN_A_GAME))
async def test_in_a_running_game(
    shared_server: ServerProcess, connect: Connect, who: str, code: Code, ask: Ask
) -> None:
    host, guest, watcher, outsider = [
        await connect(shared_server, name) for name in ("Ana", "Bo", "Eve", "Cy")
    ]
    table = await begin(host, guest)
    await watch(watcher, table)
    moving = await on_turn(table, host, guest)
    roles = {
        "host": host,
        "guest": guest,
        "watching": watcher,
        "outside": outsider,
        "moving": moving,
        "waiting": guest if moving is host else host,
    }
    assert await refusal(roles[who], table, ask) == code
    await play_out(table, host, guest)


IN_THE_WAITING_ROOM: dict[str, tuple[str, Code, Ask]] = {
    "play before the game": ("host", Code.NO_GAME, lambda i, t: Act(id=i, table=t, action=DRAW)),
    "history before the game": ("host", Code.NO_GAME, lambda i, t: History(id=i, table=t)),
    "a rematch before the game": ("host", Code.NO_GAME, lambda i, t: Rematch(id=i, table=t)),
    "start while one is not ready": ("host", Code.NOT_READY, lambda i, t: Start(id=i, table=t)),
    "start as a guest": ("guest", Code.NOT_HOST, lambda i, t: Start(id=i, table=t)),
    "a bot nobody knows": ("host", Code.UNKNOWN_LEVEL, lambda i, t: AddBot(id=i, table=t, level="godlike")),
    "remove a player as if a bot": ("host", Code.NOT_A_BOT, lambda i, t: RemoveBot(id=i, table=t, seat=1)),
    "join with a wrong password": (
        "outside",
        Code.WRONG_PASSWORD,
        lambda i, t: Join(id=i, table=t, password="sesame!"),
    ),
    "join without the password": ("outside", Code.WRONG_PASSWORD, lambda i, t: Join(id=i, table=t)),
    "watch with a wrong password": (
        "outside",
        Code.WRONG_PASSWORD,
        lambda i, t: Watch(id=i, table=t, password="SESAME"),
    ),
    "watch where nobody may": (
        "outside",
        Code.NO_WATCHING,
        lambda i, t: Watch(id=i, table=t, password="sesame"),
    ),
    "ready without a seat": ("outside", Code.NOT_AT_TABLE, lambda i, t: Ready(id=i, table=t)),
    "fewer seats than players": (
        "host",
        Code.BAD_OPTIONS,
        lambda i, t: Configure(id=i, table=t, game="triqueta", settings=TableSettings(seats=1)),
    ),
    "options of another game": (
        "host",
        Code.BAD_OPTIONS,
        lambda i, t: Configure(
            id=i, table=t, game="triqueta", settings=TableSettings(seats=2), options={"wolves": True}
        ),
    ),
    "the variant for two with four": (
        "host",
        Code.BAD_OPTIONS,
        lambda i, t: Configure(
            id=i, table=t, game="triqueta", settings=TableSettings(seats=4), options={"variant": "dorra"}
        ),
    ),
    "a game nobody knows": ("outside", Code.UNKNOWN_GAME, lambda i, _: Create(id=i, game="chess")),
}


@pytest.mark.parametrize(("who", "code", "ask"), IN_THE_WAITING_ROOM.values(), ids=list(IN_THE_WAITING_ROOM))
async def test_in_the_waiting_room(
    shared_server: ServerProcess, connect: Connect, who: str, code: Code, ask: Ask
) -> None:
    host, guest, outsider = [await connect(shared_server, name) for name in ("Ana", "Bo", "Cy")]
    table = await host.create(settings={"seats": 2, "watchers": False}, password="sesame")
    await guest.join(table, "sesame")
    assert await refusal({"host": host, "guest": guest, "outside": outsider}[who], table, ask) == code
    await guest.ask(Ready(id=guest.next_id(), table=table))
    await host.ask(Start(id=host.next_id(), table=table))
    await play_out(table, host, guest)


async def test_a_full_table(shared_server: ServerProcess, connect: Connect) -> None:
    host, guest, late = [await connect(shared_server, name) for name in ("Ana", "Bo", "Cy")]
    table = await host.create(settings={"seats": 2})
    await guest.join(table)
    assert await refusal(late, table, lambda i, t: Join(id=i, table=t)) == Code.TABLE_FULL
    assert await refusal(host, table, lambda i, t: AddBot(id=i, table=t)) == Code.TABLE_FULL


async def test_alone_at_the_table(shared_server: ServerProcess, connect: Connect) -> None:
    host = await connect(shared_server, "Ana")
    table = await host.create()
    assert await refusal(host, table, lambda i, t: Start(id=i, table=t)) == Code.TOO_FEW_PLAYERS


async def test_a_kicked_player_stays_out(shared_server: ServerProcess, connect: Connect) -> None:
    host, guest = await connect(shared_server, "Ana"), await connect(shared_server, "Bo")
    table = await host.create()
    await guest.join(table)
    await host.ask(Kick(id=host.next_id(), table=table, seat=1))
    await guest.until(lambda: table in guest.closed_tables)
    assert guest.closed_tables[table] == Code.KICKED
    for again in (lambda i, t: Join(id=i, table=t), lambda i, t: Watch(id=i, table=t)):
        assert await refusal(guest, table, again) == Code.KICKED


async def test_more_tables_than_the_server_takes(start_server: StartServer, connect: Connect) -> None:
    server = await start_server("--max-tables", "1")
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await ana.create()
    assert await refusal(bo, table, lambda i, _: Create(id=i, game="triqueta")) == Code.TOO_MANY_TABLES
    await bo.join(table)


async def test_chat_faster_than_anybody_reads(shared_server: ServerProcess, connect: Connect) -> None:
    ana = await connect(shared_server, "Ana")
    table = await ana.create()
    answers = [ana.send(Chat(id=ana.next_id(), table=table, text=f"{n}")) for n in range(40)]
    refused = [
        one
        for one in await asyncio.gather(*answers, return_exceptions=True)
        if isinstance(one, RejectedError)
    ]
    assert refused
    assert {one.code for one in refused} == {Code.CHAT_TOO_FAST}
    await ana.ask(Lobby(id=ana.next_id()))


async def test_a_bot_may_not_sit_in_before_the_grace_is_over(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server("--grace", "3600")
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo)
    await bo.vanish()
    await ana.until(lambda: not ana.mirrors[table].room.seats[1].present)
    with pytest.raises(RejectedError) as caught:
        await ana.ask(SitIn(id=ana.next_id(), table=table, seat=1))
    assert caught.value.code == Code.GRACE_RUNNING
    assert 0 < int(caught.value.detail["seconds"]) <= 3601
    back = await connect(server, "Bo", token=bo.token)
    await back.join(table)
    await play_out(table, ana, back)


async def test_an_id_that_was_passed_over_is_stale(shared_server: ServerProcess, connect: Connect) -> None:
    ana = await connect(shared_server, "Ana")
    await ana.ask(Lobby(id=10))
    with pytest.raises(RejectedError) as caught:
        await ana.ask(Lobby(id=5))
    assert caught.value.code == Code.STALE_REQUEST
    await ana.ask(Lobby(id=11))


async def test_a_repeated_id_gets_the_same_answer_and_acts_once(
    shared_server: ServerProcess, connect: Connect
) -> None:
    ana, bo = await connect(shared_server, "Ana"), await connect(shared_server, "Bo")
    table = await begin(ana, bo)
    mover = await on_turn(table, ana, bo)
    drawing = Act(id=mover.next_id(), table=table, action=DRAW)
    first = await mover.ask(drawing)
    illegal = Act(id=mover.next_id(), table=table, action=DRAW)
    for _ in range(2):
        assert await mover.ask(drawing) == first
        with pytest.raises(RejectedError) as caught:
            await mover.ask(illegal)
        assert caught.value.code == Code.ILLEGAL_ACTION
    history = await mover.ask(History(id=mover.next_id(), table=table))
    assert history.history is not None
    assert [one["is"] for one in history.history] == ["game_began", "drew"]
    await play_out(table, ana, bo)


async def refusal(client: ScriptedClient, table: str, ask: Ask) -> str:
    with pytest.raises(RejectedError) as caught:
        await client.ask(ask(client.next_id(), table))
    return caught.value.code
