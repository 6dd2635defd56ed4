"""What one address may do: so much at once, so much in the long run, and more where more people are."""

from triqueta_server.limits.budgets import REMEMBERED, Buckets, Budgets
from triqueta_server.limits.declared import BUSY, PEOPLE, Limits, Rate

HERE, THERE = "192.0.2.1", "192.0.2.2"


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_each_address_has_its_own_budget_of_each_kind() -> None:
    budgets = Budgets(Limits(address_chat=Rate(2.0, 3.0)), Clock())
    assert [budgets.address_chat.try_spend(HERE) for _ in range(5)] == [True] * 3 + [False] * 2
    assert not budgets.address_chat.has(HERE)
    assert budgets.address_chat.has(THERE)
    assert budgets.address_renames.has(HERE)


def test_what_waits_is_told_for_how_long_in_turn() -> None:
    clock = Clock()
    budget = Buckets(Rate(2.0, 3.0), clock)
    assert [budget.delay(HERE) for _ in range(5)] == [0.0, 0.0, 0.0, 0.5, 1.0]
    budget.give_back(HERE)
    assert budget.delay(HERE) == 1.0
    clock.now = 10.0
    assert budget.delay(HERE) == 0.0


def test_budgets_of_addresses_and_of_nothing_else_grow_with_the_people_behind_one() -> None:
    limits = Limits(players_per_address=2 * PEOPLE, address_chat=Rate(2.0, 3.0), chat=Rate(2.0, 3.0))
    budgets = Budgets(limits, Clock())
    assert sum(budgets.address_chat.try_spend(HERE) for _ in range(10)) == 6
    assert sum(budgets.chat.try_spend("ana") for _ in range(10)) == 3


def test_as_many_connections_as_are_busy_set_what_an_address_may_ask_for() -> None:
    budgets = Budgets(Limits(requests=Rate(1.0, 2.0)), Clock())
    assert budgets.address_requests.rate == Rate(BUSY, 2 * BUSY)
    assert budgets.address_seated_requests.rate == budgets.address_requests.rate


def test_full_buckets_are_dropped() -> None:
    clock = Clock()
    budget = Buckets(Rate(2.0, 3.0), clock)
    for number in range(REMEMBERED - 1):
        budget.try_spend(f"old {number}")
    clock.now = 100.0
    for _ in range(3):
        budget.try_spend(HERE)
    budget.try_spend(THERE)
    assert len(budget) == 2
    assert not budget.has(HERE)
