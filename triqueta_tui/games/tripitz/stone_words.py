"""Names of stones: in words, in letters, and comparisons of their features.

In letters a stone is its colour, symbol and symbol colour: ``Y*w`` is yellow with a white star.
"""

from collections.abc import Sequence
from typing import Final

from triqueta_protocol.games.tripitz_stones import STONES, Colour, Ink, Symbol, features
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.widgets.prose import Line, line

FEATURES: Final = ("colour", "symbol", "ink")
"""Catalogue keys, in the order of ``tripitz_stones.features``."""

SIGNS: Final = {Symbol.CIRCLE: "o", Symbol.MOON: "(", Symbol.TRIANGLE: "^", Symbol.STAR: "*"}
"""One cell wide in every terminal."""

JOKER: Final = "?"


def letters(piece: int) -> str:
    """A stone or a joker in three cells."""
    if piece >= STONES:
        return f" {JOKER} "
    colour, symbol, ink = features(piece)
    return say(f"tripitz.stones.letter.{_name(colour)}") + SIGNS[symbol] + _ink_letter(ink)


def brief_name(piece: int) -> str:
    """The letters, for a sentence."""
    return letters(piece).strip()


def full_name(piece: int) -> str:
    """A stone or a joker in words."""
    if piece >= STONES:
        return say("tripitz.stones.joker")
    colour, symbol, ink = features(piece)
    return say(
        "tripitz.stones.stone",
        colour=say(f"tripitz.stones.colour.{_name(colour)}"),
        sign=say(f"tripitz.stones.sign.{_name(symbol)}.{_name(ink)}"),
    )


def coloured(words: str, piece: int) -> Line:
    """Words in the colour of a stone, for the log."""
    return line((words, "" if piece >= STONES else f"$stone-{_name(features(piece)[0])}-name"))


def feature_name(feature: int) -> str:
    """The name of a feature: colour, symbol or symbol colour."""
    return say(f"tripitz.stones.feature.{FEATURES[feature]}")


def value(piece: int, feature: int) -> str:
    """The value of a stone's feature, in a word."""
    if piece >= STONES:
        return say("tripitz.stones.joker")
    return say(f"tripitz.stones.{FEATURES[feature]}.{_name(features(piece)[feature])}")


def compared(stones: Sequence[int], feature: int) -> str:
    """The values of a feature with its name: "colour: red, red, blue"."""
    values = compared_values(stones, feature)
    return say("tripitz.stones.compared", feature=feature_name(feature), values=values)


def compared_values(stones: Sequence[int], feature: int) -> str:
    """The values of a feature: "red, red, blue"."""
    return listed(value(stone, feature) for stone in stones)


def _name(one: Colour | Symbol | Ink) -> str:
    return one.name.lower()


def _ink_letter(ink: Ink) -> str:
    return say(f"tripitz.stones.ink_letter.{_name(ink)}")
