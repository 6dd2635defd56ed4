"""Two worlds that differ only in what a viewer may not know send that viewer the same bytes.

A game is played at random and stopped somewhere. Whatever the viewer cannot know by then (tokens that others
hold or keep, everything still in the towers or put away unseen) is dealt anew, and the same game is played
again at a table of a second server, with lost links, fresh views, questions for the history and requests for
a replay on the way.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec import Struct, structs

from tests.server.tables.fake_client import FakeClient, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.games.triqueta import TOKENS, TOKENS_OF_A_KIND, Options, Public
from triqueta_protocol.requests import Act, DropGame, ExportGame, History, Join, Replay
from triqueta_server.games.triqueta.actions import BOX, DRAW, KEEP, PLACE, write
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.rules import TriquetaRules

WATCHER = -1
Move = tuple[int, dict[str, Any]]


class Dealt(TriquetaRules):
    """Triqueta with a deal made by hand; the seed and all that is told of it stay the same."""

    def __init__(self, deal: bytes) -> None:
        self._deal = deal

    def begin(self, seats: int, options: Options, seed: bytes) -> Position:
        return Position(seats, self._deal, 0, dorra=options.variant == "dorra")


class Leaky(Dealt):
    """The same with a fault: everybody sees the kind of the token that somebody has just drawn."""

    def public(self, position: Position) -> Public:
        seen = super().public(position)
        if not position.held:
            return seen
        return structs.replace(seen, drawn=seen.drawn + position.deal[position.top - position.held])


class Secrets(Struct):
    """Where in the deal lies what is not open to everybody."""

    own: dict[int, set[int]]
    placed: set[int]

    def unknown_to(self, viewer: int) -> list[int]:
        known = self.placed | self.own.get(viewer, set())
        return [index for index in range(TOKENS) if index not in known]


def a_game(seats: int, rng: Random, *, dorra: bool) -> tuple[bytes, list[Move], Secrets]:
    """A random game up to a random moment before its end."""
    tokens = [token // TOKENS_OF_A_KIND for token in range(TOKENS)]
    rng.shuffle(tokens)
    deal = bytes(tokens)
    position = Position(seats, deal, 0, dorra=dorra)
    moves: list[Move] = []
    secrets = Secrets({seat: set() for seat in range(seats)}, set())
    stop = rng.randrange(5, 150)
    while len(moves) < stop:
        seat = rng.choice(position.owing)
        legal = position.legal(seat)
        action = DRAW if DRAW in legal and rng.random() < 0.6 else rng.choice(legal)
        token = position.top - position.held
        after = position.copy()
        after.apply(seat, action)
        if not after.owing:
            break  # the end opens what was hidden
        if action == DRAW:
            secrets.own[seat] |= set(range(after.top - after.held, after.top))
        elif PLACE <= action < KEEP:
            secrets.placed.add(token)
        else:
            assert action not in {KEEP, BOX} or token in secrets.own[seat]
        moves.append((seat, write(action, len(position.kept[seat]))))
        position = after
    return deal, moves, secrets


def dealt_anew(deal: bytes, unknown: list[int], rng: Random) -> bytes:
    """The deal with the tokens at these places shuffled, so that not all stay where they are."""
    again = list(deal)
    while bytes(again) == deal:
        tokens = [deal[index] for index in unknown]
        rng.shuffle(tokens)
        for index, token in zip(unknown, tokens, strict=True):
            again[index] = token
    return bytes(again)


async def played(
    rules: Dealt, seats: int, moves: list[Move], bumps: Random, **options: Any
) -> list[list[bytes]]:
    """Every frame that each seat got in such a game, and last those of a watcher."""
    server = FakeServer()
    server.services.rules = {"triqueta": rules}
    table, clients = await seated(server, *("Ana", "Bo", "Cy", "Dan", "Kim")[:seats], options=options)
    clients.append(await FakeClient(server, "Eve").arrive())
    await clients[-1].watch(table)
    await clients[0].start(table)
    heard: list[list[bytes]] = [[] for _ in clients]
    for seat, action in moves:
        await clients[seat].ask(Act, table=table, action=action)
        bumped = bumps.randrange(len(clients) * 6)
        if bumped < len(clients):
            client = clients[bumped]
            heard[bumped] += client.link.frames
            await client.arrive()
            how = bumps.randrange(3)
            if how == 0 and client is not clients[-1]:
                await client.ask(Join, table=table)
            else:
                await client.resume(table)
            if how == 1:
                await client.ask(History, table=table)
            running = server.table(table).match
            assert running is not None
            for kind in (Replay, ExportGame, DropGame):
                assert await client.refusal(kind, game=running.id) == Code.GAME_NOT_FOUND
    return [frames + client.link.frames for frames, client in zip(heard, clients, strict=True)]


async def two_worlds(
    seed: int, rules: Callable[[bytes], Dealt] = Dealt
) -> tuple[int, list[list[bytes]], list[list[bytes]]]:
    """A viewer, and what everybody heard in each of two worlds that are the same to that viewer."""
    rng = Random(seed)
    seats = rng.randint(2, 5)
    dorra = seats == 2 and rng.random() < 0.5
    options = {"variant": "dorra"} if dorra else {}
    deal, moves, secrets = a_game(seats, rng, dorra=dorra)
    viewer = rng.choice([WATCHER, *range(seats)])
    other_deal = dealt_anew(deal, secrets.unknown_to(viewer), rng)
    bumps = rng.randrange(1 << 30)
    one, other = [
        await played(rules(world), seats, moves, Random(bumps), **options) for world in (deal, other_deal)
    ]
    return viewer, one, other


@pytest.mark.parametrize(
    "seed", [*range(24), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(24, 120))]
)
async def test_a_viewer_cannot_tell_two_worlds_apart(seed: int) -> None:
    viewer, one, other = await two_worlds(seed)
    assert one[viewer] == other[viewer]
    assert len(one[viewer]) > 5


async def test_somebody_else_can_tell_them_apart() -> None:
    """The worlds do differ: those who know more hear something else."""
    worlds = [await two_worlds(seed) for seed in range(12)]
    assert sum(one != other for _, one, other in worlds) >= 8


async def test_a_leak_would_be_noticed() -> None:
    """The comparison can fail: with rules that show a drawn token to everybody, viewers tell worlds apart."""
    worlds = [await two_worlds(seed, Leaky) for seed in range(12)]
    assert any(one[viewer] != other[viewer] for viewer, one, other in worlds)
