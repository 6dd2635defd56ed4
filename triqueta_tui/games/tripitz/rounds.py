"""The rounds of a game: another one begins when the first player is next again."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.games.tripitz import Exchanged, Placed, SatOut


def round_starts(story: Sequence[tuple[Struct, ...]]) -> list[int]:
    """The steps after which a round begins; ``story`` is what has happened in each step of a game.

    What comes before the first turn belongs to the first round.
    """
    turns = (
        (step, one.seat)
        for step, what in enumerate(story)
        for one in what
        if isinstance(one, Placed | Exchanged | SatOut)
    )
    _, first = next(turns, (0, None))
    return [0, *(step - 1 for step, seat in turns if seat == first)]
