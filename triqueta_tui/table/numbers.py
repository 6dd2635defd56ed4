"""Points for each seat, in words."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from triqueta_tui.locale.numbers import listed, signed


@dataclass(frozen=True)
class SeatValue:
    """Points for a seat."""

    seat: int
    points: int


def changes(steps: Iterable[tuple[SeatValue, SeatValue]], called: Callable[[int], str]) -> str:
    """How values change, in words: ``you +3›+8, Ana 0›−2``."""
    return listed(f"{called(new.seat)} {signed(old.points)}›{signed(new.points)}" for old, new in steps)


def of_seats(values: Iterable[SeatValue], called: Callable[[int], str]) -> str:
    """Values in words: ``Ana +2, Bo −1``."""
    return listed(f"{called(one.seat)} {signed(one.points)}" for one in values)
