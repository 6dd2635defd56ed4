"""The frames between a gateway and its prefork process, of fixed size over a stream socket.

A ``FORK`` carries open files beside it: first a pipe with the ``Guest`` as JSON, then one for the client's
notes, then the terminal, or for a browser the pipes in and out.
"""

import struct
from enum import Enum
from typing import Final, NamedTuple, Self

_FORM: Final = struct.Struct("!BIi")
SIZE: Final = _FORM.size


class Kind(Enum):
    READY = 1
    """To the gateway: guests may come. The value is the version of Landlock in use, 0 for none."""
    FORK = 2
    """From the gateway: start a client."""
    KILL = 3
    """From the gateway: kill a client that does not end by itself."""
    ENDED = 4
    """To the gateway: a client has ended. The value is its exit status, or minus the signal."""


class Frame(NamedTuple):
    """One message; ``number`` is the gateway's number for the guest."""

    kind: Kind
    number: int = 0
    value: int = 0

    def pack(self) -> bytes:
        return _FORM.pack(self.kind.value, self.number, self.value)

    @classmethod
    def unpack(cls, frame: bytes) -> Self:
        kind, number, value = _FORM.unpack(frame)
        return cls(Kind(kind), number, value)
