"""What one address may do: so much at once, so much in the long run, and more where more people are."""

from server.address_limits import PEOPLE, REMEMBERED, AddressLimits, Allowance, Allowances, Deed

HERE, THERE = "192.0.2.1", "192.0.2.2"


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def chatty(clock: Clock, people: int = PEOPLE) -> AddressLimits:
    return AddressLimits(clock, people, Allowances(chat=Allowance(2.0, 3.0)))


def test_each_address_has_its_own_allowance() -> None:
    limits = chatty(Clock())
    assert [limits.try_spend(HERE, Deed.CHAT) for _ in range(5)] == [True] * 3 + [False] * 2
    assert not limits.may(HERE, Deed.CHAT)
    assert limits.may(THERE, Deed.CHAT)
    assert limits.may(HERE, Deed.RENAME)


def test_whoever_waits_is_told_for_how_long_in_turn() -> None:
    clock = Clock()
    limits = chatty(clock)
    assert [limits.wait(HERE, Deed.CHAT) for _ in range(5)] == [0.0, 0.0, 0.0, 0.5, 1.0]
    limits.give_back(HERE, Deed.CHAT)
    assert limits.wait(HERE, Deed.CHAT) == 1.0
    clock.now = 10.0
    assert limits.wait(HERE, Deed.CHAT) == 0.0


def test_where_more_people_share_an_address_all_grows() -> None:
    limits = chatty(Clock(), 2 * PEOPLE)
    assert sum(limits.try_spend(HERE, Deed.CHAT) for _ in range(10)) == 6


def test_as_many_connections_as_are_busy_set_what_an_address_may_ask_for() -> None:
    assert Allowances() == Allowances().with_work(50, 100)
    assert Allowances().with_work(1, 2).work == Allowance(8, 16)


def test_addresses_that_owe_nothing_are_forgotten() -> None:
    clock = Clock()
    limits = chatty(clock)
    for number in range(REMEMBERED):
        limits.try_spend(f"old {number}", Deed.CHAT)
    clock.now = 100.0
    for _ in range(3):
        limits.try_spend(HERE, Deed.RENAME)
    limits.try_spend(HERE, Deed.CHAT)
    assert len(limits) < 5
    assert len(limits) > 0
