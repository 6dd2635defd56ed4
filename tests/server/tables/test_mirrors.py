"""Whatever happens at a table, the copy that each viewer keeps from events is what a fresh look shows."""

from collections.abc import Awaitable, Callable
from random import Random

import pytest

from protocol.events import Accepted
from protocol.happenings import GameOver
from protocol.requests import ClockRule, Rematch, SitIn
from server.tables.house import Limits
from tests.server.tables.guest import Guest, mover, seated
from tests.server.tables.house import FakeHouse

STEPS = 250


class Evening:
    """People at a table who play, chat, lose their links, come back, leave, join and watch, at random."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.house = FakeHouse(Limits(grace=20.0, chat_burst=1e9), seed=f"evening {seed}")
        self.table = ""
        self.players: list[Guest] = []
        self.watchers: list[Guest] = []
        self.away: set[str] = set()

    async def begin(self) -> None:
        rng = self.rng
        clock = rng.choice([None, ClockRule(turn=30, bank=30)])
        people, bots = rng.randint(2, 4), rng.randint(0, 1)
        names = ("Ana", "Bo", "Cy", "Dan")[:people]
        self.table, self.players = await seated(self.house, *names, bots=bots, clock=clock)
        for name in ("Eve", "Fay"):
            self.watchers.append(await Guest(self.house, name).arrive())
        await self.players[0].start(self.table)

    @property
    def here(self) -> list[Guest]:
        """Those who look at the table right now."""
        everybody = [*self.players, *self.watchers]
        return [guest for guest in everybody if guest.name not in self.away and self.table in guest.mirrors]

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
        self.house.settle()

    def check(self) -> None:
        for guest in self.here:
            assert guest.sees_what_is(self.table), guest.name

    async def move(self) -> None:
        if any(guest.owes(self.table) for guest in self.here):
            guest = mover(self.table, self.here)
            await guest.act(self.table, self.rng.choice(guest.mine(self.table).choices).action)

    async def chat(self) -> None:
        if self.here:
            await self.rng.choice(self.here).say(self.table, "hm")

    async def lose_a_link(self) -> None:
        if self.here:
            guest = self.rng.choice(self.here)
            guest.vanish()
            self.away.add(guest.name)

    async def come_back(self) -> None:
        gone = [guest for guest in (*self.players, *self.watchers) if guest.name in self.away]
        if not gone:
            return
        guest = self.rng.choice(gone)
        await guest.arrive()
        self.away.discard(guest.name)
        mirror = guest.mirrors.get(self.table)
        if mirror is None:
            return
        answer = guest.answer(await guest.send_resume(self.table))
        if not isinstance(answer, Accepted):  # a watcher who was gone for too long
            assert guest in self.watchers
            del guest.mirrors[self.table]

    async def take_over(self) -> None:
        if self.here:
            await self.rng.choice(self.here).come_back(self.table)

    async def leave_or_join(self) -> None:
        guest = self.rng.choice(self.players)
        if guest.name in self.away:
            return
        if self.table not in guest.mirrors:
            await guest.send_join(self.table)  # a game may run that began without them
        elif self._status() == "playing":
            await guest.leave(self.table)

    async def watch_or_stop(self) -> None:
        guest = self.rng.choice(self.watchers)
        if guest.name in self.away:
            return
        if self.table in guest.mirrors:
            await guest.leave(self.table)
        else:
            await guest.watch(self.table)

    async def hang(self) -> None:
        """Several things happen before the disk has caught up with the first, and it does so bit by bit."""
        self.house.journal.hanging = True
        for guest in self.here:
            if guest.owes(self.table):
                await guest.send_move(self.table)
            if self.rng.random() < 0.3:
                await guest.send_resume(self.table)
        while self.house.journal.commit(most=1):
            pass
        self.house.commit()

    async def stall(self) -> None:
        self.house.fill_disk()
        for guest in self.here:
            if self.rng.random() < 0.3:
                await guest.come_back(self.table)
        self.house.free_disk()

    async def rename(self) -> None:
        if self.here:
            guest = self.rng.choice(self.here)
            guest.name = f"{guest.name[:3]} {self.rng.randrange(1000)}"
            await guest.come_back(self.table)

    async def wait(self) -> None:
        self.house.advance(self.rng.choice([1.0, 15.0, 70.0]))

    async def sit_in(self) -> None:
        for host in self._host():
            for seat in range(len(self.players)):
                await host.send(SitIn, table=self.table, seat=seat)

    async def again(self) -> None:
        if self._status() == "over":
            for host in self._host():
                await host.ask(Rematch, table=self.table, rotate=self.rng.random() < 0.5)
                self.check()
        if self._status() == "waiting":
            for guest in self.here:
                if guest.mirrors[self.table].seat is not None:
                    await guest.ready(self.table)
            for host in self._host():
                await host.send_start(self.table)  # perhaps not everybody is there

    def _host(self) -> list[Guest]:
        """The host, if one is there."""
        return [guest for guest in self.here if guest.room(self.table).host == guest.player.id]

    def _status(self) -> str:
        return self.house.table(self.table).status


@pytest.mark.parametrize("seed", range(16))
async def test_every_copy_is_true_after_every_step(seed: int) -> None:
    evening = Evening(seed)
    await evening.begin()
    for _ in range(STEPS):
        await evening.step()
        evening.check()
    assert evening.house.house.counts.tables_failed == 0
    assert evening.house.house.counts.moves > 20


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_a_whole_game_looks_the_same_from_every_side(house: FakeHouse, seats: int) -> None:
    rng = Random(seats)
    table, guests = await seated(house, *("Ana", "Bo", "Cy", "Dan", "Kim")[:seats])
    eve = await Guest(house, "Eve").arrive()
    await eve.watch(table)
    await guests[0].start(table)
    while guests[0].room(table).status == "playing":
        guest = mover(table, guests)
        await guest.act(table, rng.choice(guest.mine(table).choices).action)
        for viewer in (*guests, eve):
            assert viewer.sees_what_is(table)
            assert viewer.public(table) == eve.public(table)
    assert all(len(viewer.saw(GameOver)) == 1 for viewer in (*guests, eve))


async def test_a_copy_that_missed_something_is_caught(house: FakeHouse) -> None:
    """The comparison above can fail: a mirror that is not told of a move differs from a fresh look."""
    table, [ana, bo] = await seated(house, "Ana", "Bo")
    await ana.start(table)
    house.table(table).viewers[bo.player.id].live = False
    await mover(table, [ana, bo]).act(table)
    assert ana.sees_what_is(table)
    assert not bo.sees_what_is(table)
