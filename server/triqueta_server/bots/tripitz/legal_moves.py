"""The legal actions in a seat's view, by kind."""

from msgspec import Struct

from triqueta_protocol.games.tripitz import Exchange, Mine, Place, Swap


class Placement(Struct, frozen=True):
    """An action and what it scores."""

    action: Place
    points: int


def placements(mine: Mine) -> list[Placement]:
    """Every placement of every stone."""
    found = []
    for choice in mine.choices:
        if isinstance(choice.action, Place):
            stone = choice.action.stone
            cells = choice.cells or (choice.action.cell,)
            gains = choice.gains or (choice.points,)
            found += [Placement(Place(stone, cell), gain) for cell, gain in zip(cells, gains, strict=True)]
    return found


def most_exchanged(mine: Mine) -> int:
    """The most pieces that may be exchanged."""
    picks = [choice.pick for choice in mine.choices if isinstance(choice.action, Exchange)]
    return picks[0].most if picks and picks[0] is not None else 0


def swaps(mine: Mine) -> tuple[int, ...]:
    """The cells whose stone may be swapped for a joker."""
    for choice in mine.choices:
        if isinstance(choice.action, Swap):
            return choice.pick.values if choice.pick is not None else (choice.action.cell,)
    return ()
