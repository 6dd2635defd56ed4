"""What an expert might have found out about a recorded game: the same each time, and quick."""

import math
from functools import cache

from tests.triqueta_tui.replay.recorded import played, recorded
from triqueta_protocol.advice import Advice, Promise, Reason
from triqueta_protocol.archive import AssessmentFound
from triqueta_protocol.codec import plain
from triqueta_protocol.table_events import GameOver
from triqueta_tui.session.recorded_feed import Recording

COSTLY = {9: 0.21, 17: 0.08, 30: 0.13, 24: 0.05}
"""By step: what the decision cost. All others cost nothing, or so little that it may be chance."""
DEAREST = (9, 30, 17)


@cache
def a_game(game: str = "triqueta", seats: int = 3) -> tuple[Recording, tuple[AssessmentFound, ...]]:
    """A recorded game, and an assessment of each of its moments."""
    recording = recorded(played(game, seats))
    return recording, tuple(_moment(recording, step) for step in range(recording.total))


def _moment(recording: Recording, step: int) -> AssessmentFound:
    seats, last = recording.seats, recording.total - 1
    [over] = [one for one in recording.story[-1] if isinstance(one, GameOver)]
    if step == last:
        end = tuple((seat in over.winners) / len(over.winners) for seat in range(seats))
        return AssessmentFound(step=step, total=recording.total, chances=end)
    # Everybody goes up and down; whoever wins goes up in the end.
    raw = [
        2
        + math.sin(step / 9 + 2 * seat)
        + 4 * (seat in over.winners) * step / last
        + (0.8 if step > 9 and seat == 0 else 0)
        for seat in range(seats)
    ]
    chances = tuple(one / sum(raw) for one in raw)
    seat = recording.decider(step)
    assert seat is not None
    action = recording.decision(step, seat)
    choices = recording.mine(step, seat).choices
    better = next((one.action for one in choices if one.action != action), action)
    draw = math.sin(step) / 20
    why = Reason("more_points", {"points": 3}) if seat else None
    return AssessmentFound(
        step=step,
        total=recording.total,
        chances=chances,
        seat=seat,
        action=plain(action),
        advice=Advice((Promise(plain(better), 60, 21.0),), why),
        lost=COSTLY.get(step, 0.02 if step % 7 == 0 else 0.0),
        doubt=0.01,
        draws=(draw, *(-draw / (seats - 1) for _ in range(seats - 1))) if step % 2 else (),
    )
