"""What an expert thinks of a finished game: asked moment by moment, kept, and not too much at once."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from tests import fourth_game
from tests.server.archive.asking import answer
from tests.server.archive.games import ONE_OF_EACH, parley, recorded
from tests.server.bots.reviewing import hurry
from tests.server.tables.fake_client import FakeClient, play_on, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol import requests
from triqueta_protocol.archive import AssessmentFound
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.replay import read_part
from triqueta_server.archive import access
from triqueta_server.archive.archive import Archive
from triqueta_server.archive.assess import KEPT, LIMITS, Assessments, assessed
from triqueta_server.archive.replay import part
from triqueta_server.limits.fair_queue import Owner
from triqueta_server.tables.services import Asker


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


async def over(*names: str) -> tuple[FakeServer, str, list[FakeClient]]:
    """A game that has ended, its id, and the people at its table."""
    server = FakeServer()
    table, clients = await seated(server, *names, bots=2 - len(names))
    await clients[0].start(table)
    await play_on(table, clients)
    game = clients[0].room(table).finished
    assert game is not None
    return server, game, clients


async def asked(client: FakeClient, game: str, step: int) -> AssessmentFound:
    found = (await client.ask(requests.Assess, game=game, step=step)).found
    assert isinstance(found, AssessmentFound)
    return found


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_moment_of_every_game(name: str) -> None:
    game = recorded(name)
    seats = len(game.seats)
    steps = read_part(part(game, 0, None)).steps
    for step in (0, len(game.decisions) // 2, len(game.decisions)):
        found = assessed(game, step)
        assert (found.step, found.total) == (step, len(game.decisions) + 1)
        assert sum(found.chances) == pytest.approx(1.0, abs=0.001)
        assert len(found.chances) == seats
        assert len(found.draws) in {0, seats}
        if step < len(game.decisions):
            decision = game.decisions[step]
            assert (found.seat, found.action) == (decision.seat, decision.action)
            assert step + 1 >= len(steps) or steps[step + 1].action == found.action
    assert found.action is None
    assert {seat for seat, chance in enumerate(found.chances) if chance} == set(game.winners)


def test_a_moment_does_not_depend_on_what_comes_after_its_decision() -> None:
    game = recorded("tripitz/full-2")
    at = 20
    cut = replace(game, decisions=game.decisions[: at + 1])
    whole, part_of_it = assessed(game, at), assessed(cut, at)
    assert replace(part_of_it, total=whole.total) == whole


async def test_over_the_wire_and_for_those_only_who_may_see_the_game() -> None:
    server, game, [ana] = await over("Ana")
    first = await asked(ana, game, 0)
    last = await asked(ana, game, 10_000)
    assert last.step == last.total - 1
    assert sorted(last.chances) in ([0.0, 1.0], [0.5, 0.5])
    assert first.total == last.total
    eve = await FakeClient(server, "Eve").arrive()
    assert await eve.refusal(requests.Assess, game=game, step=0) == Code.GAME_NOT_FOUND


class Thinking:
    """Stands for the worker processes: counts what it is asked, and waits if it is told to."""

    def __init__(self) -> None:
        self.steps: list[int] = []
        self.go = asyncio.Event()
        self.go.set()

    async def __call__(self, kind: str, owner: Owner, *arguments: Any, within: float) -> Any:
        assert kind == "assess"
        self.steps.append(arguments[1])
        assert len(arguments[0]["decisions"]) <= arguments[1] + 1
        await self.go.wait()
        return plain(AssessmentFound(step=arguments[1], total=0, chances=(0.5, 0.5)))


def archive_of(work: Thinking, *, private: bool, seconds: list[float] | None = None) -> Archive:
    now = seconds if seconds is not None else [0.0]
    assessments = Assessments(lambda: now[0])
    return Archive(None, None, work, keeps_files=private, assessments=assessments)  # type: ignore[arg-type]


@pytest.fixture
def _all_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody may see the recorded game, under any id."""

    async def find(_archive: Archive, _asker: Asker, game_id: str) -> Any:
        game = replace(recorded("tripitz/full-2"), id=game_id)
        return access.AccessibleGame(game, None, None)

    monkeypatch.setattr(access, "find", find)


@pytest.mark.usefixtures("_all_may")
async def test_what_is_known_is_not_thought_about_again() -> None:
    work = Thinking()
    archive = archive_of(work, private=True)
    ana, bo = Asker("ana"), Asker("bo")
    answers = [
        await answer(archive, who, requests.Assess(id=1, game="g1", step=step))
        for who in (ana, bo, ana)
        for step in (0, 1)
    ]
    assert work.steps == [0, 1]
    assert answers[:2] == answers[2:4] == answers[4:]
    assert all(isinstance(one, AssessmentFound) and one.total > 2 for one in answers)


@pytest.mark.usefixtures("_all_may")
async def test_one_address_has_few_thought_about_at_once_and_keeps_nobody_out() -> None:
    work = Thinking()
    work.go.clear()
    archive = archive_of(work, private=True)
    asking = [
        asyncio.create_task(
            answer(archive, Asker(f"p{number}"), requests.Assess(id=1, game="g1", step=number))
        )
        for number in range(LIMITS.reviews_per_address)
    ]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    elsewhere = Asker("bo", address="192.0.2.2")
    asking.append(asyncio.create_task(answer(archive, elsewhere, requests.Assess(id=1, game="g1", step=8))))
    await asyncio.sleep(0)
    refused = await answer(archive, Asker("late"), requests.Assess(id=1, game="g1", step=9))
    assert isinstance(refused, RefusalError)
    assert refused.code == Code.ARCHIVE_BUSY
    work.go.set()
    assert all(isinstance(one, AssessmentFound) for one in await asyncio.gather(*asking))
    assert isinstance(
        await answer(archive, Asker("late"), requests.Assess(id=1, game="g1", step=9)), AssessmentFound
    )


@pytest.mark.usefixtures("_all_may")
async def test_where_others_play_a_player_is_limited_and_what_is_known_is_free() -> None:
    work, seconds = Thinking(), [0.0]
    archive = archive_of(work, private=False, seconds=seconds)

    async def ask(game: str, step: int, who: str = "ana") -> Any:
        return await answer(archive, Asker(who), requests.Assess(id=1, game=game, step=step))

    for number in range(int(LIMITS.reviews.at_once)):
        assert isinstance(await ask(f"g{number}", 0), AssessmentFound)
    assert isinstance(await ask("one more", 0), RefusalError)
    assert isinstance(await ask("g3", 0), AssessmentFound)
    assert isinstance(await ask("one more", 0, "bo"), AssessmentFound)
    seconds[0] += 1 / LIMITS.reviews.per_second
    assert isinstance(await ask("another", 0), AssessmentFound)


@pytest.mark.usefixtures("_all_may")
async def test_at_home_nobody_is_limited() -> None:
    archive = archive_of(Thinking(), private=True)
    for number in range(int(LIMITS.reviews.at_once) + 5):
        found = await answer(archive, Asker("ana"), requests.Assess(id=1, game=f"g{number}", step=0))
        assert isinstance(found, AssessmentFound)


def test_what_is_kept_is_bounded_and_the_oldest_game_goes_first() -> None:
    memory = Assessments()
    moment = AssessmentFound(step=0, total=1, chances=(1.0,))
    for number in range(KEPT):
        memory.keep(f"g{number}", moment)
    assert memory.find("g0", 0) == moment
    memory.keep("new", moment)
    assert memory.find("g0", 0) == moment  # asked for lately
    assert memory.find("g1", 0) is None
    assert memory.find("new", 0) == moment


async def test_a_game_without_a_reviewer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with fourth_game.registered():
        game = parley()

        async def find(_archive: Archive, _asker: Asker, _game: str) -> Any:
            return access.AccessibleGame(game, None, None)

        monkeypatch.setattr(access, "find", find)
        archive = archive_of(Thinking(), private=True)
        refused = await answer(archive, Asker("ana"), requests.Assess(id=1, game="parley", step=0))
    assert isinstance(refused, RefusalError)
    assert refused.code == Code.NO_REVIEW
