"""What a game adds to the protocol."""

from dataclasses import dataclass
from types import UnionType
from typing import Any, Generic, TypeVar

from msgspec import Struct

from protocol.games.views import OwnView, PublicView

PublicT = TypeVar("PublicT", bound=PublicView)
MineT = TypeVar("MineT", bound=OwnView[Any])
OptionsT = TypeVar("OptionsT", bound=Struct)


@dataclass(frozen=True, kw_only=True)
class Vocabulary(Generic[PublicT, MineT, OptionsT]):
    """The typed words of one game.

    ``public`` is what everybody sees, ``mine`` what one seat sees beyond it. A view is both together; a
    spectator gets ``public`` only. All happenings are public: what is secret is in ``mine`` and nowhere else.
    """

    game: str
    version: int = 1
    """Grows when programs that know an older one could not play along."""
    seats: range
    """How many may play."""
    levels: tuple[str, ...]
    """How strong its bots are, from weak to strong."""
    stand_in: str
    """The level that plays for somebody who is gone or out of time."""
    options: type[OptionsT]
    """Every field has a default, and a type whose values can be listed."""
    public: type[PublicT]
    mine: type[MineT]
    action: UnionType
    happening: UnionType


AnyVocabulary = Vocabulary[Any, Any, Any]
