"""The people who share one terminal: who sits at it, and who is to sit there next."""

from protocol.mirror import Mirror
from triqueta_tui.net.link import Link


class Company:
    """Several players, each with a link and a view of their own; one of them sits at the keyboard."""

    def __init__(self, owner: Link) -> None:
        self._links: dict[str, Link] = {}
        self._mirrors: dict[str, Mirror] = {}
        self.sitter = self.add(owner)
        """The player id of whoever is at the keyboard."""

    def add(self, link: Link) -> str:
        """Somebody else who has been welcomed; returns the player id."""
        player = link.session.player
        assert player is not None
        self._links[player] = link
        return player

    @property
    def guests(self) -> list[Link]:
        """The links of everybody but the owner of the terminal."""
        return list(self._links.values())[1:]

    def see(self, mirror: Mirror) -> None:
        """One of them sees the table like this now."""
        self._mirrors[mirror.you] = mirror

    def next_up(self) -> Mirror | None:
        """The view of whoever has to come to the keyboard; None if the one who is there may stay."""
        if self._owes(self.sitter):
            return None
        return next((self._mirrors[player] for player in self._links if self._owes(player)), None)

    def sit(self, player: str) -> tuple[Link, Mirror]:
        """This one is at the keyboard now; returns the link to play through and the table to show."""
        self.sitter = player
        return self._links[player], self._mirrors[player]

    def _owes(self, player: str) -> bool:
        """Whether it is this one's decision, as told on this one's own link: links need not be in step."""
        mirror = self._mirrors.get(player)
        if mirror is None or mirror.room.status != "playing":
            return False
        return mirror.seat in getattr(mirror.public, "owing", ())
