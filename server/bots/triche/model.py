"""How Triché is searched: to the end of the round, and there by what it means for the whole game."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from protocol.games.triche import AnyAction, Mine, Public
from protocol.games.triche_cards import COLOURS
from server.bots.search import Budget, Weighed, weigh
from server.bots.triche import endings, round_end
from server.bots.triche.carres import Carres, Taste
from server.bots.triche.evidence import SURPRISE, LastCard, centres
from server.bots.triche.imagining import Imagination, grid_of
from server.bots.triche.lines import UNKNOWN
from server.bots.triche.policy import Policy, settle
from server.bots.triche.symmetry import distinct
from server.bots.triche.winning import chances
from server.games.triche.actions import CARD_SHIFT, CARRE_SHIFT, KINDS, REDRAW, SLOT_MASK, typed
from server.games.triche.lookups import COMPLETED, LAID, UNITS, cards
from server.games.triche.position import Position

SOUND: Final = Taste(care=0.35, envy=0.8, ready=0.6)
"""How everybody is thought to play on."""

LAST_CARD: Final = 1 / 16
"""A tie goes to whoever plays the last card later."""

MARGIN: Final = 0.002
"""What a point ahead counts beside the chance to win."""

MOST_WORLDS: Final = 100
"""Where no more worlds are possible all of them are tried, if the budget allows it."""
FEW_CANDIDATES: Final = 4
"""So many actions are in question at the end of a round."""

AT_LARGER_TABLES: Final = 0.6
"""How many of a budget's simulations are made with more than two seats."""

TRIES: Final = 4
"""Worlds that are thought of until one explains what was laid last."""


@cache
def policy(expansion: bool, diagonals: bool) -> Policy:
    return Policy(Carres(SOUND, expansion=expansion, diagonals=diagonals))


class TricheModel:
    """``server.bots.search.Model`` says what each method does; one for each decision."""

    def __init__(self, public: Public, mine: Mine, seat: int, most: int, *, reads: bool = True) -> None:
        """At most ``most`` candidates; ``reads`` says whether what others did tells what they have."""
        seats = len(public.owners)
        self._policy = judge = policy(public.expansion, public.diagonals)
        judge.carres.forget()
        likely: list[dict[int, float]] = []
        if reads and public.phase != "set_up":
            likely = [
                {} if at == seat else centres(grid_of(cells), judge, expansion=public.expansion)
                for at, cells in enumerate(public.carres)
            ]
        self.imagination = Imagination(public, mine, seat, likely)
        self._last = LastCard(public, seat, judge) if reads else None
        self._round = public.round
        self._target = public.target
        self._expansion = public.expansion
        self._most = most
        self._last_card = [LAST_CARD * ((at - public.start) % seats) for at in range(seats)]

    def imagine(self, public: Public, mine: Mine, seat: int, rng: Random) -> Position:
        for _ in range(TRIES):
            position = self.imagination.position(rng, self._policy.set_up)
            if self._last is None or self._last.explains(position):
                break
        return position

    def every_world(self) -> list[tuple[float, Position]]:
        """All positions that the view allows, with how likely they are."""
        return [
            (likely if self._last is None or self._last.explains(position) else likely * SURPRISE, position)
            for likely, position in self.imagination.every()
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
                    judge = self._policy.carres
                    return sorted(legal, key=lambda action: -at_first_sight(judge, position, seat, action))[
                        : self._most
                    ]
        return legal

    def play_out(self, position: Position, rng: Random) -> Sequence[float]:
        settle(position, self._policy, rng)
        if position.round == self._round and position.owing:
            points = round_end.play(position, self._policy.carres)
        else:
            points = position.points
        return [got + tie for got, tie in zip(points, self._last_card, strict=True)]

    def chances(self, points: Sequence[float]) -> Sequence[float]:
        return chances(points, self._target, expansion=self._expansion)

    def worth(self, points: Sequence[float], seat: int) -> float:
        best = max([got for at, got in enumerate(points) if at != seat])
        return self.chances(points)[seat] + MARGIN * (points[seat] - best)


def at_first_sight(judge: Carres, position: Position, seat: int, action: int) -> float:
    """What a placement is worth at first sight."""
    card, carre, slot = action >> CARD_SHIFT, action >> CARRE_SHIFT & SLOT_MASK, action & SLOT_MASK
    own = position.carre_of[seat]
    centre = position.centres[seat]
    envy = judge.envy / (position.seats - 1)
    before = judge.at(position.grids[own], centre if own == seat else UNKNOWN)
    kinds = sum(1 << at for at in range(9) if position.hands[seat] - UNITS[card] >> 4 * at & 15)
    there = centre if carre == seat else UNKNOWN
    after = judge.at(position.grids[carre] | LAID[card][slot], there)
    if carre == own:
        return after.promise + after.ready(kinds) - before.promise
    promised = judge.promise(position.grids[carre], there)
    gain = envy * (promised - after.promise) + before.ready(kinds)
    if COMPLETED[slot][position.free[carre] ^ 1 << slot] and position.fits[carre][card] >> slot & 1:
        conquest = after.promise + after.ready(kinds) - before.promise - envy * (before.promise - promised)
        return max(gain, conquest)
    return gain


def _redraws(position: Position, seat: int) -> list[int]:
    """Every different choice of single-coloured cards to give back; a two-coloured one is kept."""
    hand = cards(position.hands[seat])
    found: dict[tuple[int, ...], int] = {}
    for mask in range(1 << len(hand)):
        back = tuple(card for at, card in enumerate(hand) if mask >> at & 1)
        if all(card < COLOURS for card in back):
            found.setdefault(back, REDRAW + mask)
    return list(found.values())


def all_worlds(model: TricheModel, public: Public, budget: Budget) -> list[tuple[float, Position]] | None:
    """Every world that a view allows, where they are few."""
    if public.phase not in ("place", "conquer", "swap"):
        return None
    kinds = len(KINDS) if public.expansion else COLOURS
    worlds = kinds ** model.imagination.hidden()
    few = worlds <= min(MOST_WORLDS, budget.simulations // FEW_CANDIDATES)
    return model.every_world() if few else None


def weighed(
    public: Public, mine: Mine, seat: int, rng: Random, budget: Budget, most: int, *, reads: bool = True
) -> list[Weighed]:
    """What the actions of a decision are worth, the best first."""
    model = TricheModel(public, mine, seat, most, reads=reads)
    worlds = all_worlds(model, public, budget)
    if worlds is not None:
        return endings.solve(model, worlds, seat)
    if len(public.owners) > 2:
        budget = replace(budget, simulations=int(budget.simulations * AT_LARGER_TABLES))
    return weigh(model, (public, mine), seat, rng, budget)


def decide(
    public: Public, mine: Mine, seat: int, rng: Random, budget: Budget, most: int, *, reads: bool = True
) -> AnyAction:
    """The best action that a budget finds; a single one is taken at once."""
    if len(mine.choices) == 1 and mine.choices[0].pick is None:
        return mine.choices[0].action
    return typed(weighed(public, mine, seat, rng, budget, most, reads=reads)[0].action)
