"""A viewer of a table: from a seat or as a watcher."""

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from triqueta_protocol.codec import ViewerBody
from triqueta_server.tables.state.player import Client, Player

KEPT: Final = 32
"""Events kept for resuming; a client that missed more gets one fresh view."""


class Feed:
    """The events of one viewer, numbered without gaps."""

    __slots__ = ("_kept", "n")

    def __init__(self, n: int = 0) -> None:
        self.n = n
        self._kept: deque[ViewerBody] = deque(maxlen=KEPT)

    def add(self, body: ViewerBody) -> bytes:
        self.n += 1
        self._kept.append(body)
        return body.numbered(self.n)

    def since(self, last: int) -> list[bytes] | None:
        """The frames after number ``last``, or None if they are not all kept (or never were)."""
        missing = self.n - last
        if missing < 0 or missing > len(self._kept):
            return None
        skip = len(self._kept) - missing
        return [body.numbered(last + 1 + i) for i, body in enumerate(list(self._kept)[skip:])]


class Viewer:
    """A player's view of one table. It outlasts the link, so that a client can resume its events."""

    __slots__ = ("client", "feed", "live", "lost_at", "player", "seat")

    def __init__(self, player: Player, seat: int | None, n: int = 0) -> None:
        self.player = player
        self.seat = seat
        """None for a watcher."""
        self.client = player.client
        """The one client that controls the seat or watches."""
        self.feed = Feed(n)
        self.live = False
        """Events are sent at once: not before the client has asked for the table on this link."""
        self.lost_at: float | None = None
        """When the link was last lost."""

    def go_live(self) -> None:
        self.live = True

    def silence(self) -> None:
        """Send no more until the client asks for the table again."""
        self.live = False

    def lose_link(self, now: float) -> None:
        self.live, self.lost_at = False, now

    def send(self, body: ViewerBody) -> bool:
        """Number an event, and send it if the viewer is live; returns whether it was."""
        frame = self.feed.add(body)
        link = self.client.link
        if not self.live or link is None:
            return False
        link.send(frame)
        return True


class Cause(NamedTuple):
    """The request that has caused an event."""

    client: Client
    request: int


def deliver(bodies: Iterable[tuple[Viewer, ViewerBody]]) -> None:
    for viewer, body in bodies:
        viewer.send(body)


def deliver_answering(bodies: Iterable[tuple[Viewer, ViewerBody]], table: str, cause: Cause) -> None:
    """Deliver what a request has caused. The event is its answer, for a player who gets it."""
    told = False
    try:
        for viewer, body in bodies:
            sent = viewer.send(body)
            told |= sent and viewer.client is cause.client
    finally:
        cause.client.accept(cause.request, table, told=told)
