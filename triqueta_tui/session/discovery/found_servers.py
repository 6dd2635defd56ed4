"""What is known of the servers on the local network."""

from msgspec import Struct

from triqueta_protocol.events import TableLine
from triqueta_tui.session.address import Address


class FoundServer(Struct, frozen=True):
    """A server that has announced itself and answers."""

    name: str
    address: Address
    tables: tuple[TableLine, ...] = ()
    """Its listed tables; unknown, so empty, if the server asks for a password."""
    open_tables: int = 0
    """How many have an open seat."""
    locked: bool = False
    """Whether it asks for a password."""
    identity: str = ""
    """The public key that it claims, in hex; it is proven on connecting."""
    trouble: str = ""
    """Why it cannot be used: a ``triqueta_protocol.errors.Code``, or a key under ``link.why``."""

    def to_join(self) -> tuple[TableLine, ...]:
        return tuple(
            line for line in self.tables if line.status == "waiting" and len(line.players) < line.seats
        )

    def to_see(self) -> tuple[TableLine, ...]:
        """Those to join, then those that can only be watched."""
        return tuple(dict.fromkeys((*self.to_join(), *self.to_watch())))

    def to_watch(self) -> tuple[TableLine, ...]:
        return tuple(line for line in self.tables if line.watchers)


class Network(Struct, frozen=True):
    there: bool = True
    """Whether this machine is in a network at all."""
    servers: tuple[FoundServer, ...] = ()
