"""Finished games for tests: those recorded in ``tests/fixtures``, and one of the fourth game."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tests import fixtures
from triqueta_protocol.settings import ClockRule
from triqueta_server.archive.finished_game import Decision, FinishedGame, PlayedSeat, TableFacts
from triqueta_server.games import RULES

FOLDER = Path(fixtures.__file__).parent
RECORDED = sorted(f"{path.parent.name}/{path.stem}" for path in FOLDER.glob("*/*.json"))
ONE_OF_EACH = ("triqueta/standard-4-3", "triche/expansion-3-0", "tripitz/jokers-4")


@cache
def recorded(name: str) -> FinishedGame:
    """A recorded game as if it had been played at a table: a decision every 1.5 seconds."""
    found = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes())
    return _finished(
        name.partition("/")[0],
        found["seats"],
        found["options"],
        found["seed"].encode(),
        [(seat, action) for seat, action in found["actions"]],
        tuple(found["winners"]),
    )


def parley() -> FinishedGame:
    """A game of the fourth game, which must be registered; decided by chance."""
    rules, seed, rng = RULES["parley"], b"parley", Random(5)
    options = rules.vocabulary.words.options()
    position = rules.begin(3, options, seed)
    actions: list[tuple[int, dict[str, Any]]] = []
    while position.owing:
        seat = rng.choice(position.owing)
        action = rng.choice(list(position.legal(seat)))
        actions.append((seat, rules.write(position, seat, action)))
        position.apply(seat, action)
    return _finished("parley", 3, {}, seed, actions, rules.winners(position))


def _finished(
    game: str,
    seats: int,
    options: dict[str, Any],
    seed: bytes,
    actions: list[tuple[int, dict[str, Any]]],
    winners: tuple[int, ...],
) -> FinishedGame:
    names = ("Ana", "Bo", "Cy", "雪", "Éa", "Fin")
    return FinishedGame(
        id="0123456789abcdef",
        game=game,
        begun_at=1_700_000_000.0,
        ended_at=1_700_000_000.0 + 1.5 * len(actions),
        seats=tuple(
            PlayedSeat(name=names[seat], level=RULES[game].vocabulary.levels[1] if seat == 1 else None)
            for seat in range(seats)
        ),
        options=options,
        seed=seed,
        salt=b"salt" * 4,
        decisions=tuple(
            Decision(1500 * number, seat, action) for number, (seat, action) in enumerate(actions, start=1)
        ),
        winners=winners,
        facts=TableFacts(number=2, clock=ClockRule(turn=30, bank=60), seeded="a knot"),
    )
