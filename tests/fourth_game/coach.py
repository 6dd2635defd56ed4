"""Parley's coach: small enough to think everything through at once."""

from collections.abc import Sequence
from random import Random

from tests.fourth_game.rules import OFFERS, Position, typed
from tests.fourth_game.words import Mine, Public
from triqueta_protocol.advice import Reason
from triqueta_server.bots.coach import Coach, Option
from triqueta_server.bots.search import Budget, weigh


class ParleyModel:
    """Imagines what the others offer, and lets everybody decide at random."""

    def sample_world(self, public: Public, mine: Mine, seat: int, rng: Random) -> Position:
        seats = len(public.points)
        world = Position(seats, max(public.round, 2), rng.randbytes(8))
        world.round, world.asked, world.points = public.round, public.asked, public.points
        if public.phase == "offer":
            owed = set(public.owing)
            world.offers = tuple(() if at in owed else rng.choice(OFFERS) for at in range(seats))
        else:
            world.offers = ((public.pot,), *((0,),) * (seats - 1))
        return world

    def candidates(self, position: Position, seat: int) -> Sequence[int]:
        return position.legal(seat)

    def rollout(self, position: Position, rng: Random) -> Sequence[float]:
        while position.owing:
            seat = position.owing[0]
            position.apply(seat, rng.choice(position.legal(seat)))
        return position.points

    def chances(self, points: Sequence[float]) -> Sequence[float]:
        best = max(points)
        return [(one == best) / list(points).count(best) for one in points]

    def worth(self, points: Sequence[float], seat: int) -> float:
        return self.chances(points)[seat]


def weighed(public: Public, mine: Mine, seat: int, rng: Random) -> list[Option]:
    found = weigh(ParleyModel(), (public, mine), seat, rng, Budget(simulations=200, seconds=1.0))
    return [Option.of(typed(one.action), one) for one in found]


def explain(public: Public, mine: Mine, seat: int, options: Sequence[Option]) -> Reason:
    return Reason("pot", {"pot": public.pot})


COACH = Coach(weighed, explain)
