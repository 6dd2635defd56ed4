"""Numbers with their sign, and points for each seat, in words."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


def signed(points: int) -> str:
    """Points with their sign; the minus is U+2212, as wide as the plus."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


@dataclass(frozen=True)
class SeatValue:
    """Points for a seat."""

    seat: int
    points: int


def changes(steps: Iterable[tuple[SeatValue, SeatValue]], called: Callable[[int], str], comma: str) -> str:
    """How values change, in words: ``you +3›+8, Ana 0›−2``."""
    return comma.join(f"{called(new.seat)} {signed(old.points)}›{signed(new.points)}" for old, new in steps)


def listed(values: Iterable[SeatValue], called: Callable[[int], str], comma: str) -> str:
    """Values in words: ``Ana +2, Bo −1``."""
    return comma.join(f"{called(one.seat)} {signed(one.points)}" for one in values)
