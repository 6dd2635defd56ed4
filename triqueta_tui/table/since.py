"""What the others have done since the viewer's last move."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from triqueta_tui.session.feed import TableFeed

Kinds = tuple[type[Struct], ...]


def since_own_move(feed: TableFeed, moves: Kinds, begins: Kinds = ()) -> list[Any]:
    """Events of the others, oldest first: back to the viewer's last move, or to the beginning of a round.

    Somebody who only looks on, and a replay, show the last move alone.
    """
    own = None if feed.can_seek else feed.seat
    found: list[Struct] = []
    for event in _backwards(feed):
        if isinstance(event, begins):
            break
        if isinstance(event, moves):
            if found if own is None else getattr(event, "seat", None) == own:
                break
            found.append(event)
    return found[::-1]


def _backwards(feed: TableFeed) -> Iterable[Struct]:
    steps = list(feed.told(max(0, feed.step - 1) if feed.can_seek else 0))
    return (event for _, events in reversed(steps) for event in reversed(events))
