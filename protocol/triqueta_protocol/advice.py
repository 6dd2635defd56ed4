"""A coach's advice about a decision: what each action promises, and a reason for the best."""

from typing import Any

from msgspec import Struct


class Promise(Struct, frozen=True):
    """An action and its expected result for the seat."""

    action: dict[str, Any]
    """As in ``act``."""
    chance: int
    """The chance to win, in percent; a shared win counts in part."""
    points: float
    """The expected points at the coach's horizon."""


class Reason(Struct, frozen=True, omit_defaults=True):
    """Why the best action is the best: a word of the game, and numbers such as seats, rows and points.

    Words are only ever added; a client ignores unknown ones.
    """

    why: str
    values: dict[str, int] = {}


class Advice(Struct, frozen=True, omit_defaults=True):
    promises: tuple[Promise, ...]
    """The best first, without actions that no good player would consider."""
    reason: Reason | None = None
