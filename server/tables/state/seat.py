"""A seat at a table: a player, a bot, or a bot sitting in for a player who is gone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from protocol.errors import Code
from protocol.events import SeatInfo
from server.tables.state.player import Player

Status = Literal["waiting", "playing", "over"]
"""Of a table."""

REFUSED_IN: Final[Mapping[Status, Code]] = {
    "waiting": Code.NO_GAME,
    "playing": Code.GAME_RUNNING,
    "over": Code.GAME_OVER,
}
"""The refusal of a request that needs another status, by the table's status."""


@dataclass(eq=False)
class Seat:
    """A taken seat: it has an owner or a bot. Open seats are only counted."""

    name: str
    owner: Player | None = None
    bot: str | None = None
    """The level of the bot that plays, if one does."""
    ready: bool = False
    gone_since: float | None = None
    """When the owner's link was lost; None while present."""
    left: bool = False
    """The owner got up in the middle of a game and may come back."""
    timeouts: int = 0
    """Decisions in a row that the clock took away."""

    @property
    def present(self) -> bool:
        return self.owner is not None and self.gone_since is None

    def is_missed(self, status: Status) -> bool:
        """Whether the others wait for an owner who is gone: no bot plays, or the game has not begun."""
        waited_for = status == "waiting" or (status == "playing" and self.bot is None)
        return self.gone_since is not None and waited_for

    def info(self) -> SeatInfo:
        if self.owner is None:
            return SeatInfo(kind="bot", name=self.name, level=self.bot, ready=True, present=True)
        return SeatInfo(
            kind="player",
            name=self.name,
            player=self.owner.id,
            level=self.bot,
            ready=self.ready,
            present=self.present,
            bot=self.owner.bot,
        )
