"""What the server's bots are rated at, fitted to how they have played each other.

``python -m tests.bench.anchors`` prints the table of ``triqueta_server.ratings.anchors``. For each game
and class it looks for the skills under which Plackett–Luce finds what happened most likely: the places in
``level_games.txt`` and the shares of wins in ``ladder.txt``. Normal is where everybody begins.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench.level_games import recorded
from triqueta_protocol.games import VOCABULARIES
from triqueta_server.ratings.model import BETA, MU, SIGMA, SeatsClass, seats_class

LADDER: Final = Path(__file__).with_name("ladder.txt")

_PRIOR: Final = 2 * SIGMA
"""How far from normal a level may well be. It decides only where a level has hardly ever lost to another."""

_STEPS: Final = 400


@dataclass(frozen=True)
class Pick:
    """One of some seats came before the others, so often."""

    first: str
    among: tuple[str, ...]
    """The first one included."""
    seats: int
    """Of the whole table."""
    times: float


def fitted() -> dict[tuple[str, SeatsClass], dict[str, float]]:
    picks: dict[tuple[str, SeatsClass], Counter[tuple[str, tuple[str, ...], int]]] = {}
    for game, pick in [*_of_games(), *_of_ladder()]:
        key = (game, seats_class(pick.seats))
        picks.setdefault(key, Counter())[pick.first, pick.among, pick.seats] += pick.times  # type: ignore[assignment]
    return {
        (game, of): _fit(VOCABULARIES[game].levels, [Pick(*what, times) for what, times in found.items()])
        for (game, of), found in sorted(picks.items())
    }


def _of_games() -> Iterator[tuple[str, Pick]]:
    """A game as picks: who came first, who was first among the rest, and so on; equals one by one."""
    for one in recorded():
        for level, place in zip(one.levels, one.places, strict=True):
            among = [other for other, theirs in zip(one.levels, one.places, strict=True) if theirs >= place]
            if len(among) > 1:
                yield one.game, Pick(level, tuple(sorted(among)), len(one.levels), 1.0)


def _of_ladder() -> Iterator[tuple[str, Pick]]:
    for line in LADDER.read_text().splitlines():
        if line.startswith("#"):
            continue
        game, number, one, other, games, share = line.split()
        seats, times = int(number), float(games)
        among = tuple(sorted([one, *[other] * (seats - 1)]))
        yield game, Pick(one, among, seats, times * float(share))
        yield game, Pick(other, among, seats, times * (1 - float(share)))


def _fit(levels: Sequence[str], picks: Sequence[Pick]) -> dict[str, float]:
    """The likeliest skills; the likelihood has one summit, and Newton's steps lead there."""
    skills = dict.fromkeys(levels, MU)
    for _ in range(_STEPS):
        slopes = {level: (MU - skill) / _PRIOR**2 for level, skill in skills.items()}
        bends = dict.fromkeys(levels, 1 / _PRIOR**2)
        for pick in picks:
            scale = math.sqrt(pick.seats) * BETA
            slopes[pick.first] += pick.times / scale
            for level, share in _shares(pick, skills, scale).items():
                slopes[level] -= pick.times * share / scale
                bends[level] += pick.times * share * (1 - share) / scale**2
        for level in levels:
            if level != "normal":
                # Half a step: the levels move at the same time, and each one's slope depends on the others.
                skills[level] += 0.5 * slopes[level] / bends[level]
    return skills


def _shares(pick: Pick, skills: Mapping[str, float], scale: float) -> dict[str, float]:
    """How likely the first one is of each level."""
    weights = Counter[str]()
    for level in pick.among:
        weights[level] += math.exp((skills[level] - MU) / scale)  # type: ignore[assignment]
    whole = sum(weights.values())
    return {level: weight / whole for level, weight in weights.items()}


def main() -> None:
    for (game, of), skills in fitted().items():
        written = ", ".join(f'"{level}": {skill:.2f}' for level, skill in skills.items())
        print(f'    ("{game}", "{of}"): {{{written}}},')


if __name__ == "__main__":
    main()
