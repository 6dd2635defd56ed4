"""Which rating model foretells best how games between bots of known levels end.

The games of ``level_games.txt`` are played again by made-up people: four of each level, of whom nothing is
known at first. Before each game a model says how likely each one is to come before each other one, by the
probability that it learns from itself. What counts is the mean of -log of what it gave to what happened
(``loss``, less is better, a coin has 0.693), the first quarter of the games left out, and how many pairs of
people of different levels stand in the right order at the end (``ordered``).
"""

import argparse
import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

from openskill.models import (
    BradleyTerryFull,
    BradleyTerryPart,
    PlackettLuce,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)

from tests.bench import report
from tests.bench.level_games import LevelGame, recorded
from triqueta_protocol.games import VOCABULARIES
from triqueta_server.ratings.model import BETA, MU, NEWCOMER, SIGMA, TAU, Skill, seats_class

MODELS: Final = (
    PlackettLuce,
    BradleyTerryFull,
    BradleyTerryPart,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)
PER_LEVEL: Final = 4


class Who(NamedTuple):
    """A made-up person."""

    level: str
    number: int


class Seen(NamedTuple):
    loss: float
    ordered: float


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench ratings", description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="orders of the games, and who plays which")
    options = parser.parse_args(arguments)
    games = recorded()
    rows: list[tuple[object, ...]] = []
    found: dict[str, float] = {}
    for kind in MODELS:
        model = kind(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)
        for of in ("2", "3+"):
            own = [game for game in games if seats_class(len(game.levels)) == of]
            runs = [_run(model, own, Random(f"run {number}")) for number in range(options.runs)]
            loss = statistics.fmean(one.loss for one in runs)
            spread = 1.96 * statistics.stdev(one.loss for one in runs) / math.sqrt(len(runs))
            ordered = statistics.fmean(one.ordered for one in runs)
            rows.append((kind.__name__, of, len(own), loss, spread, ordered))
            found[f"{kind.__name__} {of}"] = loss
    report.table(("model", "seats", "games", "loss", "+-", "ordered"), rows)
    report.json_line(found)


def _run(model: Any, games: Sequence[LevelGame], draw: Random) -> Seen:
    skills: dict[tuple[str, Who], Skill] = defaultdict(lambda: NEWCOMER)
    order = list(games)
    draw.shuffle(order)
    losses: list[float] = []
    for number, game in enumerate(order):
        seated = _seated(game, draw)
        before = [skills[game.game, who] for who in seated]
        if number >= len(order) // 4:
            losses += _losses(model, before, game.places)
        teams = [[model.rating(mu, sigma)] for mu, sigma in before]
        rated = model.rate(teams, ranks=[float(place) for place in game.places])
        for who, [after] in zip(seated, rated, strict=True):
            skills[game.game, who] = Skill(after.mu, after.sigma)
    return Seen(statistics.fmean(losses), _ordered(skills.items()))


def _seated(game: LevelGame, draw: Random) -> list[Who]:
    """Nobody twice."""
    free = {level: draw.sample(range(PER_LEVEL), PER_LEVEL) for level in game.levels}
    return [Who(level, free[level].pop()) for level in game.levels]


def _losses(model: Any, skills: Sequence[Skill], places: Sequence[int]) -> Iterable[float]:
    whole = sum(BETA**2 + one.sigma**2 for one in skills)
    for (one, ahead), (other, behind) in combinations(zip(skills, places, strict=True), 2):
        if ahead == behind:
            continue
        lead = (one.mu - other.mu) * (1 if ahead < behind else -1)
        two = 2 * BETA**2 + one.sigma**2 + other.sigma**2
        if isinstance(model, PlackettLuce):
            chance = 1 / (1 + math.exp(-lead / math.sqrt(whole)))
        elif isinstance(model, BradleyTerryFull | BradleyTerryPart):
            chance = 1 / (1 + math.exp(-lead / math.sqrt(two)))
        else:
            chance = 0.5 * math.erfc(-lead / math.sqrt(2 * two))
        yield -math.log(max(1e-9, chance))


def _ordered(skills: Iterable[tuple[tuple[str, Who], Skill]]) -> float:
    right: list[float] = []
    for ((game, one), first), ((other_game, other), second) in combinations(list(skills), 2):
        levels = VOCABULARIES[game].levels
        if game == other_game and one.level != other.level:
            stronger = levels.index(one.level) > levels.index(other.level)
            right.append(stronger == (first.mu > second.mu))
    return statistics.fmean(right)
