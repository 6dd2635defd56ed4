"""A door lets in so many and no more."""

from server.doors.config import GuestLimits
from server.doors.guest_limit import GuestCounter
from server.doors.messages import Message


def test_so_many_in_all() -> None:
    guests = GuestCounter(GuestLimits(guests=2, per_address=2))
    assert guests.enter("10.0.0.1") is None
    assert guests.enter("10.0.0.2") is None
    assert guests.enter("10.0.0.3") is Message.FULL
    guests.leave("10.0.0.1")
    assert guests.enter("10.0.0.3") is None


def test_so_many_from_one_address() -> None:
    guests = GuestCounter(GuestLimits(guests=10, per_address=2))
    assert guests.enter("10.0.0.1") is None
    assert guests.enter("10.0.0.1") is None
    assert guests.enter("10.0.0.1") is Message.FULL_FROM_YOU
    assert guests.enter("10.0.0.2") is None
    guests.leave("10.0.0.1")
    assert guests.enter("10.0.0.1") is None


def test_a_household_with_ipv6_is_one_address() -> None:
    guests = GuestCounter(GuestLimits(per_address=1))
    assert guests.enter("2001:db8:1:2::1") is None
    assert guests.enter("2001:db8:1:2:ffff::9%eth0") is Message.FULL_FROM_YOU
    assert guests.enter("2001:db8:1:3::1") is None


def test_ipv4_in_ipv6_is_ipv4() -> None:
    guests = GuestCounter(GuestLimits(per_address=1))
    assert guests.enter("::ffff:10.0.0.1") is None
    assert guests.enter("10.0.0.1") is Message.FULL_FROM_YOU
    assert guests.enter("::ffff:10.0.0.2") is None


def test_whoever_is_gone_is_forgotten() -> None:
    guests = GuestCounter(GuestLimits())
    guests.enter("10.0.0.1")
    assert len(guests) == 1
    guests.leave("10.0.0.1")
    assert len(guests) == 0
