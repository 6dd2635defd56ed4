"""Who may see which finished game: a game that is not over is, for everybody, one that does not exist."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from tests.server.archive.asking import answer
from tests.server.archive.games import ONE_OF_EACH, recorded
from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol import requests
from triqueta_protocol.archive import FileFound, Found, GamesFound, ReplayFound
from triqueta_protocol.codec import encode
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Event, Rejected
from triqueta_protocol.replay import ReplayHead, ReplayStep, read_part
from triqueta_protocol.table_events import GameOver
from triqueta_server.archive import game_file
from triqueta_server.archive.archive import LIMITS, Archive
from triqueta_server.bots.worker_process import WorkerError
from triqueta_server.limits.fair_queue import Owner
from triqueta_server.store.errors import DamagedGameError
from triqueta_server.tables.services import Asker

NOWHERE = "00000000feedface"


def running_id(server: FakeServer, table: str) -> str:
    match = server.table(table).match
    assert match is not None
    return match.id


async def found(client: FakeClient, kind: type[requests.ArchiveRequest], **fields: Any) -> Found:
    answer = await client.ask(kind, **fields)
    assert answer.found is not None
    return answer.found


async def replayed(client: FakeClient, game: str) -> tuple[ReplayHead, list[ReplayStep]]:
    """The whole replay of a game."""
    steps: list[ReplayStep] = []
    head = None
    while True:
        part = await found(client, requests.Replay, game=game, start=len(steps))
        assert isinstance(part, ReplayFound)
        assert part.start == len(steps)
        read = read_part(part.packed)
        head = head or read.head
        steps += read.steps
        if len(steps) >= part.total:
            assert head is not None
            return head, steps


def told(client: FakeClient, table: str) -> list[Event]:
    """The events of a game: those that carry something of it."""
    events = [message for message in client.messages if isinstance(message, Event)]
    return [event for event in events if event.table == table and (event.public or event.mine)]


async def over(**rules: Any) -> tuple[FakeServer, str, str, list[FakeClient]]:
    """A table where Ana and Bo have played a game and Cy has watched; also the game's id."""
    server = FakeServer()
    table, clients = await seated(server, "Ana", "Bo", **rules)
    cy = await FakeClient(server, "Cy").arrive()
    await cy.watch(table, rules.get("password"))
    await clients[0].start(table)
    await play_on(table, clients)
    game = clients[0].room(table).finished
    assert game == running_id(server, table)
    return server, table, game, [*clients, cy]


ASKING: list[tuple[type[requests.ArchiveRequest], dict[str, Any]]] = [
    (requests.Replay, {}),
    (requests.Replay, {"start": 7}),
    (requests.ExportGame, {}),
    (requests.DropGame, {}),
    (requests.Assess, {"step": 3}),
]


@pytest.mark.parametrize("game", ["triqueta", "triche", "tripitz"])
async def test_a_running_game_is_to_everybody_one_that_does_not_exist(game: str) -> None:
    server = FakeServer()
    table, clients = await playing(server, "Ana", "Bo", game=game)
    cy = await FakeClient(server, "Cy").arrive()
    await cy.watch(table)
    stranger = await FakeClient(server, "Eve").arrive()
    running = running_id(server, table)
    assert server.journal.game(running) is not None
    for client in (*clients, cy, stranger):
        for kind, fields in ASKING:
            answers = [
                client.answer(await client.send(kind, game=asked, **fields)) for asked in (running, NOWHERE)
            ]
            told = [encode(Rejected(id=1, code=one.code, detail=one.detail)) for one in answers]  # type: ignore[union-attr]
            assert told[0] == told[1] == encode(Rejected(id=1, code=Code.GAME_NOT_FOUND))
        assert all(mirror.room.finished is None for mirror in client.mirrors.values())


async def test_a_replay_is_what_each_viewer_was_told() -> None:
    server, table, game, clients = await over()
    head, steps = await replayed(clients[0], game)
    assert (head.seat, head.game.id) == (0, game)
    assert [seat.name for seat in head.game.seats] == ["Ana", "Bo"]
    for seat, client in enumerate(clients):
        events = told(client, table)
        assert len(events) == len(steps)
        for event, step in zip(events, steps, strict=True):
            assert event.what == step.what
            assert event.public == step.public
            mine = step.mine[seat] if seat < 2 and step.mine else {}
            assert event.mine == mine
    (ending,) = clients[0].saw(GameOver)
    assert steps[-1].what[-1]["winners"] == list(ending.winners)
    assert server.journal.games[game].end is not None


async def test_a_replay_begins_with_the_line_that_the_list_has() -> None:
    server = FakeServer()
    table, clients = await playing(server, "Ana", "Bo", bots=1, options={"start": 1}, coach=True)
    await clients[1].leave(table)
    await play_on(table, clients[:1])
    game = clients[0].room(table).finished
    assert game is not None
    for client in clients:
        lines = await found(client, requests.Games)
        assert isinstance(lines, GamesFound)
        head, _ = await replayed(client, game)
        assert lines.games == (head.game,)
        assert [seat.level for seat in head.game.seats] == [None, None, "normal"]
        assert head.game.abandoned
        assert head.game.coach


async def test_a_game_whose_set_up_cannot_be_read_is_not_found() -> None:
    server, _table, game, (ana, *_) = await over()
    whole = server.journal.games[game]
    server.journal.games[game] = replace(whole, record=replace(whole.record, setup=b""))
    assert await ana.refusal(requests.Replay, game=game) == Code.GAME_NOT_FOUND


async def test_whoever_is_at_the_table_may_see_its_last_game_and_nobody_else() -> None:
    server, table, game, (ana, bo, cy) = await over()
    eve = await FakeClient(server, "Eve").arrive()
    for kind, fields in ASKING[:3]:
        for client in (ana, bo, cy):
            await client.ask(kind, game=game, **fields)
        assert await eve.refusal(kind, game=game, **fields) == Code.GAME_NOT_FOUND
    assert (await replayed(cy, game))[0].seat is None
    assert (await replayed(bo, game))[0].seat == 1
    await eve.watch(table)
    await eve.ask(requests.Replay, game=game)
    await eve.leave(table)
    await cy.leave(table)
    await bo.leave(table)
    for gone in (eve, cy):
        assert await gone.refusal(requests.Replay, game=game) == Code.GAME_NOT_FOUND
    await bo.ask(requests.Replay, game=game)


async def test_with_the_next_game_the_last_one_is_its_players_own() -> None:
    _server, table, game, (ana, bo, cy) = await over()
    await ana.ask(requests.Rematch, table=table)
    assert ana.room(table).finished == game
    await cy.ask(requests.Replay, game=game)
    await bo.ready(table)
    await ana.start(table)
    assert ana.room(table).finished is None
    assert await cy.refusal(requests.Replay, game=game) == Code.GAME_NOT_FOUND
    await ana.ask(requests.Replay, game=game)


async def test_a_restart_takes_no_game_away() -> None:
    server, _table, game, (ana, _bo, _cy) = await over()
    before = await replayed(ana, game)
    await ana.arrive(server.restarted())
    assert await replayed(ana, game) == before


async def test_what_was_taken_back_is_not_in_the_replay() -> None:
    server = FakeServer()
    table, [ana] = await seated(server, "Ana", bots=1, private=True, watchers=False, practice=True)
    await ana.start(table)
    await play_on(table, [ana], 3)
    await ana.ask(requests.Undo, table=table)
    await ana.ask(requests.Undo, table=table)
    await play_on(table, [ana])
    game = ana.room(table).finished
    assert game is not None
    head, steps = await replayed(ana, game)
    history = (await ana.ask(requests.History, table=table)).history
    assert history is not None
    assert [one for step in steps for one in step.what] == list(history)
    assert head.game.practice
    moves = sum(entry.kind == "move" for entry in server.journal.games[game].entries)
    assert len(steps) < moves + 1


async def test_a_file_has_nothing_that_leads_to_anybody() -> None:
    server, table, game, (ana, bo, _cy) = await over(password="sesame")
    file = await found(ana, requests.ExportGame, game=game)
    assert isinstance(file, FileFound)
    assert file.name.startswith("triqueta-20")
    import zlib

    inside = zlib.decompress(file.data[game_file.HEAD :])
    password = server.table(table).access.password
    assert password is not None
    secrets = [ana.player.id, bo.player.id, ana.token, table, game]
    for secret in [*(str(one).encode() for one in secrets), password, b"sesame"]:
        assert secret not in inside
    assert b"Ana" in inside
    read = game_file.read(file.data).game
    assert len(read.decisions) == sum(one.kind == "move" for one in server.journal.games[game].entries)


async def test_a_file_that_is_brought_along_is_seen_by_who_brought_it() -> None:
    server = FakeServer()
    ana, bo = [await FakeClient(server, name).arrive() for name in ("Ana", "Bo")]
    original = recorded(ONE_OF_EACH[1])
    file = game_file.write(original)
    lines = await found(ana, requests.ImportGame, file=file)
    assert isinstance(lines, GamesFound)
    (line,) = lines.games
    assert line.imported
    assert [seat.name for seat in line.seats] == [seat.name for seat in original.seats]
    head, steps = await replayed(ana, line.id)
    assert (head.game, head.seat, len(steps)) == (line, None, len(original.decisions) + 1)
    again = await found(ana, requests.ExportGame, game=line.id)
    assert isinstance(again, FileFound)
    assert again.data == file
    for kind, fields in ASKING:
        assert await bo.refusal(kind, game=line.id, **fields) == Code.GAME_NOT_FOUND
    await ana.ask(requests.DropGame, game=line.id)
    for kind, fields in ASKING:
        assert await ana.refusal(kind, game=line.id, **fields) == Code.GAME_NOT_FOUND


async def test_a_bad_file_is_refused_with_why_and_not_held() -> None:
    server = FakeServer()
    ana = await FakeClient(server, "Ana").arrive()
    file = game_file.write(recorded(ONE_OF_EACH[0]))
    assert await ana.refusal(requests.ImportGame, file=file[:-1]) == Code.FILE_CUT_OFF
    assert await ana.refusal(requests.ImportGame, file=b"PK") == Code.FILE_FOREIGN
    assert len(server.archive.imported) == 0


async def test_a_server_for_many_keeps_no_files() -> None:
    server = FakeServer()
    ana = await FakeClient(server, "Ana").arrive()
    file = game_file.write(recorded(ONE_OF_EACH[0]))
    assert await ana.refusal(requests.ImportGame, file=file, keep=True) == Code.NO_KEEPING
    assert len(server.archive.imported) == 0


async def test_the_answers_come_once_and_are_remembered() -> None:
    _server, _table, game, (ana, *_) = await over()
    request = ana.request(requests.ExportGame, game=game)
    await ana.send_again(request)
    await ana.send_again(request)
    first, second = [one for one in ana.messages if getattr(one, "id", None) == request.id]
    assert first == second


async def test_a_table_is_not_told_of_it() -> None:
    """Asking about finished games changes nothing that others could see."""
    _server, _table, game, (ana, bo, _cy) = await over()
    before = len(bo.messages)
    for kind, fields in ASKING[:3]:
        await ana.ask(kind, game=game, **fields)
    assert len(bo.messages) == before


class SlowWork:
    """Work that takes until ``release``."""

    def __init__(self) -> None:
        self.asked = 0
        self.released = asyncio.Event()

    async def __call__(self, kind: str, owner: Owner, *arguments: Any, within: float) -> Any:
        self.asked += 1
        await self.released.wait()
        return {"code": str(Code.FILE_FOREIGN), "detail": {}}


async def test_nobody_has_more_worked_on_than_a_little() -> None:
    work = SlowWork()
    archive = Archive(None, None, work)  # type: ignore[arg-type]
    ana, bo = Asker("ana"), Asker("bo")
    request = requests.ImportGame(id=1, file=b"x")
    waiting = [asyncio.create_task(answer(archive, ana, request)) for _ in range(LIMITS.per_player)]
    await asyncio.sleep(0)
    assert work.asked == 1, "one of a player's requests is worked on at a time"
    refused = await answer(archive, ana, request)
    assert isinstance(refused, RefusalError)
    assert refused.code == Code.ARCHIVE_BUSY
    waiting.append(asyncio.create_task(answer(archive, bo, request)))
    await asyncio.sleep(0)
    assert work.asked == 2, "others need not wait for it"
    work.released.set()
    answers = await asyncio.gather(*waiting)
    assert {one.code for one in answers if isinstance(one, RefusalError)} == {Code.FILE_FOREIGN}
    assert work.asked == LIMITS.per_player + 1


async def test_one_address_leaves_places_to_the_others() -> None:
    work = SlowWork()
    archive = Archive(None, None, work)  # type: ignore[arg-type]

    def ask(player: str, address: str) -> "asyncio.Task[Found | RefusalError]":
        request = requests.ImportGame(id=1, file=b"x")
        return asyncio.create_task(answer(archive, Asker(player, address=address), request))

    crowd = [ask(f"eve {number}", "198.51.100.7") for number in range(LIMITS.per_address + 1)]
    await asyncio.sleep(0)
    ana = ask("ana", "203.0.113.9")
    await asyncio.sleep(0)
    assert work.asked == LIMITS.per_address + 1, "all but the last of the crowd"
    work.released.set()
    codes = [one.code for one in await asyncio.gather(*crowd, ana) if isinstance(one, RefusalError)]
    assert codes == [*[Code.FILE_FOREIGN] * LIMITS.per_address, Code.ARCHIVE_BUSY, Code.FILE_FOREIGN]
    freed = await ask("eve 0", "198.51.100.7")
    assert isinstance(freed, RefusalError)
    assert freed.code == Code.FILE_FOREIGN, "its places are free again"


async def test_what_cannot_be_read_or_worked_out_is_refused() -> None:
    async def fail(*_: Any, **__: Any) -> Any:
        raise WorkerError("its process died")

    async def damaged(*_: Any) -> Any:
        raise DamagedGameError("game", "KNRT", "its end")

    archive = Archive(FakeServer().journal, damaged, fail)  # type: ignore[arg-type]
    answers = [
        await answer(archive, Asker("ana"), request)
        for request in (requests.ImportGame(id=1, file=b"x"), requests.Replay(id=2, game="game"))
    ]
    assert [one.code for one in answers if isinstance(one, RefusalError)] == [
        Code.ARCHIVE_BUSY,
        Code.GAME_NOT_FOUND,
    ]
