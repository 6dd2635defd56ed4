"""What the others have done since the viewer's last move."""

from typing import Any

from msgspec import Struct

from triqueta_tui.session.feed import TableFeed

Kinds = tuple[type[Struct], ...]


def since_own_move(feed: TableFeed, moves: Kinds, begins: Kinds = ()) -> list[Any]:
    """Events of the others, oldest first: back to the viewer's last move, or to the beginning of a round.

    Without a seat, as for a watcher, the last move alone.
    """
    own = feed.own_seat
    found: list[Struct] = []
    for event in feed.events_backwards():
        if isinstance(event, begins):
            break
        if isinstance(event, moves):
            if found if own is None else getattr(event, "seat", None) == own:
                break
            found.append(event)
    return found[::-1]
