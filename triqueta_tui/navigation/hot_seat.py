"""Several players at one terminal: who is at the keyboard, and who has to come next."""

from typing import TYPE_CHECKING

from protocol.mirror import Mirror

if TYPE_CHECKING:
    from triqueta_tui.net.link import Link


class HotSeat:
    """Several players at one table, each with a link of their own; one of them is at the keyboard."""

    def __init__(self, owner: "Link", table: str) -> None:
        self._table = table
        self._links: dict[str, Link] = {}
        self.sitter = self.add(owner)
        """The player id of whoever is at the keyboard."""

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

    def next_up(self) -> Mirror | None:
        """The view of the player who has to come to the keyboard; None if nobody has to."""
        if self._owes(self.sitter):
            return None
        return next((self._mirror(player) for player in self._links if self._owes(player)), None)

    def sit(self, player: str) -> "tuple[Link, Mirror | None]":
        """Change who is at the keyboard; returns the link to play through and the table to show."""
        self.sitter = player
        return self._links[player], self._mirror(player)

    def _owes(self, player: str) -> bool:
        """Whether this player has to decide, by the player's own link: links need not be in step."""
        mirror = self._mirror(player)
        if mirror is None or mirror.room.status != "playing":
            return False
        return mirror.seat in getattr(mirror.public, "owing", ())

    def _mirror(self, player: str) -> Mirror | None:
        return self._links[player].protocol.mirrors.get(self._table)
