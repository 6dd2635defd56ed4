"""The story of a finished game in short: the points after each round, who led, and the best move."""

from collections.abc import Sequence

from msgspec import Struct

from triqueta_tui.archive.told_game import Moment


class Gain(Struct, frozen=True):
    seat: int
    points: int
    round: int
    """0 in a game without rounds."""


class Story(Struct, frozen=True):
    rounds: tuple[tuple[int, ...], ...]
    """Everybody's points after each round."""
    changes: int
    """How often somebody else took the lead."""
    leader: int
    """The seat with the most points in the end, if it is one; else -1."""
    ahead_since: int | None
    """The number of the decision from which the leader led to the end; None if nobody did."""
    ahead_round: int
    """The round of that decision; 0 in a game without rounds."""
    best: Gain | None
    """The most points that a decision has brought."""


def story(course: Sequence[Moment]) -> Story | None:
    """None for a game without points."""
    if not course or not course[-1].points:
        return None
    with_rounds = course[-1].rounds_over > 0
    return Story(_rounds(course), *_lead(course, with_rounds), _best(course, with_rounds))


def _rounds(course: Sequence[Moment]) -> tuple[tuple[int, ...], ...]:
    after: list[tuple[int, ...]] = []
    for moment in course:
        while len(after) < moment.rounds_over:
            after.append(moment.points)
    if after:
        # What is revealed at the end belongs to the last round.
        after[-1] = course[-1].points
    return tuple(after)


def _lead(course: Sequence[Moment], with_rounds: bool) -> tuple[int, int, int | None, int]:
    leader: int | None = None
    changes, since, level = 0, 0, False
    for number, moment in enumerate(course):
        ahead = _leader(moment.points)
        if ahead is None:
            level = True
        elif ahead != leader or level:
            changes += leader not in {None, ahead}
            leader, since, level = ahead, number, False
    if leader is None or _leader(course[-1].points) is None:
        return changes, -1, None, 0
    return changes, leader, since, _round(course, since) if with_rounds else 0


def _round(course: Sequence[Moment], number: int) -> int:
    """The round of a decision: it belongs to the one that was going on before it."""
    return min(course[max(0, number - 1)].rounds_over + 1, course[-1].rounds_over)


def _leader(points: Sequence[int]) -> int | None:
    most = max(points)
    leaders = [seat for seat, own in enumerate(points) if own == most]
    return leaders[0] if len(leaders) == 1 else None


def _best(course: Sequence[Moment], with_rounds: bool) -> Gain | None:
    best: Gain | None = None
    for number in range(1, len(course)):
        for seat, (before, after) in enumerate(
            zip(course[number - 1].points, course[number].points, strict=True)
        ):
            if after - before > (best.points if best else 0):
                best = Gain(seat, after - before, _round(course, number) if with_rounds else 0)
    return best
