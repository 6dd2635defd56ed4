"""Connections before their hello: whoever comes gets in, and the oldest of the many gives way."""

from server.net.arrivals import Arrivals


def test_the_oldest_of_an_address_gives_way_to_its_newest() -> None:
    arrivals = Arrivals[str](most=10, most_from_one=2)
    assert [arrivals.add(one, "here") for one in ("a", "b", "c", "d")] == [None, None, "a", "b"]
    assert arrivals.add("e", "there") is None
    assert len(arrivals) == 3


def test_where_all_is_full_the_most_crowded_address_gives_way() -> None:
    arrivals = Arrivals[str](most=3, most_from_one=3)
    for one in ("a", "b", "c"):
        arrivals.add(one, "here")
    assert arrivals.add("x", "there") == "a"
    assert arrivals.add("y", "there") == "b"


def test_whoever_has_said_hello_is_not_counted_any_more() -> None:
    arrivals = Arrivals[str](most=2, most_from_one=2)
    arrivals.add("a", "here")
    arrivals.remove("a", "here")
    arrivals.remove("a", "here")
    arrivals.remove("never there", "nowhere")
    assert len(arrivals) == 0
    assert arrivals.add("b", "here") is None
