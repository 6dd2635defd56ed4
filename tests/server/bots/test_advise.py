"""Advice in whole games: about every kind of decision, legal, quick, and from the view alone."""

from random import Random
from typing import Any

import pytest

from tests.server.bots.choosing import hurry
from triqueta_protocol.advice import Advice
from triqueta_protocol.codec import encode, pack, plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games import triche, tripitz, triqueta
from triqueta_server.bots.advise import MOST, advise
from triqueta_server.bots.reasons import GENERAL
from triqueta_server.bots.triche.reasons import REASONS as TRICHE
from triqueta_server.bots.tripitz.reasons import REASONS as TRIPITZ
from triqueta_server.bots.triqueta.reasons import REASONS as TRIQUETA
from triqueta_server.games import RULES

REASONS = {"triqueta": TRIQUETA, "triche": TRICHE, "tripitz": TRIPITZ}


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


@pytest.mark.parametrize(
    ("game", "seats", "options", "decisions"),
    [
        ("triqueta", 3, triqueta.Options(), 70),
        ("triqueta", 2, triqueta.Options(variant="dorra"), 200),
        ("triche", 3, triche.Options(expansion=True, target=15), 14),
        ("triche", 2, triche.Options(target=15), 18),
        ("tripitz", 2, tripitz.Options(jokers=True), 40),
        ("tripitz", 3, tripitz.Options(start_player="race"), 20),
    ],
)
def test_every_decision_of_a_game(game: str, seats: int, options: Any, decisions: int) -> None:
    rules, rng = RULES[game], Random(5)
    position = rules.begin(seats, options, rng.randbytes(32))
    while position.owing and decisions:
        decisions -= 1
        seat = rng.choice(position.owing)
        public, mine = rules.public(position), rules.mine(position, seat)
        advice = advise(game, plain(public), plain(mine), seat, Random(decisions))
        assert advice.reason is not None
        assert advice.reason.why in (*GENERAL, *REASONS[game])
        assert len(advice.promises) <= MOST
        assert len({pack(one.action) for one in advice.promises}) == len(advice.promises)
        for promise in advice.promises:
            assert rules.read(position, seat, promise.action) in position.legal(seat)
            assert 0 <= promise.chance <= 100
        others = [one.chance for one in advice.promises[1:]]
        assert others == sorted(others, reverse=True)
        if advice.reason.why == "ahead":
            assert advice.reason.values["percent"] == advice.promises[0].chance - others[0]
        assert bool(advice.promises) != (advice.reason.why == "race")
        legal = position.legal(seat)
        chosen = rules.read(position, seat, advice.promises[0].action) if advice.promises else legal[-1]
        position.apply(seat, chosen if rng.random() < 0.8 else rng.choice(legal))


@pytest.mark.parametrize("game", ["triqueta", "triche", "tripitz"])
def test_the_same_view_and_seed_give_the_same_advice(game: str) -> None:
    rules = RULES[game]
    position = rules.begin(3, rules.vocabulary.words.options(), bytes(32))
    seat = position.owing[0]
    views = rules.public(position), rules.mine(position, seat)
    one, other = (encode(advise(game, *views, seat, Random(7))) for _ in range(2))
    assert one == other


def test_what_an_expert_does_at_the_last_reveal_comes_first() -> None:
    rules, rng = RULES["triqueta"], Random(2)
    seen = 0
    while seen < 6:
        position = rules.begin(2, triqueta.Options(), rng.randbytes(32))
        while position.owing and rules.public(position).phase != "reveal":
            seat = position.owing[0]
            position.apply(seat, rng.choice(position.legal(seat)))
        for seat in position.owing:
            mine = rules.mine(position, seat)
            advice = advise("triqueta", rules.public(position), mine, seat, Random(1))
            best = [plain(one.action) for one in mine.choices if one.best]
            assert advice.promises[0].action in best
            assert all(one.points.is_integer() for one in advice.promises)
            seen += 1


def test_there_is_no_coach_for_an_unknown_game() -> None:
    with pytest.raises(RefusalError, match=Code.COACH_OFF):
        advise("whist", {}, {}, 0, Random(1))
    assert Advice(()).reason is None
