"""What all connections of the SSH door share."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from server.doors.context import DoorContext

if TYPE_CHECKING:
    from server.doors.ssh.session import GuestSession


@dataclass(eq=False)
class SshContext(DoorContext):
    sessions: "set[GuestSession]" = field(default_factory=set)
    unauthenticated: int = 0
    """Connections that have not said yet who they are."""
