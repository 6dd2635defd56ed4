"""A club's year in one store: how long the server takes to start, and somebody's games to be listed.

Some real games are played by bots of the level ``easy``, and used again and again with other ids, people and
times. So every row is one that a table could have written, but whole games occur more than once.
"""

import argparse
import asyncio
import tempfile
import time
from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from tests.bench.report import json_line, table
from tests.scripted import ScriptedClient
from tests.server.archive.club import Person, Played, Sitter, play, records
from tests.serving import ServerProcess
from triqueta_protocol.codec import plain
from triqueta_protocol.internal.defaults import STORE_FILE
from triqueta_protocol.login import hash_token
from triqueta_protocol.requests import AnyRequest, Games, Statistics
from triqueta_server.bots.choose import choose
from triqueta_server.games.game import AnyRules, Position
from triqueta_server.store.records import Credential, PlayerRecord, Record
from triqueta_server.store.store import Store

YEAR: Final = 365 * 86_400.0
MEMBERS: Final = 60
SEATS: Final = {"triqueta": (2, 3, 4), "triche": (2, 3, 4), "tripitz": (2, 3, 4)}
AT_ONCE: Final = 200
"""Games that are written in one transaction."""


def main(arguments: list[str]) -> None:
    """Make the club, measure, and print the table and the line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench records", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--real", type=int, default=200, help="games that are really played, of each kind")
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--folder", type=Path, help="keep the store here, or go on with the one that is here")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        if not (folder / "data" / STORE_FILE).exists():
            _found_club(folder / "data" / STORE_FILE, options.games, options.real)
        empty = asyncio.run(_measure_empty(Path(scratch) / "empty", options.starts))
        figures = asyncio.run(_measure(folder, options.games, options.starts)) | {"empty_start_s": empty}
    table(("what", "value"), figures.items())
    json_line(figures)


def _member(number: int) -> tuple[Person, str]:
    """Somebody of the club, and their token. The first is there most often."""
    token = f"{number:048x}"
    return Person(hash_token(token)[:6].hex(), f"Member {number}"), token


def _found_club(path: Path, games: int, real: int) -> None:
    rng = Random("club")
    played = _play_real(rng, real)
    members = [_member(number) for number in range(MEMBERS)]
    often = list(accumulate(1 / (number + 5) for number in range(MEMBERS)))
    store = Store.open(path)
    try:
        store.write(
            [
                PlayerRecord(who.id, Credential("token", hash_token(token)), who.name, 0.0)
                for who, token in members
            ]
        )
        now = time.time()
        batch: list[Record] = []
        for number in range(games):
            game = rng.choice(played)
            sitters = _sitters(game, [who for who, _ in members], often, rng)
            at = now - YEAR + number * (YEAR - 86_400) / games
            batch += records(game, f"{number:016x}", sitters, at, table=f"T{number}")
            if number % AT_ONCE == AT_ONCE - 1 or number == games - 1:
                store.write(batch)
                batch = []
    finally:
        store.close()


def _play_real(rng: Random, real: int) -> list[Played]:
    def easy(rules: AnyRules, position: Position, seat: int, rng: Random) -> int:
        kind = rules.vocabulary.game
        view = plain(rules.public(position)), plain(rules.mine(position, seat))
        return rules.read(position, seat, choose("easy", kind, *view, seat, rng))

    return [
        play(kind, seats[number % len(seats)], rng, easy)
        for kind, seats in SEATS.items()
        for number in range(real)
    ]


def _sitters(game: Played, members: Sequence[Person], often: Sequence[float], rng: Random) -> list[Sitter]:
    """At least two people where that many play; bots on some of the other seats."""
    people: list[Person] = []
    while len(people) < game.seats:
        member = members[bisect(often, rng.random() * often[-1])]
        if member not in people:
            people.append(member)
    bots = rng.randint(0, game.seats - 2) if game.seats > 2 else int(rng.random() < 0.2)
    return [*people[: game.seats - bots], *["easy"] * bots]


async def _measure(folder: Path, games: int, starts: int) -> dict[str, float]:
    size = (folder / "data" / STORE_FILE).stat().st_size
    began: list[float] = []
    listed: list[float] = []
    filtered: list[float] = []
    counted: list[float] = []
    own = 0
    for _ in range(starts):
        since = time.perf_counter()
        server = await ServerProcess.start(folder, "--log-level", "warning", "--max-rate", "100000")
        began.append(time.perf_counter() - since)
        try:
            who, token = _member(0)
            client = await ScriptedClient.connect(server.url, who.name, token=token)
            # The first answer of a client that has just come is the one that people wait for.
            listed.append(await _ask(client, Games(id=client.next_id())))
            counted.append(await _ask(client, Statistics(id=client.next_id())))
            filtered.append(await _ask(client, Games(id=client.next_id(), opponent="member 7", result="won")))
            answer = await client.ask(Games(id=client.next_id(), limit=1))
            own = getattr(answer.found, "total", 0)
            await client.close()
        finally:
            await server.stop()
    return {
        "games": games,
        "own_games": own,
        "start_s": median(began),
        "my_games_ms": max(listed) * 1e3,
        "filtered_ms": max(filtered) * 1e3,
        "statistics_ms": max(counted) * 1e3,
        "bytes_per_game": size / games,
    }


async def _measure_empty(folder: Path, starts: int) -> float:
    """The same start without a single game, to compare with."""
    began: list[float] = []
    for _ in range(starts):
        since = time.perf_counter()
        server = await ServerProcess.start(folder, "--log-level", "warning")
        began.append(time.perf_counter() - since)
        await server.stop()
    return median(began)


async def _ask(client: ScriptedClient, request: AnyRequest) -> float:
    since = time.perf_counter()
    await client.ask(request)
    return time.perf_counter() - since
