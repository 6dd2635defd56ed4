"""A door lets in so many and no more."""

from server.net.doors.crowd import Crowd
from server.net.doors.orders import GuestLimits
from server.net.doors.sentences import Sentence


def test_so_many_in_all() -> None:
    crowd = Crowd(GuestLimits(guests=2, per_address=2))
    assert crowd.enter("10.0.0.1") is None
    assert crowd.enter("10.0.0.2") is None
    assert crowd.enter("10.0.0.3") is Sentence.FULL
    crowd.leave("10.0.0.1")
    assert crowd.enter("10.0.0.3") is None


def test_so_many_from_one_address() -> None:
    crowd = Crowd(GuestLimits(guests=10, per_address=2))
    assert crowd.enter("10.0.0.1") is None
    assert crowd.enter("10.0.0.1") is None
    assert crowd.enter("10.0.0.1") is Sentence.FULL_FROM_YOU
    assert crowd.enter("10.0.0.2") is None
    crowd.leave("10.0.0.1")
    assert crowd.enter("10.0.0.1") is None


def test_a_household_with_ipv6_is_one_address() -> None:
    crowd = Crowd(GuestLimits(per_address=1))
    assert crowd.enter("2001:db8:1:2::1") is None
    assert crowd.enter("2001:db8:1:2:ffff::9%eth0") is Sentence.FULL_FROM_YOU
    assert crowd.enter("2001:db8:1:3::1") is None


def test_ipv4_in_ipv6_is_ipv4() -> None:
    crowd = Crowd(GuestLimits(per_address=1))
    assert crowd.enter("::ffff:10.0.0.1") is None
    assert crowd.enter("10.0.0.1") is Sentence.FULL_FROM_YOU
    assert crowd.enter("::ffff:10.0.0.2") is None


def test_whoever_is_gone_is_forgotten() -> None:
    crowd = Crowd(GuestLimits())
    crowd.enter("10.0.0.1")
    assert len(crowd) == 1
    crowd.leave("10.0.0.1")
    assert len(crowd) == 0
