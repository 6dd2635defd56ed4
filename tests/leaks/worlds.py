"""Pairs of worlds for each game, played up to a moment: the same to one viewer, and not to others."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec import Struct, structs

from tests.server.games.triche import worlds as triche_worlds
from tests.server.games.tripitz import worlds as tripitz_worlds
from tests.server.games.triqueta import worlds as triqueta_worlds
from tests.server.games.triqueta.play import random_game
from triqueta_protocol.codec import plain
from triqueta_protocol.games import triche as triche_words
from triqueta_protocol.games import tripitz as tripitz_words
from triqueta_protocol.games import triqueta as triqueta_words
from triqueta_server.games import RULES
from triqueta_server.games.game import AnyRules
from triqueta_server.games.triqueta.position import Position as TriquetaPosition

Move = tuple[int, dict[str, Any]]


class Begun:
    """The rules of a game that begins with a position made by hand, whatever the seed."""

    def __init__(self, rules: AnyRules, position: Any) -> None:
        self._rules = rules
        self._position = position

    def begin(self, seats: int, options: Struct, seed: bytes) -> Any:
        return self._position.copy()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)


@dataclass(frozen=True)
class World:
    rules: Begun
    moves: list[Move]


@dataclass(frozen=True)
class Pair:
    game: str
    seats: int
    options: dict[str, Any]
    viewer: int | None
    """To whom both worlds are the same; None for a watcher."""
    one: World
    other: World


def _world(game: str, position: Any, log: list[tuple[int, int]]) -> World:
    rules, playing, moves = RULES[game], position.copy(), []
    for seat, action in log:
        moves.append((seat, rules.write(playing, seat, action)))
        playing.apply(seat, action)
    return World(Begun(rules, position), moves)


def _triqueta(rng: Random) -> Pair | None:
    seats = rng.randint(2, 5)
    dorra = seats == 2 and rng.random() < 0.5
    order, _ = triqueta_words.deal(rng.randbytes(8), seats)
    log = random_game(seats, order, rng, dorra=dorra)
    known = triqueta_worlds.known_at_each_moment(seats, order, log, dorra=dorra)
    moment = rng.randrange(len(log))
    at = rng.randrange(seats + 1)
    other = triqueta_worlds.shuffled_unknown(order, known[moment][at], rng)
    begun = [TriquetaPosition(seats, deal, log[0][0], dorra=dorra) for deal in (order, other)]
    one, changed = (_world("triqueta", position, log[:moment]) for position in begun)
    options = {"variant": "dorra"} if dorra else {}
    return Pair("triqueta", seats, options, at if at < seats else None, one, changed)


def _triche(rng: Random) -> Pair | None:
    seats = rng.choice(triche_words.SEATS)
    options = triche_words.Options(expansion=rng.random() < 0.5, target=15, start=rng.randrange(seats))
    begun = RULES["triche"].begin(seats, options, rng.randbytes(8))
    log, seen, _ = triche_worlds.one_round(begun, rng)
    moment = rng.randrange(len(log) + 1)
    at = rng.randrange(seats + 1)
    other = triche_worlds.another_world(begun, log[:moment], seen[moment][at], rng)
    if other is None:
        return None
    anew = triche_worlds.World(begun, other.names)
    one = _world("triche", begun, log[:moment])
    changed = _world("triche", anew.position, other.log)
    return Pair("triche", seats, _plain(options), at if at < seats else None, one, changed)


def _tripitz(rng: Random) -> Pair | None:
    seats = rng.choice(tripitz_words.SEATS)
    options = tripitz_words.Options(short=rng.random() < 0.5, jokers=rng.random() < 0.5)
    begun = RULES["tripitz"].begin(seats, options, rng.randbytes(8))
    log = tripitz_worlds.some_of_a_game(begun, rng)
    shuffles = tripitz_worlds.another_world(begun, log, rng)
    anew, _ = tripitz_worlds.played(begun, [], shuffles)
    viewer = rng.choice([None, *range(seats)])
    one, changed = (_world("tripitz", position, log) for position in (begun, anew))
    return Pair("tripitz", seats, _plain(options), viewer, one, changed)


def _plain(options: Struct) -> dict[str, Any]:
    given: dict[str, Any] = plain(structs.asdict(options))
    return given


PAIRS: dict[str, Callable[[Random], Pair | None]] = {
    "triqueta": _triqueta,
    "triche": _triche,
    "tripitz": _tripitz,
}
"""Each makes a pair, or None where none was found at once."""


def a_pair(game: str, rng: Random) -> Pair:
    while True:
        pair = PAIRS[game](rng)
        if pair is not None:
            return pair
