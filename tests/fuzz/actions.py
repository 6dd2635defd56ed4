"""Actions that a game knows, with any values that its words allow: sound messages in the wrong moment."""

from random import Random
from typing import Any, get_args

from msgspec import inspect

from triqueta_server.games import RULES

MOST = 12
"""The largest number where a game's words name none."""


def any_action(game: str, rng: Random) -> dict[str, Any]:
    """One of the game's actions as it is on the wire, whether it is legal now or not."""
    kind = rng.choice(get_args(RULES[game].vocabulary.words.action))
    about = inspect.type_info(kind)
    assert isinstance(about, inspect.StructType)
    values = {field.encode_name: _value(field.type, rng) for field in about.fields}
    return {str(about.tag_field): about.tag, **values}


def _value(about: inspect.Type, rng: Random) -> Any:
    match about:
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.IntType(ge=low, gt=above, le=high, lt=below):
            first = low if low is not None else above + 1 if above is not None else 0
            last = high if high is not None else below - 1 if below is not None else MOST
            return rng.randint(first, last)
        case inspect.TupleType(item_types=items):
            return [_value(item, rng) for item in items]
        case inspect.VarTupleType(item_type=item, min_length=low, max_length=high):
            return [_value(item, rng) for _ in range(rng.randint(low or 0, high or 4))]
        case _:
            raise NotImplementedError(about)
