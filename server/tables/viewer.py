"""Somebody who looks at a table: from a seat or as a watcher."""

from protocol.codec import ViewerBody
from server.tables.feed import Feed
from server.tables.player import Player


class Viewer:
    """A player's eyes at one table. They outlast the link, so that a client can come back to its events."""

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

    def tell(self, body: ViewerBody) -> None:
        """Number an event and send it if somebody is listening."""
        frame = self.feed.add(body)
        if self.live and self.player.link is not None:
            self.player.link.send(frame)
