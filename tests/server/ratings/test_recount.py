"""Ratings worked out from the log are the ratings that were kept, to the last bit, whatever has happened."""

from functools import partial
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from tests.server.ratings.stored_server import StoreJournal, store_of, stored_server
from tests.server.store.samples import a_game
from tests.server.tables.fake_client import FakeClient, play_on
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.events import Accepted
from triqueta_protocol.requests import ForgetMe
from triqueta_protocol.settings import ClockRule
from triqueta_server.archive.recount import Recount, recount
from triqueta_server.games import RULES
from triqueta_server.ratings.book import Contender, RatingBook
from triqueta_server.store import ratings
from triqueta_server.store.ratings import Rating
from triqueta_server.store.records import GameEnd
from triqueta_server.store.store import Store

CLOCK = ClockRule(turn=30, bank=60)
NAMES = ("Ana", "Bo", "Cy", "Di")


class Club:
    """Some people who play rated games on one server, drop out of them, and see it crash."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.draw = Random(seed)
        self.lives = 0
        self.server = stored_server(path, f"life {seed}")
        self.people: dict[str, FakeClient] = {}

    async def come(self) -> None:
        for name in NAMES:
            known = self.people.get(name)
            self.people[name] = await (known or FakeClient(self.server, name)).arrive(self.server)

    async def play(self) -> None:
        draw = self.draw
        players = draw.sample(list(self.people.values()), draw.choice([1, 2, 2, 3]))
        bots = draw.choice([1, 2]) if len(players) == 1 else draw.choice([0, 0, 1])
        host = players[0]
        table = await host.create(len(players) + bots, rated=draw.random() < 0.9, clock=CLOCK)
        for player in players[1:]:
            await player.join(table)
            await player.ready(table)
        for _ in range(bots):
            await host.add_bot(table, draw.choice(["easy", "normal"]))
        await host.start(table)
        await play_on(table, players, draw.randrange(40))
        if len(players) > 1 and draw.random() < 0.4:
            leaver = players.pop()
            await leaver.leave(table)
            if draw.random() < 0.5:
                await play_on(table, players, draw.randrange(30))
                self.server.advance(5)
                if self.server.table(table).status == "playing":
                    await leaver.join(table)
                    players.append(leaver)
        if draw.random() < 0.2:
            await self.crash()
            for player in players:
                await player.join(table)
        while any(player.owes(table) for player in players):
            await play_on(table, players)
            self.server.advance(5)
        for player in players:
            await player.leave(table)

    async def crash(self) -> None:
        journal = self.server.journal
        assert isinstance(journal, StoreJournal)
        journal.crash()
        self.lives += 1
        self.server = stored_server(self.path, f"life {self.draw.random()}")
        await self.come()

    async def forget(self, name: str) -> None:
        client = self.people.pop(name)
        answer = client.answer(await client.send(ForgetMe))
        assert isinstance(answer, Accepted), answer


def kept(server: FakeServer) -> list[Rating]:
    return sorted(store_of(server).read(ratings.all_of))


def in_book(book: RatingBook) -> list[Rating]:
    return sorted(
        Rating(*key, *line.skill, line.games, line.wins, line.program) for key, line in book.lines.items()
    )


def counted_again(server: FakeServer) -> Recount:
    return recount(store_of(server).read, RULES)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 12))])
async def test_what_is_counted_again_is_what_was_kept(tmp_path: Path, seed: int) -> None:
    club = Club(tmp_path / "store.db", seed)
    await club.come()
    for _ in range(6):
        await club.play()
    await club.crash()
    before = kept(club.server)
    assert len(before) > len(NAMES), "people and bots have ratings"
    assert counted_again(club.server).ratings == before
    assert before == in_book(club.server.services.ratings)
    gone = club.people["Bo"].player.id
    await club.forget("Bo")
    others = [one for one in before if one.player != gone]
    assert kept(club.server) == others, "what the others have stays as it was"
    assert counted_again(club.server).ratings == others
    assert gone.encode() not in club.path.read_bytes()
    for _ in range(2):
        await club.play()
    after = kept(club.server)
    assert after != others
    assert counted_again(club.server).ratings == after
    store_of(club.server).close()


async def test_the_end_of_a_rated_game_is_still_there_after_a_crash(tmp_path: Path) -> None:
    club = Club(tmp_path / "store.db", 5)
    await club.come()
    ana = club.people["Ana"]
    table = await ana.create(2, rated=True)
    await ana.add_bot(table)
    await ana.start(table)
    await play_on(table, [ana])
    told = ana.room(table).rating_changes
    assert told[0] is not None
    assert told[1] is None
    await club.crash()
    await ana.join(table)
    assert ana.room(table).rating_changes == told
    store_of(club.server).close()


async def test_another_order_of_the_games_would_be_another_rating(tmp_path: Path) -> None:
    """So the order that is kept is needed: times of day can go backwards."""
    club = Club(tmp_path / "store.db", 7)
    await club.come()
    club.draw = Random(1)
    for number in range(3):
        club.server.services.wall_time = partial(float, 1e9 - 1000 * number)
        await club.play()
    store = store_of(club.server)
    assert counted_again(club.server).ratings == kept(club.server)
    games = [seq for seq, _ in store.read(ratings.rated_games)]
    assert games == sorted(games)
    store.close()


async def test_what_is_counted_again_can_take_the_place_of_what_is_kept(tmp_path: Path) -> None:
    club = Club(tmp_path / "store.db", 3)
    await club.come()
    for _ in range(2):
        await club.play()
    store = store_of(club.server)
    good = kept(club.server)
    store.change(lambda run: run.execute("UPDATE rating SET mu = mu + 1"))
    assert kept(club.server) != good
    again = counted_again(club.server)
    store.change(ratings.replace_all, again.ratings, again.ends)
    assert kept(club.server) == good
    assert counted_again(club.server) == again
    store.close()


def test_games_count_in_the_order_of_their_ends_whichever_is_written_first(tmp_path: Path) -> None:
    """The journal writes games one by one when the store has refused some record of a batch."""
    book, ends = RatingBook(), list[GameEnd]()
    for number, names in enumerate((("ana", "bo"), ("bo", "cy"), ("cy", "ana"))):
        rated = book.rate("triqueta", [Contender(name, place) for place, name in enumerate(names, 1)])
        ends.append(GameEnd(f"g{number}", 2000.0, b"\x91\x00", None, rated))
    for order in permutations(ends):
        store = Store.open(tmp_path / f"{'-'.join(end.game for end in order)}.db")
        store.write([a_game(end.game, end.game) for end in ends])
        for end in order:
            store.write([end])
        assert sorted(store.read(ratings.all_of)) == sorted(
            Rating(*key, *line.skill, line.games, line.wins, line.program) for key, line in book.lines.items()
        )
        store.close()
