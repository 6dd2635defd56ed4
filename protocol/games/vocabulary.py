"""What a game adds to the protocol: who may play it, and its words, which are loaded when they are needed."""

from importlib import import_module
from types import UnionType
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from protocol.games.views import OwnView, PublicView


class Words(Struct, frozen=True, gc=False, kw_only=True):
    """The types of one game's messages.

    ``public`` is what everybody sees, ``mine`` what one seat sees beyond it. A view is both together; a
    spectator gets ``public`` only. All happenings are public: what is secret is in ``mine`` and nowhere else.
    """

    options: type[Struct]
    """Every field has a default, and a type whose values can be listed."""
    public: "type[PublicView]"
    mine: "type[OwnView[Any]]"
    action: UnionType
    happening: UnionType


class Vocabulary(Struct, frozen=True, gc=False, kw_only=True):
    game: str
    version: int = 1
    """Grows when programs that know an older one could not play along."""
    seats: range
    """How many may play."""
    levels: tuple[str, ...]
    """How strong its bots are, from weak to strong."""
    stand_in: str
    """The level that plays for somebody who is gone or out of time."""
    module: str
    """Has the ``Words`` as ``WORDS``."""

    @property
    def words(self) -> Words:
        words: Words = import_module(self.module).WORDS
        return words
