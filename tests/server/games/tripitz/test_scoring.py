"""What a placement scores: the example of the rules, and three scorers side by side."""

from collections import Counter
from random import Random

import pytest

from tests.server.games.tripitz import reference
from tests.server.games.tripitz.play import EXAMPLE, arranged, begun, cell, example, place, stone
from triqueta_protocol.games.tripitz import Placed
from triqueta_protocol.games.tripitz_board import CELLS, COORDINATES, NEIGHBOURS, RAYS, Sum, worked_out
from triqueta_protocol.games.tripitz_stones import PIECES, STONES, mixed
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.tripitz.lookups import FREE, OFF
from triqueta_server.games.tripitz.rules import RULES
from triqueta_server.games.tripitz.scoring import figures, sum_of

PLACEMENTS = 20_000


def test_the_six_moves_of_the_example_score_2_4_3_3_3_8() -> None:
    names = [name for _, name, _ in EXAMPLE]
    position = example([" ".join(names[0::2]), " ".join(names[1::2])])
    told: list[TableEvent] = []
    for move, (at, name, _) in enumerate(EXAMPLE):
        assert place(name, at) in position.legal(move % 2)
        position.apply(move % 2, place(name, at), told)
    sums = [one.sum for one in told if isinstance(one, Placed)]
    worked = [(one.triples, one.quadruples, one.touched, one.points) for one in sums]
    assert worked == [expected for _, _, expected in EXAMPLE]
    assert [one.points for one in sums] == [2, 4, 3, 3, 3, 8]
    assert position.points == [2 + 3 + 3, 4 + 3 + 8]
    assert position.ending == "all_placed"


def random_board(rng: Random) -> list[int | None]:
    """A patch of stones, with a few jokers; whether it could come about does not matter to a scorer."""
    board: list[int | None] = [None] * CELLS
    middle = COORDINATES[rng.randrange(CELLS)]
    cells = sorted(range(CELLS), key=lambda one: reference.distance(COORDINATES[one], middle) + rng.random())
    pieces = rng.sample(range(PIECES), rng.randint(6, 40))
    for at, piece in zip(cells, pieces, strict=False):
        board[at] = piece
    return board


def played_board(rng: Random) -> list[int | None]:
    """The board of a game in which quadruples are made where they can be."""
    position = begun(2, rng.randbytes(8))
    for _ in range(rng.randint(10, 50)):
        seat = position.owing[0]
        actions = position.placements(seat) or position.legal(seat)
        position.apply(seat, rng.choice(actions))
        if not position.owing:
            break
    return list(RULES.public(position).board)


def completing(board: list[int | None], at: int, rng: Random) -> int:
    """A stone that goes well with a run beside the cell, if there is one."""
    back, on = rng.choice(RAYS[at])
    near = [board[one] for one in rng.choice([back[:3], on[:3], (*back[:2], *on[:1]), (*back[:1], *on[:2])])]
    stones = [piece for piece in near if piece is not None and piece < STONES]
    if len(stones) == 3:
        return stones[0] ^ stones[1] ^ stones[2]
    if len(stones) == 2:
        return rng.choice([third for third in range(STONES) if not mixed((*stones, third))])
    return rng.randrange(STONES)


def test_three_scorers_agree_on_20000_placements() -> None:
    rng = Random("scorers")
    seen: Counter[str] = Counter()
    compared = 0
    while compared < PLACEMENTS:
        board = rng.choice([random_board, played_board])(rng)
        codes = [FREE if piece is None else piece for piece in board] + [OFF]
        laid = {
            COORDINATES[at]: reference.PIECES[piece] for at, piece in enumerate(board) if piece is not None
        }
        free = [
            at
            for at in range(CELLS)
            if board[at] is None and any(board[n] is not None for n in NEIGHBOURS[at])
        ]
        for _ in range(100):
            at = rng.choice(free)
            number = completing(board, at, rng) if rng.random() < 0.5 else rng.randrange(STONES)
            if number in board:
                continue
            one_per_axis = rng.random() < 0.3
            made = figures(codes, at, number, one_per_axis=one_per_axis)
            slow = reference.score(laid, COORDINATES[at], reference.PIECES[number], one_per_axis)
            assert (*made[:2], sum_of(made, at).points) == slow
            if compared % 4 == 0:
                assert worked_out(board, at, number, one_per_axis=one_per_axis) == sum_of(made, at)
            compared += 1
            seen["triple"] += made[0] > 0
            seen["quadruple"] += made[1] > 0
            seen["several"] += made[0] + made[1] > 1
            seen["none"] += made[0] + made[1] == 0
            seen["edge"] += sum_of(made, at).edge
    assert min(seen.values()) > 150, seen


def line(*names: str) -> dict[tuple[int, int], str]:
    return {(q, 0): name for q, name in enumerate(names, -3)}


REDS = [f"red-moon-{ink}" for ink in reference.INKS]


@pytest.mark.parametrize(
    ("board", "at", "name", "expected"),
    [
        # A quadruple at the end of a line absorbs its triple; so does one that is closed in the middle.
        (line(*REDS[:3]), (0, 0), REDS[3], (0, 1)),
        ({(-3, 0): REDS[0], (-2, 0): REDS[1], (0, 0): REDS[2]}, (-1, 0), REDS[3], (0, 1)),
        # Two triples in a line of four that is no quadruple, and the quadruple it might have been.
        (
            line("blue-triangle-grey", "yellow-circle-white", "", "green-star-grey"),
            (-1, 0),
            "red-moon-black",
            (2, 0),
        ),
        (
            line("blue-triangle-grey", "yellow-circle-white", "", "green-star-lightblue"),
            (-1, 0),
            "red-moon-black",
            (0, 1),
        ),
        # Between two stones counts like the end.
        ({(-2, 0): "red-moon-white", (0, 0): "red-star-black"}, (-1, 0), "red-circle-grey", (1, 0)),
        # A gap breaks the run.
        ({(-3, 0): REDS[0], (-1, 0): REDS[1]}, (0, 0), REDS[2], (0, 0)),
        # A joker is no wild card, but it does not spoil the triple before it.
        ({(-3, 0): "joker-0", (-2, 0): REDS[0], (-1, 0): REDS[1]}, (0, 0), REDS[2], (1, 0)),
        ({(-2, 0): REDS[0], (-1, 0): "joker-1"}, (0, 0), REDS[2], (0, 0)),
        # Two quadruples, shifted by three, and the triple in the middle: seven in one line.
        (
            line(
                "green-star-lightblue",
                "blue-triangle-grey",
                "red-moon-black",
                "",
                "blue-star-grey",
                "green-triangle-black",
                "red-moon-lightblue",
            ),
            (0, 0),
            "yellow-circle-white",
            (1, 2),
        ),
    ],
)
def test_a_line(
    board: dict[tuple[int, int], str], at: tuple[int, int], name: str, expected: tuple[int, int]
) -> None:
    position = arranged({where: piece for where, piece in board.items() if piece}, ["", ""])
    made = figures(position.board, cell(*at), stone(name), one_per_axis=False)
    assert made[:2] == expected


def test_one_figure_per_axis_pays_a_line_once() -> None:
    board = line("green-star-lightblue", "blue-triangle-grey", "red-moon-black", "", "blue-star-grey")
    position = arranged({at: name for at, name in board.items() if name}, ["", ""])
    name = stone("yellow-circle-white")
    assert figures(position.board, cell(0, 0), name, one_per_axis=False)[:2] == (1, 1)
    assert figures(position.board, cell(0, 0), name, one_per_axis=True)[:2] == (0, 1)


@pytest.mark.parametrize(
    ("at", "edge"), [((0, -5), True), ((6, -5), True), ((5, -5), True), ((-5, 5), True), ((0, -4), False)]
)
def test_points_count_twice_on_the_edge_and_not_four_times_in_a_corner(
    at: tuple[int, int], edge: bool
) -> None:
    assert sum_of((1, 1, 2), cell(*at)) == Sum(1, 1, 2, edge, 16 if edge else 8)
