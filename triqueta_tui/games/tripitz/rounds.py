"""The rounds of a game: a round starts when the first player's turn comes again."""

from collections.abc import Sequence

from msgspec import Struct

from triqueta_protocol.games.tripitz import Exchanged, Placed, SatOut


def round_starts(story: Sequence[tuple[Struct, ...]]) -> list[int]:
    """The steps after which a round starts; ``story`` has the events of each step of a game.

    Steps before the first turn belong to the first round.
    """
    turns = (
        (step, one.seat)
        for step, what in enumerate(story)
        for one in what
        if isinstance(one, Placed | Exchanged | SatOut)
    )
    _, first = next(turns, (0, None))
    return [0, *(step - 1 for step, seat in turns if seat == first)]
