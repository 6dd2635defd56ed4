"""What a seat may do, sorted by kind, as its choices say."""

from msgspec import Struct

from protocol.games.tripitz import Exchange, Mine, Place, Swap


class Laying(Struct, frozen=True):
    """A placement and what it scores."""

    action: Place
    points: int


def layings(mine: Mine) -> list[Laying]:
    """Every placement of every stone."""
    found = []
    for choice in mine.choices:
        if isinstance(choice.action, Place):
            stone = choice.action.stone
            cells = choice.cells or (choice.action.cell,)
            gains = choice.gains or (choice.points,)
            found += [Laying(Place(stone, cell), gain) for cell, gain in zip(cells, gains, strict=True)]
    return found


def most_exchanged(mine: Mine) -> int:
    """How many pieces may be exchanged at most."""
    picks = [choice.pick for choice in mine.choices if isinstance(choice.action, Exchange)]
    return picks[0].most if picks and picks[0] is not None else 0


def swaps(mine: Mine) -> tuple[int, ...]:
    """The cells whose stone may be swapped for a joker."""
    for choice in mine.choices:
        if isinstance(choice.action, Swap):
            return choice.pick.values if choice.pick is not None else (choice.action.cell,)
    return ()
