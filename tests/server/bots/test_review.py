"""Reviews: chances that add up, blunders that are found, luck that is none of a decision, and no peeking."""

from random import Random
from statistics import fmean
from typing import Any

import pytest

from tests.fourth_game.coach import ParleyModel
from tests.fourth_game.rules import ParleyRules
from tests.fourth_game.rules import Position as Parley
from tests.server.bots.reviewing import hurry, played
from tests.server.games.triche.play import begun as triche_begun
from tests.server.games.triche.worlds import World as TricheWorld
from tests.server.games.triche.worlds import another_world, one_round
from tests.server.games.tripitz.play import FORMS
from tests.server.games.tripitz.play import begun as tripitz_begun
from tests.server.games.tripitz.worlds import another_world as another_bag
from tests.server.games.tripitz.worlds import played as tripitz_played
from tests.server.games.tripitz.worlds import some_of_a_game
from tests.server.games.triqueta.worlds import World, known_at_each_moment, shuffled_unknown
from triqueta_protocol.games import triche, tripitz, triqueta
from triqueta_server.bots.review import chances, drawn, judge
from triqueta_server.bots.search import Budget, Difference, compare
from triqueta_server.games import RULES
from triqueta_server.games.triche.position import Position as TrichePosition
from triqueta_server.games.triche.rules import RULES as TRICHE
from triqueta_server.games.tripitz.rules import RULES as TRIPITZ
from triqueta_server.games.triqueta.actions import DRAW
from triqueta_server.games.triqueta.position import Position as TriquetaPosition
from triqueta_server.games.triqueta.rules import RULES as TRIQUETA


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("triqueta", triqueta.Options(), 3),
        ("triqueta", triqueta.Options(variant="dorra"), 2),
        ("triche", triche.Options(expansion=True, target=15), 2),
        ("tripitz", tripitz.Options(jokers=True), 2),
        ("tripitz", tripitz.Options(start_player="race"), 3),
    ],
)
def test_chances_add_up_to_one_and_end_with_the_winner(game: str, options: object, seats: int) -> None:
    rules = RULES[game]
    log, end, _ = played(game, options, seats)
    last = chances(rules, end, seats)
    winners = rules.winners(end)
    assert last == tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
    for before, seat, action in log[:: len(log) // 6]:
        now = chances(rules, before, seats)
        assert sum(now) == pytest.approx(1.0)
        assert all(0 <= chance <= 1 for chance in now)
        assert chances(rules, before, seats) == now
        after = before.copy()
        after.apply(seat, action)
        luck = drawn(rules, before, seat, action, after)
        assert not luck or sum(luck) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("game", ["triqueta", "triche", "tripitz"])
def test_who_wins_soon_is_seen_to(game: str) -> None:
    """Two decisions before the end the winner is the likeliest."""
    log, end, _ = played(game)
    [winner] = RULES[game].winners(end)
    now = chances(RULES[game], log[-2].before, 2)
    assert now[winner] > 0.5


def late(position: Any) -> bool:
    """Near the end, where a blunder cannot be made good any more."""
    legal = position.legal(position.owing[0])
    match position:
        case TriquetaPosition():
            return not position.trees and legal[0] == DRAW
        case TrichePosition():
            return max(position.points) >= 8 and position.phase == "place" and position.left == 3
    return position.left == 0 and len(legal) > 2


@pytest.mark.parametrize("game", ["triqueta", "triche", "tripitz"])
def test_a_blunder_is_found_and_is_the_dearest(game: str) -> None:
    rules = RULES[game]
    options = triche.Options(target=15) if game == "triche" else None
    log, _, spoiled = played(game, options, blunder=lambda position, _seat: late(position))
    assert spoiled is not None
    around = range(max(0, spoiled - 6), min(spoiled + 7, len(log)))
    lost = {at: judge(rules, *log[at]).lost for at in around}
    dearest = max(lost, key=lambda at: lost[at].mean)
    assert dearest == spoiled
    assert lost[spoiled].mean > max(0.01, 2.5 * lost[spoiled].error)


def test_what_an_expert_would_have_done_has_cost_nothing() -> None:
    log, _, _ = played("triqueta")
    before, seat, _ = log[5]
    advice = judge(TRIQUETA, before, seat, before.legal(seat)[0]).advice
    assert advice is not None
    best = TRIQUETA.read(before, seat, advice.promises[0].action)
    assert judge(TRIQUETA, before, seat, best).lost == Difference(0.0, 0.0)


@pytest.mark.parametrize("game", ["triqueta", "triche", "tripitz"])
def test_reasons_speak_of_the_action_itself(game: str) -> None:
    """Not of how far it is from the next best: that says nothing about the one that was taken."""
    log, _, _ = played(game)
    reasons = [
        judgement.advice.reason
        for one in log[3:40:3]
        if (judgement := judge(RULES[game], *one)).advice is not None
    ]
    said = {reason.why for reason in reasons if reason is not None}
    assert said
    assert not said & {"ahead", "more_points", "close"}


def test_rows_with_the_same_animals_are_the_same() -> None:
    position = TRIQUETA.begin(2, triqueta.Options(), b"review")
    seat = position.owing[0]
    for row in range(2):
        assert judge(TRIQUETA, position, seat, 1 + row).lost.mean == pytest.approx(
            judge(TRIQUETA, position, seat, 1).lost.mean
        )


# The luck of the draw


def test_a_good_token_is_luck_and_a_bad_one_is_not() -> None:
    """The gains of a draw over all tokens that may come are nothing on average."""
    log, _, _ = played("triqueta")
    before, seat, _ = next(one for one in log if one.action == DRAW and one.before.round == 3)
    gains: dict[int, float] = {}
    for place in range(before.top, len(before.deal)):
        world = before.copy()
        deal = bytearray(before.deal)
        deal[before.top], deal[place] = deal[place], deal[before.top]
        world.deal = bytes(deal)
        animal = deal[before.top]
        if animal not in gains:
            after = world.copy()
            after.apply(seat, DRAW)
            gains[animal] = drawn(TRIQUETA, world, seat, DRAW, after)[seat]
    left = [gains[animal] for animal in before.deal[before.top :] if animal in gains]
    assert max(gains.values()) > 0.01
    assert min(gains.values()) < 0
    assert abs(fmean(left)) < 0.04


def test_what_is_laid_openly_is_no_luck() -> None:
    log, _, _ = played("triqueta")
    placed = next(one for one in log if one.action != DRAW)
    after = placed.before.copy()
    after.apply(placed.seat, placed.action)
    assert drawn(TRIQUETA, *placed, after) == ()


# No peeking


def test_triqueta_is_judged_by_what_the_seat_saw() -> None:
    log, _, _ = played("triqueta")
    deal, rng = log[0].before.deal, Random(3)
    actions = [(one.seat, one.action) for one in log]
    known = known_at_each_moment(2, deal, actions)
    for moment in (7, 20, len(log) - 3):
        seat, action = actions[moment]
        other = shuffled_unknown(deal, known[moment][seat], rng)
        one, two = (World(2, towers, actions).go_to(moment).position for towers in (deal, other))
        assert one.deal != two.deal
        assert judge(TRIQUETA, one, seat, action) == judge(TRIQUETA, two, seat, action)


def test_triche_is_judged_by_what_the_seat_saw() -> None:
    rng = Random("review")
    start = triche_begun(2, b"review", expansion=False)
    log, seen, _ = one_round(start, rng)
    compared = 0
    for moment in range(2, len(log), 3):
        seat, action = log[moment]
        other = another_world(start, log[:moment], seen[moment][seat], rng)
        if other is None:
            continue
        one = TricheWorld(start, {}).play(log[:moment]).position
        assert judge(TRICHE, one, seat, action) == judge(TRICHE, other.position, seat, action)
        compared += 1
    assert compared > 1


def test_tripitz_is_judged_without_the_bag() -> None:
    rng = Random("review")
    start = tripitz_begun(2, b"review", FORMS["full"])
    log = some_of_a_game(start, rng)
    one, _ = tripitz_played(start, log)
    other, _ = tripitz_played(start, log, another_bag(start, log, rng))
    seat = one.owing[0]
    action = one.legal(seat)[0]
    assert judge(TRIPITZ, one, seat, action) == judge(TRIPITZ, other, seat, action)


# Two actions in the same worlds


def test_the_same_action_differs_by_nothing() -> None:
    position = Parley(2, 2, b"review")
    seat = position.owing[0]
    view = ParleyRules().public(position), ParleyRules().mine(position, seat)
    action = position.legal(seat)[0]
    found = compare(ParleyModel(), view, seat, Random(1), Budget(20, 9.0), (action, action))
    assert found == Difference(0.0, 0.0)


def test_a_comparison_that_takes_too_long_is_cut_short() -> None:
    position = Parley(2, 2, b"review")
    seat = position.owing[0]
    view = ParleyRules().public(position), ParleyRules().mine(position, seat)
    one, other = position.legal(seat)[:2]
    ticks = iter(range(1000))
    compare(
        ParleyModel(), view, seat, Random(1), Budget(100_000, 3.0), (one, other), clock=lambda: next(ticks)
    )
    assert next(ticks) < 20
