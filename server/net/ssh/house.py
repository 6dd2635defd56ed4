"""What everybody at the SSH door shares."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from server.net.doors.crowd import Crowd
from server.net.doors.identity import Identity
from server.net.doors.nursery import Nursery
from server.net.doors.orders import Orders

if TYPE_CHECKING:
    from server.net.ssh.session import GuestSession


@dataclass
class House:
    """The door's surroundings, and who is here."""

    orders: Orders
    identity: Identity
    nursery: Nursery
    crowd: Crowd
    sessions: "set[GuestSession]" = field(default_factory=set)
    knocking: int = 0
    """Connections that have not said yet who they are."""
