"""Who waits for a bot process comes in the order of what they have had of it."""

from server.bots.fair_queue import FairQueue


def taken(queue: FairQueue[str]) -> str | None:
    one = queue.take()
    return None if one is None else one[1]


def test_one_owner_is_served_in_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("a", "b", "c"):
        queue.put("A", item)
    queue.put("A", "first", first=True)
    assert [taken(queue) for _ in range(5)] == ["first", "a", "b", "c", None]


def test_owners_take_turns_when_all_questions_are_alike() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("A1", "A2", "A3", "B1", "B2"):
        queue.put(item[0], item)
    order = []
    while (one := queue.take()) is not None:
        order.append(one[1])
        queue.charge(one[0], 1.0)
    assert order == ["A1", "B1", "A2", "B2", "A3"]


def test_whoever_asks_for_little_comes_before_whoever_asks_for_much() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(9):
        queue.put("slow", f"slow {n}")
    order = []
    for n in range(6):
        queue.put("quick", f"quick {n}")
        one = queue.take()
        assert one is not None
        order.append(one[0])
        queue.charge(one[0], 1.0 if one[0] == "slow" else 0.01)
    assert order == ["slow", "quick", "quick", "quick", "quick", "quick"]


def test_waiting_saves_up_nothing() -> None:
    """Else a table that was quiet for an hour would have an hour before all others."""
    queue: FairQueue[str] = FairQueue()
    for n in range(100):
        queue.put("busy", f"{n}")
        queue.take()
        queue.charge("busy", 1.0)
    for n in range(4):
        queue.put("busy", f"b{n}")
        queue.put("back", f"c{n}")
    order = []
    while (one := queue.take()) is not None:
        order.append(one[0])
        queue.charge(one[0], 1.0)
    assert order[:4] in (["back", "busy", "back", "busy"], ["back", "back", "busy", "back"])


def test_owners_who_are_gone_are_forgotten() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(1000):
        queue.put(f"{n}", "item")
        queue.take()
        queue.charge(f"{n}", 0.0)
    assert queue.take() is None
    assert len(queue._used) == 0
