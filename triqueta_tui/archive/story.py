"""A summary of a finished game: points after each round, changes of lead, and the best move."""

from collections.abc import Sequence

from msgspec import Struct

from triqueta_tui.archive.game_timeline import Score


class Gain(Struct, frozen=True):
    seat: int
    points: int
    round: int
    """0 in a game without rounds."""


class Story(Struct, frozen=True):
    rounds: tuple[tuple[int, ...], ...]
    """All points after each round."""
    changes: int
    """The number of changes of lead."""
    leader: int
    """The seat with the most points at the end; -1 for a tie."""
    ahead_since: int | None
    """The decision from which the leader led to the end; None without a leader."""
    ahead_round: int
    """The round of that decision; 0 in a game without rounds."""
    best: Gain | None
    """The most points of a decision."""


def story(scores: Sequence[Score]) -> Story | None:
    """None for a game without points."""
    if not scores or not scores[-1].points:
        return None
    with_rounds = scores[-1].rounds_over > 0
    return Story(_rounds(scores), *_lead(scores, with_rounds), _best(scores, with_rounds))


def _rounds(scores: Sequence[Score]) -> tuple[tuple[int, ...], ...]:
    after: list[tuple[int, ...]] = []
    for moment in scores:
        while len(after) < moment.rounds_over:
            after.append(moment.points)
    if after:
        # The last reveal belongs to the last round.
        after[-1] = scores[-1].points
    return tuple(after)


def _lead(scores: Sequence[Score], with_rounds: bool) -> tuple[int, int, int | None, int]:
    leader: int | None = None
    changes, since, level = 0, 0, False
    for number, moment in enumerate(scores):
        ahead = _leader(moment.points)
        if ahead is None:
            level = True
        elif ahead != leader or level:
            changes += leader not in {None, ahead}
            leader, since, level = ahead, number, False
    if leader is None or _leader(scores[-1].points) is None:
        return changes, -1, None, 0
    return changes, leader, since, _round(scores, since) if with_rounds else 0


def _round(scores: Sequence[Score], number: int) -> int:
    """The round of a decision: the one that ran before it."""
    return min(scores[max(0, number - 1)].rounds_over + 1, scores[-1].rounds_over)


def _leader(points: Sequence[int]) -> int | None:
    most = max(points)
    leaders = [seat for seat, own in enumerate(points) if own == most]
    return leaders[0] if len(leaders) == 1 else None


def _best(scores: Sequence[Score], with_rounds: bool) -> Gain | None:
    best: Gain | None = None
    for number in range(1, len(scores)):
        for seat, (before, after) in enumerate(
            zip(scores[number - 1].points, scores[number].points, strict=True)
        ):
            if after - before > (best.points if best else 0):
                best = Gain(seat, after - before, _round(scores, number) if with_rounds else 0)
    return best
