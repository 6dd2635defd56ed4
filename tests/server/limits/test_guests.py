"""A gateway lets in so many and no more."""

import asyncio

import pytest

from triqueta_server.gateways.messages import Message
from triqueta_server.limits.declared import GuestLimits
from triqueta_server.limits.guests import GuestCounter


async def test_so_many_in_all() -> None:
    guests = GuestCounter(GuestLimits(guests=2, per_address=2))
    assert await guests.enter("ana", "10.0.0.1") is None
    assert await guests.enter("bo", "10.0.0.2") is None
    assert await guests.enter("cy", "10.0.0.3") is Message.FULL
    guests.leave("ana")
    assert await guests.enter("cy", "10.0.0.3") is None


async def test_so_many_from_one_address() -> None:
    guests = GuestCounter(GuestLimits(guests=10, per_address=2))
    assert await guests.enter("ana", "10.0.0.1") is None
    assert await guests.enter("bo", "10.0.0.1") is None
    assert await guests.enter("cy", "10.0.0.1") is Message.FULL_FROM_YOU
    assert await guests.enter("di", "10.0.0.2") is None
    guests.leave("ana")
    assert await guests.enter("cy", "10.0.0.1") is None


async def test_a_household_with_ipv6_is_one_address() -> None:
    guests = GuestCounter(GuestLimits(per_address=1))
    assert await guests.enter("ana", "2001:db8:1:2::1") is None
    assert await guests.enter("bo", "2001:db8:1:2:ffff::9%eth0") is Message.FULL_FROM_YOU
    assert await guests.enter("cy", "2001:db8:1:3::1") is None


async def test_ipv4_in_ipv6_is_ipv4() -> None:
    guests = GuestCounter(GuestLimits(per_address=1))
    assert await guests.enter("ana", "::ffff:10.0.0.1") is None
    assert await guests.enter("bo", "10.0.0.1") is Message.FULL_FROM_YOU
    assert await guests.enter("cy", "::ffff:10.0.0.2") is None


async def test_a_guest_who_has_left_is_not_counted() -> None:
    guests = GuestCounter(GuestLimits())
    await guests.enter("ana", "10.0.0.1")
    assert len(guests) == 1
    guests.leave("ana")
    guests.leave("ana")
    assert len(guests) == 0


@pytest.mark.parametrize("limits", [GuestLimits(guests=1), GuestLimits(per_address=1)])
async def test_a_place_that_is_being_left_is_waited_for(limits: GuestLimits) -> None:
    guests = GuestCounter(limits)
    await guests.enter("broken", "10.0.0.1")
    guests.begin_to_leave("broken")
    back = asyncio.create_task(guests.enter("back", "10.0.0.1"))
    await asyncio.sleep(0)
    assert not back.done()
    guests.leave("broken")
    assert await back is None
    assert len(guests) == guests.let_in - 1 == 1


async def test_two_do_not_get_the_same_place() -> None:
    guests = GuestCounter(GuestLimits(guests=1))
    await guests.enter("broken", "10.0.0.1")
    guests.begin_to_leave("broken")
    waiting = [asyncio.create_task(guests.enter(name, "10.0.0.1")) for name in ("ana", "bo")]
    await asyncio.sleep(0)
    guests.leave("broken")
    assert sorted(map(str, await asyncio.gather(*waiting))) == sorted(map(str, [None, Message.FULL]))


async def test_nobody_waits_for_long() -> None:
    guests = GuestCounter(GuestLimits(guests=1, place_within=0.01))
    await guests.enter("broken", "10.0.0.1")
    guests.begin_to_leave("broken")
    assert await guests.enter("back", "10.0.0.1") is Message.FULL
    assert guests.turned_away == 1
