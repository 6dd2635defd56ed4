"""A game as a server offers it: seats, levels of bots, and options."""

from functools import cache
from typing import Any, Final

from msgspec import Struct, inspect

from triqueta_protocol.games.vocabulary import Vocabulary

MOST_VALUES: Final = 64
"""Values of an option, at most, because they are listed."""


class OptionOffer(Struct, frozen=True, gc=False):
    """An option of a game: its default and its possible values."""

    default: Any
    values: tuple[Any, ...]


class GameOffer(Struct, frozen=True, gc=False):
    """One game of a server."""

    game: str
    version: int
    """The version of the game's vocabulary; the capability is ``game/version``."""
    seats: tuple[int, int]
    """The fewest and the most seats."""
    levels: tuple[str, ...]
    """The levels of bots, from weak to strong."""
    stand_in: str
    """The level of the stand-in bot."""
    options: dict[str, OptionOffer] = {}


@cache
def offer_of(vocabulary: Vocabulary) -> GameOffer:
    """The game's description for the server's ``welcome``."""
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
