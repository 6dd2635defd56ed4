"""The wire between a front door and the process that brings up its guests' clients.

Frames of fixed size over a stream socket. A ``begin`` carries open files beside it: first the one with the
guest's letter (``protocol.guest``), then the terminal, or for a browser the pipes in and out.
"""

import struct
from enum import Enum
from typing import Final, NamedTuple, Self

_FORM: Final = struct.Struct("!BIi")
SIZE: Final = _FORM.size


class Word(Enum):
    """What a frame says."""

    READY = 1
    """To the door: guests may come. The value is the version of Landlock that confines them, 0 for none."""
    BEGIN = 2
    """From the door: bring up a client."""
    STOP = 3
    """From the door: end a client that does not end by itself."""
    ENDED = 4
    """To the door: a client is gone. The value is its exit status, or the signal that ended it, negative."""


class Frame(NamedTuple):
    """One message; ``number`` is the door's number for the guest."""

    word: Word
    number: int = 0
    value: int = 0

    def pack(self) -> bytes:
        """The frame as bytes."""
        return _FORM.pack(self.word.value, self.number, self.value)

    @classmethod
    def unpack(cls, frame: bytes) -> Self:
        """The frame in these bytes."""
        word, number, value = _FORM.unpack(frame)
        return cls(Word(word), number, value)
