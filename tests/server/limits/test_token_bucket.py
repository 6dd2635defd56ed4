"""A rate limit that forgives: a burst at once, then so many a second."""

from triqueta_server.limits.budgets import TokenBucket
from triqueta_server.limits.declared import Rate


def test_a_burst_is_free_and_then_it_is_over() -> None:
    bucket = TokenBucket(Rate(1.0, 3.0), now=0.0)
    assert [bucket.try_spend(0.0) for _ in range(4)] == [True, True, True, False]


def test_what_was_refused_costs_nothing() -> None:
    bucket = TokenBucket(Rate(1.0, 1.0), now=0.0)
    assert bucket.try_spend(0.0)
    assert not any(bucket.try_spend(0.5) for _ in range(10))
    assert bucket.try_spend(1.0)


def test_waiting_longer_than_it_takes_saves_nothing_up() -> None:
    bucket = TokenBucket(Rate(1.0, 2.0), now=0.0)
    assert [bucket.try_spend(1000.0) for _ in range(3)] == [True, True, False]


def test_spending_on_credit_says_how_much_is_owed() -> None:
    bucket = TokenBucket(Rate(2.0, 1.0), now=0.0)
    assert [bucket.spend(0.0) for _ in range(3)] == [0.0, 1.0, 2.0]
    assert bucket.spend(1.0) == 1.0
    assert bucket.spend(10.0) == 0.0
