"""The steps of a set-up end in a decision that the rules take; each step can be taken back."""

from itertools import permutations

from tests.triqueta_tui.games.triche.local import EXPANSION, LocalTable
from triqueta_protocol.codec import plain
from triqueta_protocol.games.triche import FACE_DOWN, SetUp
from triqueta_protocol.games.triche_cards import CENTRE, OUTER_CELLS, UNTURNED
from triqueta_server.games.triche.rules import RULES
from triqueta_tui.games.triche.opening import Opening


def test_every_order_and_place_makes_a_legal_decision() -> None:
    table = LocalTable(2, 0, "two colours", options=EXPANSION)
    hand = RULES.mine(table.position, 0).hand
    for order in permutations(range(3)):
        for first, second in permutations(OUTER_CELLS, 2):
            steps = Opening(hand)
            for place, cell in zip(order, (CENTRE, first, second), strict=True):
                steps.select(place)
                steps.go_to(cell)
                steps.turn()
                assert steps.lay() is None
            assert steps.complete
            decision = steps.lay()
            assert isinstance(decision, SetUp)
            RULES.read(table.position, 0, plain(decision))
            laid = dict(zip(decision.cells, map(UNTURNED.__getitem__, decision.cards), strict=True))
            assert laid == {first: hand[order[1]], second: hand[order[2]]}
            assert decision.centre == hand[order[0]]


def test_each_step_can_be_taken_back() -> None:
    steps = Opening((0, 1, 2))
    assert not steps.take_back()
    steps.select(2)
    steps.lay()
    steps.go_to(8)
    steps.lay()
    assert steps.cells()[8] == 0
    assert steps.cells()[CENTRE] == FACE_DOWN
    assert steps.centre == 2
    assert steps.take_back()
    assert (steps.spot, steps.card, steps.step) == (8, 0, 1)
    assert steps.take_back()
    assert (steps.spot, steps.card, steps.step) == (CENTRE, 2, 0)
    assert steps.cells() == [None] * 9


def test_the_cursor_goes_over_the_middle_and_never_onto_a_card() -> None:
    steps = Opening((0, 1, 2))
    steps.move(1, 0)
    assert steps.spot == CENTRE
    steps.lay()
    steps.go_to(3)
    steps.move(1, 0)
    assert steps.spot == 5
    steps.lay()
    steps.go_to(8)
    steps.move(0, -1)
    assert steps.spot == 2


def test_the_way_round_of_the_centre_does_not_matter() -> None:
    steps = Opening((3, 0, 1))
    steps.turn()
    assert steps.card == 3
    steps.lay()
    assert steps.centre == 3
