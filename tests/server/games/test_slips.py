"""Mistakes that are counted: each in the smallest position that shows it, and beside it one that does not."""

from random import Random
from typing import Any

import pytest

from tests.server.archive.club import play
from triqueta_protocol.games.triqueta import TOKENS
from triqueta_server.games import RULES
from triqueta_server.games.game import AnyRules, NotesSlips, Slip
from triqueta_server.games.outcome import outcome
from triqueta_server.games.triche import actions as triche
from triqueta_server.games.tripitz import actions as tripitz
from triqueta_server.games.tripitz.rules import FAR_MORE
from triqueta_server.games.triqueta import actions as triqueta
from triqueta_server.games.triqueta.lookups import packed
from triqueta_server.games.triqueta.position import Position as TriquetaPosition
from triqueta_server.games.triqueta.rules import RULES as TRIQUETA

OWL, BEAR = 1, 5


def at_a_row(has: list[int], row: list[int], kept: tuple[int, ...] = ()) -> TriquetaPosition:
    position = TriquetaPosition(2, bytes(TOKENS), 0)
    position.collections[0] = packed(has)
    position.rows[1] = packed(row)
    position.kept = (kept, ())
    return position


@pytest.mark.parametrize(
    ("has", "row", "spoiled"),
    [
        pytest.param([OWL] * 3, [OWL], 1, id="a fourth"),
        pytest.param([OWL] * 3 + [BEAR] * 3, [OWL, OWL, BEAR], 2, id="two at once"),
        pytest.param([OWL] * 3, [BEAR], 0, id="another kind"),
        pytest.param([OWL] * 2, [OWL, OWL], 0, id="there was none to spoil"),
        pytest.param([OWL] * 4, [OWL], 0, id="spoiled before"),
    ],
)
def test_a_triqueta_is_spoiled_by_its_fourth_token(has: list[int], row: list[int], spoiled: int) -> None:
    found = list(TRIQUETA.slips(at_a_row(has, row), 0, triqueta.TAKE + 1))
    assert found == [Slip(0, "spoiled")] * spoiled


@pytest.mark.parametrize(("mask", "spoiled"), [(0b01, 1), (0b10, 0), (0b00, 0)])
def test_it_can_be_spoiled_by_what_was_kept(mask: int, spoiled: int) -> None:
    position = at_a_row([OWL] * 3, [], kept=(OWL, BEAR))
    assert list(TRIQUETA.slips(position, 0, triqueta.REVEAL + mask)) == [Slip(0, "spoiled")] * spoiled


@pytest.mark.parametrize("seed", range(6))
def test_carres_are_lost_to_whoever_conquers_them(seed: int) -> None:
    rules = RULES["triche"]
    assert isinstance(rules, NotesSlips)
    rng = Random(seed)
    played = play("triche", 3, rng)
    options = rules.vocabulary.words.options(**played.options)
    position = rules.begin(3, options, played.seed)
    lost = [0, 0, 0]
    for seat, action in played.moves:
        number = rules.read(position, seat, action)
        owners = list(position.owners)
        slips = list(rules.slips(position, seat, number))
        conquers = number == triche.CONQUER + 1
        position.apply(seat, number)
        if conquers:
            (slip,) = slips
            assert slip.word == "lost_carres"
            assert slip.seat != seat
            # A conquest that ends a round is followed by new carrés.
            assert position.owners != owners or position.owners == [0, 1, 2]
            lost[slip.seat] += 1
        else:
            assert not slips
    assert [one.slips.get("lost_carres", 0) for one in played.ended] == lost
    assert any(lost)


def laying(_rules: AnyRules, position: Any, seat: int, rng: Random) -> int:
    """Lays stones where it can, at random."""
    number: int = rng.choice(position.placements(seat) or position.legal(seat))
    return number


@pytest.mark.parametrize("seed", range(4))
def test_a_figure_is_missed_if_another_pays_twice_as_much_and_far_more(seed: int) -> None:
    rules = RULES["tripitz"]
    assert isinstance(rules, NotesSlips)
    played = play("tripitz", 2, Random(seed), laying)
    options = rules.vocabulary.words.options(**played.options)
    position = rules.begin(2, options, played.seed)
    missed = 0
    for seat, action in played.moves:
        number = rules.read(position, seat, action)
        before = position.copy()
        best = max([before.gain(other) for other in before.placements(seat)], default=0)
        points = list(before.points)
        slips = list(rules.slips(position, seat, number))
        position.apply(seat, number)
        done = position.points[seat] - points[seat]
        counts = number < tripitz.SWAP and best >= 2 * done and best - done >= FAR_MORE
        assert slips == [Slip(seat, "missed")] * counts
        missed += counts
    assert missed == sum(one.slips.get("missed", 0) for one in played.ended)
    assert missed


@pytest.mark.parametrize("kind", sorted(RULES))
def test_a_game_played_again_comes_out_the_same(kind: str) -> None:
    played = play(kind, 3, Random(7))
    rules = RULES[kind]
    options = rules.vocabulary.words.options(**played.options)
    assert outcome(rules, 3, options, played.seed, played.moves) == played.ended
    assert tuple(at for at, how in enumerate(played.ended) if how.place == 1) == played.winners
    assert max(how.points for how in played.ended) == played.ended[played.winners[0]].points
