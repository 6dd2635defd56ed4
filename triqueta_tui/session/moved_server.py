"""Finds the server of a seat again: where it was last, or where it is announced now."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from triqueta_tui.session.address import Address, parse_address
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.session.events import Welcomed
from triqueta_tui.session.own_tables import UnseenResult, WaitingSeat

LOOK_AFTER: Final = 1.5
"""Seconds a server has to answer where it was last, before it is also looked for elsewhere."""

Greet = Callable[[Address, str], Awaitable[Welcomed]]
"""Connects to an address, of a server that the memory calls so."""


async def greet_where_it_is(seat: WaitingSeat | UnseenResult, greet: Greet) -> Welcomed:
    at_last = asyncio.ensure_future(greet(parse_address(seat.server), seat.server))
    try:
        await asyncio.wait([at_last], timeout=LOOK_AFTER)
        moved = await _look_for(seat) if _may_have_moved(at_last) else None
        if moved is None:
            return await at_last
    finally:
        at_last.cancel()
        await asyncio.gather(at_last, return_exceptions=True)
    return await greet(moved, str(moved))


async def _look_for(seat: WaitingSeat | UnseenResult) -> Address | None:
    """Where the server of a seat is announced, if that is another place than before."""
    from triqueta_tui.session.discovery.mdns import look_for

    found = await look_for(seat.identity) if seat.identity else None
    return found if found is not None and str(found) != seat.server else None


def _may_have_moved(greeting: "asyncio.Future[Welcomed]") -> bool:
    """Whether a server does not answer where it was, or another one does."""
    if not greeting.done():
        return True
    error = greeting.exception()
    return isinstance(error, LinkGoneError) and error.reason in {"no_answer", "another_server"}
