"""Whatever happens at a table, the copy that each viewer keeps from events is what a fresh look shows."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from msgspec import structs

from tests.server.tables.fake_client import FakeClient, mover, seated
from tests.server.tables.fake_server import FakeServer
from tests.server.tables.second_game import register_trio
from triqueta_protocol.events import Accepted
from triqueta_protocol.requests import Configure, Rematch, SitIn
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import GameOver
from triqueta_server.limits.declared import Limits, Rate

STEPS = 250


class Evening:
    """People at a table who play, chat, lose their links, come back, leave, join and watch, at random."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.server = FakeServer(Limits(grace=20.0, chat=Rate(0.5, 1e9)), seed=f"evening {seed}")
        self.table = ""
        self.players: list[FakeClient] = []
        self.watchers: list[FakeClient] = []
        self.away: set[str] = set()

    async def begin(self) -> None:
        rng = self.rng
        clock = rng.choice([None, ClockRule(turn=30, bank=30)])
        people, bots = rng.randint(2, 4), rng.randint(0, 1)
        names = ("Ana", "Bo", "Cy", "Dan")[:people]
        absence: dict[str, Any] = {"substitute": rng.choice(["auto", "ask", "never"])}
        self.table, self.players = await seated(self.server, *names, bots=bots, clock=clock, **absence)
        for name in ("Eve", "Fay"):
            self.watchers.append(await FakeClient(self.server, name).arrive())
        await self.players[0].start(self.table)

    @property
    def here(self) -> list[FakeClient]:
        """Those who look at the table right now."""
        everybody = [*self.players, *self.watchers]
        return [
            client for client in everybody if client.name not in self.away and self.table in client.mirrors
        ]

    async def step(self) -> None:
        steps: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (60, self.move),
            (4, self.chat),
            (5, self.lose_a_link),
            (20, self.come_back),
            (3, self.take_over),
            (8, self.leave_or_join),
            (4, self.watch_or_stop),
            (3, self.hang),
            (2, self.stall),
            (2, self.rename),
            (4, self.wait),
            (4, self.sit_in),
            (30, self.again),
        ]
        weights = [weight for weight, _ in steps]
        [(_, act)] = self.rng.choices(steps, weights)
        await act()
        self.server.settle()

    def check(self) -> None:
        for client in self.here:
            assert client.sees_what_is(self.table), client.name

    async def move(self) -> None:
        if any(client.owes(self.table) for client in self.here):
            client = mover(self.table, self.here)
            await client.act(self.table, self.rng.choice(client.mine(self.table).choices).action)

    async def chat(self) -> None:
        if self.here:
            await self.rng.choice(self.here).say(self.table, "hm")

    async def lose_a_link(self) -> None:
        if self.here:
            client = self.rng.choice(self.here)
            client.vanish()
            self.away.add(client.name)

    async def come_back(self) -> None:
        gone = [client for client in (*self.players, *self.watchers) if client.name in self.away]
        if not gone:
            return
        client = self.rng.choice(gone)
        await client.arrive()
        self.away.discard(client.name)
        mirror = client.mirrors.get(self.table)
        if mirror is None:
            return
        answer = client.answer(await client.send_resume(self.table))
        if not isinstance(answer, Accepted):  # gone for too long, as a watcher or in the waiting room
            assert client in self.watchers or self.server.table(self.table).seat_of(client.player) is None
            del client.mirrors[self.table]

    async def take_over(self) -> None:
        if self.here:
            await self.rng.choice(self.here).come_back(self.table)

    async def leave_or_join(self) -> None:
        client = self.rng.choice(self.players)
        if client.name in self.away:
            return
        if self.table not in client.mirrors:
            await client.send_join(self.table)  # a game may run that began without them
        elif self._status() == "playing":
            await client.leave(self.table)

    async def watch_or_stop(self) -> None:
        client = self.rng.choice(self.watchers)
        if client.name in self.away:
            return
        if self.table in client.mirrors:
            await client.leave(self.table)
        else:
            await client.watch(self.table)

    async def hang(self) -> None:
        """Several things happen before the disk has caught up with the first, and it does so bit by bit."""
        self.server.journal.hanging = True
        for client in self.here:
            if client.owes(self.table):
                await client.send_move(self.table)
            if self.rng.random() < 0.3:
                await client.send_resume(self.table)
        while self.server.journal.commit(most=1):
            pass
        self.server.commit()

    async def stall(self) -> None:
        """The disk is full for a while; what a return changes in a waiting room is told when it is stored."""
        self.server.fill_disk()
        back: list[tuple[FakeClient, int]] = []
        for client in self.here:
            if self.rng.random() < 0.3:
                await client.arrive()
                back.append((client, await client.send_resume(self.table)))
        self.server.free_disk()
        assert all(isinstance(client.answer(asked), Accepted) for client, asked in back)

    async def rename(self) -> None:
        if self.here:
            client = self.rng.choice(self.here)
            client.name = f"{client.name[:3]} {self.rng.randrange(1000)}"
            await client.come_back(self.table)

    async def wait(self) -> None:
        self.server.advance(self.rng.choice([1.0, 15.0, 70.0]))

    async def sit_in(self) -> None:
        for host in self._host():
            for seat in range(len(self.players)):
                await host.send(SitIn, table=self.table, seat=seat)

    async def again(self) -> None:
        if self._status() == "over":
            seated = [client for client in self.here if client.mirrors[self.table].seat is not None]
            for guest in seated[: self.rng.randrange(3)]:
                await guest.send(Rematch, table=self.table)  # the one before may have begun it
                self.check()
            for host in self._host():
                if self._status() == "over":
                    await host.ask(Rematch, table=self.table, rotate=self.rng.random() < 0.5)
                    self.check()
                if self._status() == "waiting":
                    await self.change_game(host)
                    self.check()
        if self._status() == "waiting":
            for client in self.here:
                if client.mirrors[self.table].seat is not None:
                    await client.ready(self.table)
            for host in self._host():
                await host.send_start(self.table)  # perhaps not everybody is there

    async def change_game(self, host: FakeClient) -> None:
        room = host.room(self.table)
        game = self.rng.choice(["triqueta", "trio"])
        settings = structs.replace(
            room.settings, seats=min(3, room.settings.seats)
        )  # perhaps too few for everybody
        await host.send(Configure, table=self.table, game=game, settings=settings)

    def _host(self) -> list[FakeClient]:
        """The host, if one is there."""
        return [client for client in self.here if client.room(self.table).host == client.player.id]

    def _status(self) -> str:
        return self.server.table(self.table).status


@pytest.mark.parametrize("seed", range(16))
async def test_every_copy_is_true_after_every_step(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    register_trio(monkeypatch)
    evening = Evening(seed)
    await evening.begin()
    for _ in range(STEPS):
        await evening.step()
        evening.check()
    assert evening.server.services.counts.tables_failed == 0
    assert evening.server.services.counts.moves > 20


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_a_whole_game_looks_the_same_from_every_side(server: FakeServer, seats: int) -> None:
    rng = Random(seats)
    table, clients = await seated(server, *("Ana", "Bo", "Cy", "Dan", "Kim")[:seats])
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await clients[0].start(table)
    while clients[0].room(table).status == "playing":
        client = mover(table, clients)
        await client.act(table, rng.choice(client.mine(table).choices).action)
        for viewer in (*clients, eve):
            assert viewer.sees_what_is(table)
            assert viewer.public(table) == eve.public(table)
    assert all(len(viewer.saw(GameOver)) == 1 for viewer in (*clients, eve))


async def test_a_copy_that_missed_something_is_caught(server: FakeServer) -> None:
    """The comparison above can fail: a mirror that is not told of a move differs from a fresh look."""
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    await ana.start(table)
    server.table(table).viewers[bo.player.id].live = False
    await mover(table, [ana, bo]).act(table)
    assert ana.sees_what_is(table)
    assert not bo.sees_what_is(table)
