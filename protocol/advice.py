"""What a coach says about a decision: what each action promises, and one reason for the best."""

from typing import Any

from msgspec import Struct


class Promise(Struct, frozen=True):
    """An action, and what the seat can expect after it."""

    action: dict[str, Any]
    """As ``act`` takes it."""
    chance: int
    """To win, in percent; a win that is shared counts in part."""
    points: float
    """As far as the coach looks ahead."""


class Reason(Struct, frozen=True, omit_defaults=True):
    """Why the best action is the best, in a word of the game and numbers: seats, rows, points and the like.

    Words are only ever added; a client leaves out one that it does not know.
    """

    why: str
    values: dict[str, int] = {}


class Advice(Struct, frozen=True, omit_defaults=True):
    promises: tuple[Promise, ...]
    """The best first. Actions that no good player would think of are left out."""
    reason: Reason | None = None
