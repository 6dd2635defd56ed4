"""A game that was stopped for tonight, or that all players have left."""

from math import isinf

from msgspec import Struct


class Sleep(Struct, frozen=True):
    since: float
    """Seconds since 1970, like ``until``."""
    until: float
    """When the game is removed; infinite if it may sleep for as long as it takes."""
    seat: int | None = None
    """Whose player has stopped it; None if all had gone."""

    @property
    def shown_until(self) -> float | None:
        """As players are told."""
        return None if isinf(self.until) else self.until


class StoredSleep(Struct, frozen=True):
    """What is stored beside the log of a game that sleeps, or has slept."""

    sleep: Sleep | None
    kept: tuple[int, ...]
    """The seats whose players have stopped and are not back yet."""
    owing: tuple[int, ...]
    """The seats that owe a decision."""
