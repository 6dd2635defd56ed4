"""Somebody who looks at a table: from a seat or as a watcher."""

from collections.abc import Iterable
from typing import NamedTuple

from protocol.codec import ViewerBody
from server.tables.delivery.feed import Feed
from server.tables.state.player import Player


class Viewer:
    """A player's view of one table. It outlasts the link, so that a client can resume its events."""

    __slots__ = ("feed", "live", "lost_at", "player", "seat")

    def __init__(self, player: Player, seat: int | None, n: int = 0) -> None:
        self.player = player
        self.seat = seat
        """None for a watcher."""
        self.feed = Feed(n)
        self.live = False
        """Whether events go out as they come: not before the client has asked for the table on this link."""
        self.lost_at: float | None = None
        """When the link was last lost."""

    def send(self, body: ViewerBody) -> bool:
        """Number an event, and send it if the viewer is live; returns whether it was."""
        frame = self.feed.add(body)
        link = self.player.link
        if not self.live or link is None:
            return False
        link.send(frame)
        return True


class Cause(NamedTuple):
    """Whose request has caused an event, and its id."""

    player: Player
    request: int


def deliver(bodies: Iterable[tuple[Viewer, ViewerBody]]) -> None:
    for viewer, body in bodies:
        viewer.send(body)


def deliver_answering(
    bodies: Iterable[tuple[Viewer, ViewerBody]], table: str, cause: Cause, inside: bool
) -> None:
    """Deliver what a request has caused, and answer it: in the event itself, if that is ``inside``."""
    told = False
    try:
        for viewer, body in bodies:
            sent = viewer.send(body)
            told |= sent and inside and viewer.player is cause.player
    finally:
        cause.player.accept(cause.request, table, told=told)
