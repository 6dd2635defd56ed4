"""What is known of the servers on the local network."""

from msgspec import Struct

from protocol.events import TableLine
from triqueta_tui.net.address import Address


class FoundServer(Struct, frozen=True):
    """A server that has announced itself and answers."""

    name: str
    address: Address
    tables: tuple[TableLine, ...] = ()
    """Its listed tables; none are known of a server that asks for a password."""
    open_tables: int = 0
    """How many have an open seat."""
    locked: bool = False
    """Only who knows its password gets in."""
    trouble: str = ""
    """Why one cannot go there: a ``protocol.errors.Code``, or a key under ``link.why``."""

    def to_join(self) -> tuple[TableLine, ...]:
        """The tables with an open seat."""
        return tuple(
            line for line in self.tables if line.status == "waiting" and len(line.players) < line.seats
        )

    def to_watch(self) -> tuple[TableLine, ...]:
        """The tables that may be watched."""
        return tuple(line for line in self.tables if line.watchers and line.status != "over")


class Network(Struct, frozen=True):
    """The local network at one moment."""

    there: bool = True
    """Whether this machine is in one at all."""
    servers: tuple[FoundServer, ...] = ()
