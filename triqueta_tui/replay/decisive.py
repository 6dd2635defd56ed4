"""The decisive moment of a game: the step from which on whoever has won stayed ahead."""

from collections.abc import Sequence


def decisive_step(standings: Sequence[Sequence[int]], winners: Sequence[int]) -> int | None:
    """The number of that step; None if points do not tell.

    ``standings`` has everybody's points after each step. Winners who are level in the end were ahead of the
    others; a winner who has won on a tie-break was ahead when nobody had more.
    """
    if not standings or not winners or not standings[-1]:
        return None
    others = [seat for seat in range(len(standings[-1])) if seat not in winners]
    if not others:
        return None

    def lead(points: Sequence[int]) -> int:
        return min(points[seat] for seat in winners) - max(points[seat] for seat in others)

    least = min(1, lead(standings[-1]))
    step = len(standings) - 1
    while step > 0 and lead(standings[step - 1]) >= least:
        step -= 1
    return step
