"""The four levels of Triché's bots."""

from dataclasses import dataclass
from random import Random
from typing import Final

from triqueta_protocol.games.triche import AnyAction, Mine, Public
from triqueta_server.bots.search import Budget
from triqueta_server.bots.triche import model, normal
from triqueta_server.bots.triche.legal_moves import random_action


@dataclass(frozen=True)
class Effort:
    """How hard a level searches."""

    budget: Budget
    """For two seats; at larger tables a rollout takes longer, and fewer are made."""
    most: int
    """Actions of one decision that are searched."""


HARD: Final = Effort(Budget(simulations=96, seconds=0.05), most=8)
EXPERT: Final = Effort(Budget(simulations=1200, seconds=0.6), most=24)


def easy(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Take points at once; otherwise lay cards anywhere, keep the hand, swap carrés only for more points."""
    if public.phase == "redraw":
        return mine.choices[0].action
    most = max(choice.points for choice in mine.choices)
    if public.phase in ("conquer", "swap"):
        return mine.choices[most > 0].action
    best = [choice for choice in mine.choices if choice.points == most]
    return random_action(rng.choice(best), rng)


def hard(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Search a few worlds; draw no conclusions from what other seats did."""
    return model.decide(public, mine, seat, rng, HARD.budget, HARD.most, reads=False)


def expert(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Search many worlds; those that explain what other seats did are more likely."""
    return model.decide(public, mine, seat, rng, EXPERT.budget, EXPERT.most)


LEVELS: Final = {"easy": easy, "normal": normal.decide, "hard": hard, "expert": expert}
