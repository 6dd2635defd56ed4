"""From where a replay is seen: all open, as a player saw it, or as a watcher did."""

from dataclasses import dataclass, replace

from triqueta_tui.locale import say


@dataclass(frozen=True)
class Viewpoint:
    eyes: int | None
    """The seat as which it is seen when not all is open; None for a watcher."""
    opened: bool = True

    def turned(self) -> "Viewpoint":
        """All open, if it was not."""
        return replace(self, opened=not self.opened)

    def next(self, seats: int, steps: int) -> "Viewpoint":
        """Through the eyes of the next player; after the last one comes a watcher."""
        if self.opened:
            return replace(self, opened=False)
        at = seats if self.eyes is None else self.eyes
        following = (at + steps) % (seats + 1)
        return Viewpoint(None if following == seats else following, opened=False)

    def words(self, names: tuple[str, ...], own: int | None) -> tuple[str, str]:
        """In words, and in few."""
        if self.opened:
            return say("replay.seen.open"), say("replay.seen.open")
        if self.eyes is None:
            return say("replay.seen.watcher"), say("replay.seen.brief_watcher")
        if self.eyes == own:
            return say("replay.seen.own"), say("replay.seen.brief_own")
        name = names[self.eyes]
        return say("replay.seen.seat", name=name), name
