"""What a game adds to the protocol: seats, levels, and its message types, which are loaded when needed."""

from importlib import import_module
from types import UnionType
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from triqueta_protocol.games.views import OwnView, PublicView


class Words(Struct, frozen=True, gc=False, kw_only=True):
    """The types of one game's messages.

    ``public`` is the public view, ``mine`` what one seat sees beyond it. A watcher gets ``public`` only. All
    events are public: secrets are in ``mine`` and nowhere else.
    """

    options: type[Struct]
    """Every field has a default, and a type whose values can be listed."""
    public: "type[PublicView]"
    mine: "type[OwnView[Any]]"
    action: UnionType
    event: UnionType


class Vocabulary(Struct, frozen=True, gc=False, kw_only=True):
    game: str
    version: int = 1
    """Increases with incompatible changes."""
    seats: range
    """The numbers of seats."""
    levels: tuple[str, ...]
    """The levels of bots, from weak to strong."""
    stand_in: str
    """The level of the stand-in bot."""
    module: str
    """The module that has the ``Words`` as ``WORDS``."""

    @property
    def words(self) -> Words:
        words: Words = import_module(self.module).WORDS
        return words
