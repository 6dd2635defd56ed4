"""Somebody who looks at a table: from a seat or as a watcher."""

from collections.abc import Iterable

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

    def send(self, body: ViewerBody) -> None:
        """Number an event, and send it if the viewer is live."""
        frame = self.feed.add(body)
        if self.live and self.player.link is not None:
            self.player.link.send(frame)


def deliver(bodies: Iterable[tuple[Viewer, ViewerBody]]) -> None:
    for viewer, body in bodies:
        viewer.send(body)
