"""The order in which the animals of each row came, found in the history of a game."""

from collections.abc import Iterable

from msgspec import Struct

from protocol.games.triqueta import Placed, RoundEnded, Took


def order_of_arrival(history: Iterable[Struct], rows: int) -> list[tuple[int, ...]]:
    """Per row the kinds of animals in it now, the first that came first."""
    came: list[dict[int, None]] = [{} for _ in range(rows)]
    for one in history:
        match one:
            case Placed() if one.row < rows:
                came[one.row].setdefault(one.animal)
            case Took() if one.row < rows:
                came[one.row].clear()
            case RoundEnded():
                for row in came:
                    row.clear()
    return [tuple(row) for row in came]
