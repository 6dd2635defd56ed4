"""What a game adds to the protocol."""

from dataclasses import dataclass
from types import UnionType
from typing import Generic, TypeVar

from msgspec import Struct

PublicT = TypeVar("PublicT", bound=Struct)
MineT = TypeVar("MineT", bound=Struct)
OptionsT = TypeVar("OptionsT", bound=Struct)


@dataclass(frozen=True)
class Vocabulary(Generic[PublicT, MineT, OptionsT]):
    """The typed words of one game.

    ``public`` is what everybody sees, ``mine`` what one seat sees beyond it. A view is both together; a
    spectator gets ``public`` only. All happenings are public: what is secret is in ``mine`` and nowhere else.
    """

    game: str
    seats: range
    """How many may play."""
    options: type[OptionsT]
    public: type[PublicT]
    mine: type[MineT]
    action: UnionType
    happening: UnionType
