"""A game as a server offers it: who may play, how strong the bots are, and what can be chosen."""

from functools import cache
from typing import Any, Final

from msgspec import Struct, inspect

from protocol.games.vocabulary import Vocabulary

MOST_VALUES: Final = 64
"""An option has at most so many values: they are listed."""


class OptionOffer(Struct, frozen=True, gc=False):
    """One option of a game: what it is if nobody says otherwise, and everything it can be."""

    default: Any
    values: tuple[Any, ...]


class GameOffer(Struct, frozen=True, gc=False):
    """One game of a server."""

    game: str
    version: int
    """Of the game's vocabulary; the capability word is ``game/version``."""
    seats: tuple[int, int]
    """The fewest and the most who can play."""
    levels: tuple[str, ...]
    """Of the bots, from weak to strong."""
    stand_in: str
    """The level that plays for somebody who is gone or out of time."""
    options: dict[str, OptionOffer] = {}


@cache
def offer_of(vocabulary: Vocabulary) -> GameOffer:
    """The game of this vocabulary, as the server's ``welcome`` describes it."""
    return GameOffer(
        game=vocabulary.game,
        version=vocabulary.version,
        seats=(vocabulary.seats[0], vocabulary.seats[-1]),
        levels=vocabulary.levels,
        stand_in=vocabulary.stand_in,
        options=_options(vocabulary.words.options),
    )


def _options(options: type[Struct]) -> dict[str, OptionOffer]:
    described = inspect.type_info(options)
    assert isinstance(described, inspect.StructType)
    return {field.encode_name: OptionOffer(field.default, _values(field.type)) for field in described.fields}


def _values(kind: inspect.Type) -> tuple[Any, ...]:
    match kind:
        case inspect.UnionType():
            return tuple(value for one in kind.types for value in _values(one))
        case inspect.NoneType():
            return (None,)
        case inspect.BoolType():
            return (False, True)
        case inspect.LiteralType():
            return kind.values
        case inspect.IntType() if kind.ge is not None and kind.le is not None:
            assert kind.le - kind.ge < MOST_VALUES
            return tuple(range(kind.ge, kind.le + 1))
    raise TypeError(f"an option's values can be listed, but not those of {kind}")
