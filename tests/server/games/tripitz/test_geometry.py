"""The board, the stones and the counts of the rules."""

from collections import Counter
from itertools import combinations

import pytest

from tests.server.games.tripitz import reference
from tests.server.games.tripitz.play import stone, stones
from triqueta_protocol.games.tripitz_board import (
    AXES,
    CELLS,
    CENTRE,
    COORDINATES,
    EDGE,
    NEIGHBOURS,
    NUMBERS,
    RAYS,
    WITHIN_TWO,
    groups,
)
from triqueta_protocol.games.tripitz_stones import PIECES, RACK, STONES, features, mixed
from triqueta_server.games.tripitz.lookups import COMPLETING, FREE

TRIPLES = [three for three in combinations(range(STONES), 3) if not mixed(three)]
QUADRUPLES = [
    (*three, fourth)
    for three in TRIPLES
    for fourth in range(three[2] + 1, STONES)
    if not mixed((*three, fourth))
]


def test_the_board_has_102_cells_in_rows_of_7_to_12_and_32_of_them_on_the_edge() -> None:
    assert CELLS == 102
    assert list(COORDINATES) == reference.CELLS
    rows = Counter(r for _, r in COORDINATES)
    assert [rows[r] for r in range(-5, 6)] == [7, 8, 9, 10, 11, 12, 11, 10, 9, 8, 7]
    for lines in (Counter(q for q, _ in COORDINATES), Counter(q + r for q, r in COORDINATES)):
        assert [lines[at] for at in sorted(lines)] == [6, 7, 8, 9, 10, 11, 11, 10, 9, 8, 7, 6]
    assert {COORDINATES[cell] for cell in EDGE} == {at for at in COORDINATES if reference.on_edge(at)}
    assert len(EDGE) == 32


def test_the_centre_is_the_same_however_the_board_is_turned_or_mirrored() -> None:
    centre = {COORDINATES[cell] for cell in CENTRE}
    assert centre == {(0, 0), (1, 0), (1, -1), (0, 1)}
    for cells in (centre, {*COORDINATES}):
        assert {(1 - q, -r) for q, r in cells} == cells
        assert {(q + r, -r) for q, r in cells} == cells
        assert {(1 - q - r, r) for q, r in cells} == cells
    nearest = min(reference.distance(at, COORDINATES[edge]) for at in centre for edge in EDGE)
    assert nearest == 4


def test_neighbours_and_lines_are_where_the_coordinates_put_them() -> None:
    for cell, at in enumerate(COORDINATES):
        near = [NUMBERS[one] for one in reference.neighbours(at) if one in NUMBERS]
        assert sorted(NEIGHBOURS[cell]) == sorted(near)
        for (dq, dr), (back, on) in zip(AXES, RAYS[cell], strict=True):
            for way, ray in ((-1, back), (1, on)):
                for step, further in enumerate(ray, 1):
                    assert COORDINATES[further] == (at[0] + way * step * dq, at[1] + way * step * dr)


def test_two_steps_around_a_cell() -> None:
    for cell, near in enumerate(WITHIN_TWO):
        within = {
            other for other in range(CELLS) if reference.distance(COORDINATES[cell], COORDINATES[other]) <= 2
        }
        assert near == (within if len(within) == 19 else None)


def test_there_are_3648_triples_and_912_quadruples() -> None:
    assert (STONES, PIECES, RACK) == (64, 68, 7)
    assert len({features(number) for number in range(STONES)}) == STONES
    assert len(TRIPLES) == 3648
    assert len(QUADRUPLES) == 912
    different = [
        four for four in QUADRUPLES if all(len({*v}) == 4 for v in zip(*map(features, four), strict=True))
    ]
    assert len(different) == 576


def test_a_pair_has_2_4_or_8_completions() -> None:
    for one, other in combinations(range(STONES), 2):
        apart = sum(a != b for a, b in zip(features(one), features(other), strict=True))
        mask = COMPLETING[one][other]
        assert mask.bit_count() == {1: 2, 2: 4, 3: 8}[apart]
        assert mask == COMPLETING[other][one]
    assert all(COMPLETING[a][b] >> c & 1 for a, b, c in TRIPLES)
    assert sum(row[:STONES].count(0) for row in COMPLETING[:STONES]) == STONES
    assert not any(any(row[STONES:]) for row in COMPLETING)
    assert not any(any(row) for row in COMPLETING[STONES:])
    assert len(COMPLETING) == FREE + 2


def test_every_triple_extends_to_one_quadruple_and_a_quadruple_is_four_triples() -> None:
    extended = Counter(three for four in QUADRUPLES for three in combinations(four, 3))
    assert set(extended) == set(TRIPLES)
    assert set(extended.values()) == {1}
    assert all(a ^ b ^ c ^ d == 0 for a, b, c, d in QUADRUPLES)


@pytest.mark.parametrize(
    ("names", "spoiled"),
    [
        ("red-moon-grey red-moon-white red-moon-black", ()),
        ("red-moon-grey blue-star-white green-circle-black", ()),
        ("red-moon-grey red-star-white blue-circle-black", (0,)),
        ("red-moon-grey red-moon-white blue-circle-black", (0, 1)),
        ("red-moon-grey red-moon-white blue-circle-white", (0, 1, 2)),
        ("red-moon-grey red-star-grey red-circle-grey red-triangle-grey", ()),
        ("red-moon-grey red-star-grey blue-circle-grey blue-triangle-grey", (0,)),
        ("red-moon-grey red-moon-white joker-2", (0, 1, 2)),
    ],
)
def test_the_features_that_spoil_a_group_are_named(names: str, spoiled: tuple[int, ...]) -> None:
    assert mixed(stones(names)) == spoiled
    pieces = [reference.PIECES[number] for number in stones(names)]
    assert reference.go_together(pieces) == (not spoiled)


def test_a_group_that_makes_no_figure_is_explained() -> None:
    board: list[int | None] = [None] * CELLS
    board[CENTRE[0]], board[CENTRE[1]] = stone("red-moon-grey"), stone("red-star-white")
    beside = NUMBERS[2, 0]
    [group] = groups(board, beside, stone("blue-circle-black"), 0)
    assert (group.cells, group.mixed, group.counts) == ((CENTRE[0], CENTRE[1], beside), (0,), False)
    assert groups(board, beside, stone("blue-circle-black"), 1) == ()
