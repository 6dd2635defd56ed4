"""Triché's search model: rollouts to the end of the round, valued by the chance to win the game."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from triqueta_protocol.games.triche import AnyAction, Mine, Public
from triqueta_protocol.games.triche_cards import COLOURS
from triqueta_server.bots.search import Budget, Weighed, weigh
from triqueta_server.bots.triche import endgame
from triqueta_server.bots.triche.evaluate import UNKNOWN, Evaluator, Weights, chances
from triqueta_server.bots.triche.evidence import SURPRISE, LastCard, centres
from triqueta_server.bots.triche.rollout import Policy, play_to_round_end, settle
from triqueta_server.bots.triche.symmetry import distinct
from triqueta_server.bots.triche.worlds import WorldSampler, grid_of
from triqueta_server.games.triche.actions import CARD_SHIFT, CARRE_SHIFT, KINDS, REDRAW, SLOT_MASK, typed
from triqueta_server.games.triche.lookups import COMPLETED, LAID, UNITS, cards
from triqueta_server.games.triche.position import Position

SOUND: Final = Weights(care=0.35, envy=0.8, ready=0.6)
"""How all seats play in rollouts."""

LAST_CARD: Final = 1 / 16
"""Points for playing the last card later, which breaks ties."""

MARGIN: Final = 0.002
"""What a point of lead is worth, in chances to win."""

MOST_WORLDS: Final = 100
"""Possible worlds up to which all are tried, if the budget allows."""
FEW_CANDIDATES: Final = 4
"""Actions to expect at the end of a round, when the number of worlds is checked against the budget."""

AT_LARGER_TABLES: Final = 0.6
"""Share of a budget's simulations that is made with more than two seats."""

TRIES: Final = 4
"""Worlds that are sampled, at most, until one explains the last card."""


@cache
def policy(expansion: bool, diagonals: bool) -> Policy:
    return Policy(Evaluator(SOUND, expansion=expansion, diagonals=diagonals))


class TricheModel:
    """``triqueta_server.bots.search.Model`` says what each method does; one for each decision."""

    def __init__(self, public: Public, mine: Mine, seat: int, most: int, *, reads: bool = True) -> None:
        """``most``: candidates at most. ``reads``: whether to infer hands from what other seats did."""
        seats = len(public.owners)
        self._policy = policy(public.expansion, public.diagonals)
        self._policy.evaluator.trim()
        likely: list[dict[int, float]] = []
        if reads and public.phase != "set_up":
            likely = [
                {} if at == seat else centres(grid_of(cells), self._policy, expansion=public.expansion)
                for at, cells in enumerate(public.carres)
            ]
        self.sampler = WorldSampler(public, mine, seat, likely)
        self._last = LastCard(public, seat, self._policy) if reads else None
        self._round = public.round
        self._target = public.target
        self._expansion = public.expansion
        self._most = most
        self._last_card = [LAST_CARD * ((at - public.start) % seats) for at in range(seats)]

    def sample_world(self, public: Public, mine: Mine, seat: int, rng: Random) -> Position:
        for _ in range(TRIES):
            position = self.sampler.position(rng, self._policy.set_up)
            if self._last is None or self._last.explains(position):
                break
        return position

    def every_world(self) -> list[tuple[float, Position]]:
        """All positions that the view allows, each with its likelihood."""
        return [
            (likely if self._last is None or self._last.explains(position) else likely * SURPRISE, position)
            for likely, position in self.sampler.every()
        ]

    def candidates(self, position: Position, seat: int) -> Sequence[int]:
        legal = position.legal(seat)
        match position.phase:
            case "redraw":
                return _redraws(position, seat) if len(legal) > 1 else legal
            case "set_up":
                worth = self._policy.set_up_worth
                different = distinct(legal, expansion=self._expansion)
                return sorted(different, key=lambda action: -worth(action))[: self._most]
            case "place":
                if len(legal) > self._most:
                    evaluator = self._policy.evaluator
                    return sorted(
                        legal, key=lambda action: -at_first_sight(evaluator, position, seat, action)
                    )[: self._most]
        return legal

    def rollout(self, position: Position, rng: Random) -> Sequence[float]:
        settle(position, self._policy, rng)
        if position.round == self._round and position.owing:
            points = play_to_round_end(position, self._policy.evaluator)
        else:
            points = position.points
        return [got + tie for got, tie in zip(points, self._last_card, strict=True)]

    def chances(self, points: Sequence[float]) -> Sequence[float]:
        return chances(points, self._target, expansion=self._expansion)

    def worth(self, points: Sequence[float], seat: int) -> float:
        best = max([got for at, got in enumerate(points) if at != seat])
        return self.chances(points)[seat] + MARGIN * (points[seat] - best)


def at_first_sight(evaluator: Evaluator, position: Position, seat: int, action: int) -> float:
    """What a placement is worth at first sight."""
    card, carre, slot = action >> CARD_SHIFT, action >> CARRE_SHIFT & SLOT_MASK, action & SLOT_MASK
    own = position.carre_of[seat]
    centre = position.centres[seat]
    envy = evaluator.envy / (position.seats - 1)
    before = evaluator.at(position.grids[own], centre if own == seat else UNKNOWN)
    kinds = sum(1 << at for at in range(9) if position.hands[seat] - UNITS[card] >> 4 * at & 15)
    there = centre if carre == seat else UNKNOWN
    after = evaluator.at(position.grids[carre] | LAID[card][slot], there)
    if carre == own:
        return after.promise + after.ready(kinds) - before.promise
    promised = evaluator.promise(position.grids[carre], there)
    gain = envy * (promised - after.promise) + before.ready(kinds)
    if COMPLETED[slot][position.free[carre] ^ 1 << slot] and position.fits[carre][card] >> slot & 1:
        conquest = after.promise + after.ready(kinds) - before.promise - envy * (before.promise - promised)
        return max(gain, conquest)
    return gain


def _redraws(position: Position, seat: int) -> list[int]:
    """Every distinct choice of single-coloured cards to redraw; two-coloured ones are kept."""
    hand = cards(position.hands[seat])
    found: dict[tuple[int, ...], int] = {}
    for mask in range(1 << len(hand)):
        back = tuple(card for at, card in enumerate(hand) if mask >> at & 1)
        if all(card < COLOURS for card in back):
            found.setdefault(back, REDRAW + mask)
    return list(found.values())


def all_worlds(model: TricheModel, public: Public, budget: Budget) -> list[tuple[float, Position]] | None:
    """Every world that the view allows, or None if there are too many."""
    if public.phase not in ("place", "conquer", "swap"):
        return None
    kinds = len(KINDS) if public.expansion else COLOURS
    worlds = kinds ** model.sampler.hidden()
    few = worlds <= min(MOST_WORLDS, budget.simulations // FEW_CANDIDATES)
    return model.every_world() if few else None


def weigh_actions(
    public: Public, mine: Mine, seat: int, rng: Random, budget: Budget, most: int, *, reads: bool = True
) -> list[Weighed]:
    """Every searched action with its worth, the best first."""
    model = TricheModel(public, mine, seat, most, reads=reads)
    worlds = all_worlds(model, public, budget)
    if worlds is not None:
        return endgame.solve(model, worlds, seat)
    if len(public.owners) > 2:
        budget = replace(budget, simulations=int(budget.simulations * AT_LARGER_TABLES))
    return weigh(model, (public, mine), seat, rng, budget)


def decide(
    public: Public, mine: Mine, seat: int, rng: Random, budget: Budget, most: int, *, reads: bool = True
) -> AnyAction:
    """Return the best action found within the budget; an only action is returned at once."""
    if len(mine.choices) == 1 and mine.choices[0].pick is None:
        return mine.choices[0].action
    return typed(weigh_actions(public, mine, seat, rng, budget, most, reads=reads)[0].action)
