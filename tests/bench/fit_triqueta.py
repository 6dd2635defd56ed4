"""Learns what a collection is worth at the end of a round: ``triqueta_server/bots/triqueta/values.py``.

Bots of level normal play each other, with a random decision now and then so that rare collections occur. By
least squares, a seat's points at the end are split up into what each animal's tokens, face up and kept, came
to. `python -m tests.bench.fit_triqueta` takes some minutes.
"""

from collections.abc import Iterable, Sequence
from random import Random

from triqueta_protocol.games.triqueta import SEATS, TOWERS, Options
from triqueta_server.bots.triqueta.rollout import NORMAL, final_points, lay_down, take_or_draw
from triqueta_server.bots.triqueta.values import FEATURES, features
from triqueta_server.games.triqueta.lookups import packed
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.rules import RULES

SAMPLES = 12000
"""Collections at the end of each round."""

SLIPS = 0.05
RIDGE = 2.0
"""Keeps what hardly ever occurs near nothing."""

Row = list[tuple[int, float]]
"""The features of a collection that are not 0."""


def main() -> None:
    """Play, fit and print."""
    print("WEIGHTS = {")
    for seats in SEATS:
        samples: dict[int, list[tuple[Row, float]]] = {rounds: [] for rounds in range(1, TOWERS)}
        for game in range(SAMPLES // seats):
            for rounds, row, points in _game(seats, game):
                samples[rounds].append((row, points))
        for rounds, of_round in samples.items():
            weights = [round(weight, 3) for weight in _least_squares(of_round)]
            print(f"    ({seats}, {rounds}): {tuple(weights)},", flush=True)
    print("}")


def _game(seats: int, number: int) -> Iterable[tuple[int, Row, float]]:
    position = RULES.begin(seats, Options(), f"fit {number}".encode())
    rng = Random(number)
    ends: list[tuple[int, Position]] = []
    while position.still_in or position.trees:
        [seat] = position.owing
        legal = position.legal(seat)
        if not position.still_in:
            ends.append((position.trees.bit_count(), position.copy()))
            action = legal[0]
        elif rng.random() < SLIPS:
            action = rng.choice(legal)
        elif position.held:
            action = lay_down(position, NORMAL, seat, legal, rng)
        else:
            action = take_or_draw(position, NORMAL, seat)
        position.apply(seat, action)
    points = final_points(position)
    for rounds, end in ends:
        for seat, collection in enumerate(end.collections):
            row = features(collection, packed(end.kept[seat]))
            if seat == end.rock:
                row.append((FEATURES - 1, 1.0))
            yield rounds, row, points[seat] - end.tree_tiles[seat]


def _least_squares(samples: Sequence[tuple[Row, float]]) -> list[float]:
    """The weights that miss the samples least, by elimination."""
    matrix = [[RIDGE * (row == column) for column in range(FEATURES)] + [0.0] for row in range(FEATURES)]
    for features_, points in samples:
        for one, weight in features_:
            line = matrix[one]
            for other, other_weight in features_:
                line[other] += weight * other_weight
            line[-1] += weight * points
    for at in range(FEATURES):
        pivot = matrix[at]
        scale = pivot[at]
        pivot[:] = [value / scale for value in pivot]
        for line in matrix:
            factor = line[at]
            if line is not pivot and factor:
                line[:] = [value - factor * own for value, own in zip(line, pivot, strict=True)]
    return [line[-1] for line in matrix]


if __name__ == "__main__":
    main()
