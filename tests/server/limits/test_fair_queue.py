"""Who waits for a bot process comes in the order of what they have had of it."""

from triqueta_server.limits.fair_queue import FairQueue, Owner

HERE, THERE = "192.0.2.1", "192.0.2.2"


def owner(name: str, address: str = "") -> Owner:
    """The addresses of names are as different as the names, unless one is given."""
    return Owner(address or f"of {name}", name)


def taken(queue: FairQueue[str]) -> str | None:
    one = queue.take()
    return None if one is None else one[1]


def test_one_owner_is_served_in_order() -> None:
    queue: FairQueue[str] = FairQueue(9)
    for item in ("a", "b", "c"):
        queue.put(owner("A"), item)
    queue.put(owner("A"), "first", first=True)
    assert [taken(queue) for _ in range(5)] == ["first", "a", "b", "c", None]


def test_owners_take_turns_when_all_questions_are_alike() -> None:
    queue: FairQueue[str] = FairQueue(1)
    for item in ("A1", "A2", "A3", "B1", "B2"):
        queue.put(owner(item[0]), item)
    order = []
    while (one := queue.take()) is not None:
        order.append(one[1])
        queue.finish(one[0], 1.0)
    assert order == ["A1", "B1", "A2", "B2", "A3"]


def test_whoever_asks_for_little_comes_before_whoever_asks_for_much() -> None:
    queue: FairQueue[str] = FairQueue(1)
    for n in range(9):
        queue.put(owner("slow"), f"slow {n}")
    order = []
    for n in range(6):
        queue.put(owner("quick"), f"quick {n}")
        one = queue.take()
        assert one is not None
        order.append(one[0].name)
        queue.finish(one[0], 1.0 if one[0].name == "slow" else 0.01)
    assert order == ["slow", "quick", "quick", "quick", "quick", "quick"]


def test_waiting_saves_up_nothing() -> None:
    """Else a table that was quiet for an hour would have an hour before all others."""
    queue: FairQueue[str] = FairQueue(1)
    for n in range(100):
        queue.put(owner("busy"), f"{n}")
        queue.take()
        queue.finish(owner("busy"), 1.0)
    for n in range(4):
        queue.put(owner("busy"), f"b{n}")
        queue.put(owner("back"), f"c{n}")
    order = []
    while (one := queue.take()) is not None:
        order.append(one[0].name)
        queue.finish(one[0], 1.0)
    assert order[:4] in (["back", "busy", "back", "busy"], ["back", "back", "busy", "back"])


def test_owners_who_are_gone_are_forgotten() -> None:
    queue: FairQueue[str] = FairQueue(1)
    for n in range(1000):
        queue.put(owner(f"{n}"), "item")
        queue.take()
        queue.finish(owner(f"{n}"), 0.0)
    assert queue.take() is None
    assert not queue._addresses
    assert queue._names == {}


def test_names_behind_one_address_share_what_it_gets() -> None:
    queue: FairQueue[str] = FairQueue(1)
    for n in range(60):
        queue.put(owner(f"eve {n}", HERE), "theirs")
    for n in range(3):
        queue.put(owner("ana", THERE), f"ana {n}")
    order = []
    for _ in range(8):
        one = queue.take()
        assert one is not None
        order.append(one[0])
        queue.finish(one[0], 1.0)
    assert [one.address for one in order] == [HERE, THERE] * 3 + [HERE] * 2
    assert len({one.name for one in order if one.address == HERE}) == 5, "in turn"


def test_a_new_name_gains_nothing_for_its_address() -> None:
    queue: FairQueue[str] = FairQueue(1)
    served = []
    for n in range(20):
        queue.put(owner(f"new {n}", HERE), "theirs")
        queue.put(owner("ana", THERE), "hers")
        one = queue.take()
        assert one is not None
        served.append(one[0].address)
        queue.finish(one[0], 1.0)
    assert 9 <= served.count(THERE) <= 11


def test_an_address_with_enough_in_work_is_passed_over_until_one_is_finished() -> None:
    queue: FairQueue[str] = FairQueue(2)
    for item in ("eve 1", "eve 2", "eve 3", "eve 4"):
        queue.put(owner(item, HERE), item)
    assert [taken(queue) for _ in range(3)] == ["eve 1", "eve 2", None]
    assert (list(queue), list(queue.ready())) == (["eve 3", "eve 4"], [])
    queue.put(owner("ana", THERE), "ana")
    assert list(queue.ready()) == ["ana"]
    assert [taken(queue) for _ in range(2)] == ["ana", None]
    queue.finish(owner("eve 1", HERE), 1.0)
    assert [taken(queue) for _ in range(2)] == ["eve 3", None]
