"""A beginner: finishes a line of the own carré where it can, and otherwise lays cards anywhere."""

from random import Random

from protocol.games.triche import AnyAction, Mine, Public
from server.bots.triche.families import any_member


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Take what brings points at once; keep the hand; exchange carrés only for more points."""
    if public.phase == "redraw":
        return mine.choices[0].action
    most = max(choice.points for choice in mine.choices)
    if public.phase in ("conquer", "swap"):
        return mine.choices[most > 0].action
    best = [choice for choice in mine.choices if choice.points == most]
    return any_member(rng.choice(best), rng)
