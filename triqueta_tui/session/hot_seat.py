"""Several players at one terminal: who is at the keyboard, and who has to come next."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from triqueta_tui.session.link import Link
    from triqueta_tui.session.live_feed import LiveFeed


class HotSeat:
    """Several players at one table, each with a link of their own; one of them is at the keyboard."""

    def __init__(self, owner: "Link", table: str) -> None:
        self._table = table
        self._links: dict[str, Link] = {}
        self.sitter = self.add(owner)
        """The id of the player at the keyboard."""

    def add(self, link: "Link") -> str:
        """Add a link that has been welcomed; returns its player id."""
        player = link.protocol.player
        assert player is not None
        self._links[player] = link
        return player

    @property
    def guests(self) -> "list[Link]":
        """The links of everybody but the owner of the terminal."""
        return list(self._links.values())[1:]

    def next_up(self) -> "LiveFeed | None":
        """The table of the player who has to come to the keyboard; None if nobody has to."""
        if self._owes(self.sitter):
            return None
        return next((self._feed(player) for player in self._links if self._owes(player)), None)

    def sit(self, player: str) -> "LiveFeed | None":
        """Change who is at the keyboard; returns the table as this player sees it."""
        self.sitter = player
        return self._feed(player)

    def _owes(self, player: str) -> bool:
        """Whether this player has to decide, by the player's own link: links need not be in step."""
        feed = self._feed(player)
        return (
            feed is not None and feed.room.status == "playing" and feed.view is not None and feed.view.my_turn
        )

    def _feed(self, player: str) -> "LiveFeed | None":
        return self._links[player].feeds.get(self._table)
