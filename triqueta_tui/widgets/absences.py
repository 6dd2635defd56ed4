"""Absent players: since when, and what happens next, counted from the server's last reading."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Final, Literal

from triqueta_protocol.events import Room
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import on_clock

_READY: Final = 0.5
"""Seconds: a clock at 0:00 is over."""

Detail = Literal["full", "brief"]


@dataclass(frozen=True)
class Absence:
    seat: int
    name: str
    since: str
    """The time of day, on the local clock."""
    left: float | None
    """Seconds until a stand-in bot is allowed; None if one plays, or the table waits."""
    bot: bool
    """Whether a stand-in bot plays."""
    kept: bool = False
    """Whether the player has stopped for tonight: a bot fills in only when a player asks."""

    @property
    def ready(self) -> bool:
        return self.left is not None and self.left < _READY


class Absences:
    def __init__(
        self, time: Callable[[], float] = monotonic, wall: Callable[[], datetime] = datetime.now
    ) -> None:
        self._time = time
        self._wall = wall
        self._room: Room | None = None
        self._told: object = None
        self._told_at = 0.0
        self._wall_at = wall()

    def set(self, room: Room, told: object) -> None:
        """Update from a room; ``told`` identifies the reading, which may be repeated while its times run."""
        self._room = room
        if told != self._told:
            self._told, self._told_at, self._wall_at = told, self._time(), self._wall()

    def all(self) -> list[Absence]:
        room = self._room
        if room is None:
            return []
        gone_by = self._time() - self._told_at
        found: list[Absence] = []
        for one in room.away:
            if one.seat < len(room.seats):
                seat = room.seats[one.seat]
                since = self._wall_at - timedelta(milliseconds=one.since)
                left = None if one.left is None else max(0.0, one.left / 1000 - gone_by)
                bot, at = seat.level is not None, f"{since:%H:%M}"
                found.append(Absence(one.seat, seat.name, at, left, bot=bot, kept=one.kept))
        return found

    def missed(self) -> list[Absence]:
        """The absent seats without a bot, the next one to get a bot first."""
        waited = [one for one in self.all() if not one.bot]
        return sorted(waited, key=lambda one: (one.left is None, one.left or 0.0))

    @property
    def counting(self) -> bool:
        """Whether a visible time runs down."""
        return any(one.left is not None and not one.ready for one in self.all())

    def ready(self) -> list[int]:
        """The seats that may get a stand-in bot now, where the table asks."""
        if self._room is None:
            return []
        asks = self._room.settings.substitute == "ask"
        return [one.seat for one in self.all() if one.ready and (asks or one.kept)]

    def words(self, one: Absence, key: str, detail: Detail = "full", *, named: bool = True) -> str:
        """A sentence about an absence; ``key`` does without them, and is empty for who has none.

        Without the name it goes beside the name.
        """
        assert self._room is not None
        where = "room" if self._room.status == "waiting" else "table"
        left = "" if one.left is None else on_clock(one.left)
        named_as = one.name if named else ""
        outlook = f"absence.{where}.{detail}.{self._outlook(one, key)}"
        return say(outlook, who=named_as, since=one.since, left=left, key=key).strip()

    def _outlook(self, one: Absence, key: str) -> str:
        assert self._room is not None
        if one.bot:
            return "bot"
        if one.left is None:
            return "never"
        if self._room.settings.substitute != "ask" and not one.kept:
            return "auto"
        if not one.ready:
            return "ask"
        return "now" if key else "others"
