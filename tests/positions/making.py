"""Positions from games between bots in which the review finds one clear best answer."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, islice
from random import Random
from typing import Any, Final

from msgspec import Struct

from triqueta_protocol.advice import Advice
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.games import triche, tripitz, triqueta
from triqueta_server.bots import BOTS, COACHES, REVIEWERS
from triqueta_server.bots.advise import advice_of
from triqueta_server.bots.clock import now
from triqueta_server.bots.coach import Option, Weigh
from triqueta_server.bots.reasons import GENERAL
from triqueta_server.bots.search import Budget
from triqueta_server.bots.triche import coach as triche_coach
from triqueta_server.bots.tripitz import coach as tripitz_coach
from triqueta_server.bots.tripitz.levels import EXPERT
from triqueta_server.bots.triqueta import coach as triqueta_coach
from triqueta_server.games import RULES
from triqueta_server.games.game import Position
from triqueta_tui.practice.positions import Practised

LEAST: Final = 0.03
"""The lead of the best answer over every other, in chances to win."""
SURE: Final = 3.5
"""The same in standard errors."""
RIVALS: Final = 2
"""So many of the other actions are compared with the best: those that are next."""
MOST: Final = 6
"""Actions in the expert's list."""
PER_GAME: Final = 3
"""Positions from one game between bots, at most."""
EASY: Final = 0.5
"""The share of positions in which a bot that looks one decision ahead finds the answer."""
ALIKE: Final = {"triqueta": 0.25, "triche": 0.25, "tripitz": 0.6}
"""The share of positions with the same reason, at most."""
PARTS: Final = {"triqueta": 3, "triche": 1, "tripitz": 1}
"""Parts that can be made at the same time; in Triqueta positions are rarely clear."""
LOOKED_AT: Final = 0.35
"""The share of decisions that are looked at, so that there are positions from all of a game."""


def _triqueta_kind(public: triqueta.Public, mine: triqueta.Mine) -> str:
    rows = [row for row, taker in zip(public.rows, public.takers, strict=True) if taker is None]
    kept = any(isinstance(choice.action, triqueta.Keep) for choice in mine.choices)
    if sum(map(bool, rows)) < 2:
        return ""
    if public.phase == "turn":
        return "row"
    return "keep" if public.phase == "place" and kept else ""


def _triche_kind(public: triche.Public, mine: triche.Mine) -> str:
    return {"place": "fit", "conquer": "conquer"}.get(public.phase, "") if len(mine.choices) > 1 else ""


def _tripitz_kind(public: tripitz.Public, mine: tripitz.Mine) -> str:
    placements = sum(isinstance(choice.action, tripitz.Place) for choice in mine.choices)
    return "lay" if public.phase == "turn" and placements > 1 else ""


def _is_one_action(action: Struct) -> bool:
    """Whether it is not one of a family, any of which may be as good."""
    return not isinstance(action, tripitz.Exchange | tripitz.Swap)


KINDS: Final[dict[str, Callable[[Any, Any], str]]] = {
    "triqueta": _triqueta_kind,
    "triche": _triche_kind,
    "tripitz": _tripitz_kind,
}
SCREENS: Final[dict[str, Weigh]] = {
    "triqueta": partial(triqueta_coach.weigh_options, budget=Budget(300, 4.0)),
    "triche": partial(triche_coach.weigh_options, budget=Budget(200, 4.0)),
    "tripitz": partial(tripitz_coach.weigh_options, effort=replace(EXPERT, budget=Budget(200, 4.0))),
}
"""A quick look, which finds out most of the positions where nothing is clearly the best."""
GAMES: Final = tuple(KINDS)
SEATS: Final = {"triqueta": (2, 3), "triche": (2, 3), "tripitz": (2,)}
KEPT: Final = {"row": 0.5, "keep": 0.5, "fit": 0.7, "conquer": 0.3, "lay": 1.0}
"""The share of each kind of question."""


def made(game: str, seed: str, part: int, count: int) -> tuple[list[Practised], float]:
    """One part of a game's positions, and the seconds of processor time that it took."""
    now.count_processor_time()
    begun = now()
    found = list(islice(Maker(game, f"{seed}.{part}" if part else seed).positions(), count))
    return found, now() - begun


class Maker:
    """Makes positions of one game; the same ones for the same seed."""

    def __init__(self, game: str, seed: str) -> None:
        self.game = game
        self._seed = seed
        self._rules, self._reviewer, self._coach = RULES[game], REVIEWERS[game], COACHES[game]
        self._found = self._easy = 0
        self._kinds: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()

    def positions(self) -> Iterator[Practised]:
        for number in count():
            yield from islice(self._of_game(f"{self._seed} {self.game} {number}"), PER_GAME)

    def _of_game(self, name: str) -> Iterator[Practised]:
        """Those of a game between bots that look one decision ahead."""
        rules, rng, seed = self._rules, Random(name), hashlib.sha256(name.encode()).digest()
        decide = BOTS[self.game]["normal"]
        position: Position = rules.begin(rng.choice(SEATS[self.game]), rules.vocabulary.words.options(), seed)
        moves: list[tuple[int, dict[str, Any]]] = []
        told: list[tuple[int, list[Any]]] = []
        while position.owing:
            seat = position.owing[0]
            public, mine = rules.public(position), rules.mine(position, seat)
            action = plain(decide(public, mine, seat, rng))
            kind = KINDS[self.game](public, mine)
            wanted = self._kinds[kind] <= KEPT.get(kind, 0) * (self._found + 1)
            if kind and wanted and rng.random() < LOOKED_AT:
                clear = self._clear(position, seat, action)
                if clear is not None:
                    self._kinds[kind] += 1
                    self._found += 1
                    story = _since(told, seat)
                    yield Practised(
                        kind, seat, plain(public), plain(mine), story, *clear, seed=seed, moves=tuple(moves)
                    )
            moves.append((seat, action))
            events: list[Any] = []
            position.apply(seat, rules.read(position, seat, action), events)
            told.append((seat, plain(events)))

    def _clear(
        self, position: Position, seat: int, obvious: dict[str, Any]
    ) -> tuple[Advice, tuple[dict[str, Any], ...], float, float] | None:
        """The advice, the answers, the lead and its error; None where nothing is clearly the best.

        ``obvious`` is what a bot does that looks one decision ahead.
        """
        rules, reviewer, coach = self._rules, self._reviewer, self._coach
        public, mine = rules.public(position), rules.mine(position, seat)
        seen = hashlib.sha256(pack(plain([public, mine, seat]))).digest()
        quick = SCREENS[self.game](public, mine, seat, Random(seen + b"quick"))
        if len(quick) < 2 or quick[0].chances[seat] - quick[1].chances[seat] < LEAST:
            return None
        options = reviewer.weigh(public, mine, seat, Random(seen))
        if not _is_one_action(options[0].action):
            return None
        best = self._number(position, seat, options[0])
        rivals = self._rivals(position, seat, options)
        if not rivals or options[0].chances[seat] - rivals[0].chances[seat] < LEAST:
            return None
        alike = [one for one in position.legal(seat) if one == best or reviewer.same(public, best, one)]
        answers = tuple(rules.write(position, seat, one) for one in alike)
        easy = obvious in answers
        if (easy and self._easy > EASY * self._found) or self._is_dull(public, mine, seat, options):
            return None
        # The list that is shown has to be more exact than a review's.
        options = coach.weigh(public, mine, seat, Random(seen + b"coach"))
        rivals = self._rivals(position, seat, options)
        if self._number(position, seat, options[0]) not in alike or not rivals:
            return None
        if self._is_dull(public, mine, seat, options):
            return None
        leads = []
        for rival in rivals[:RIVALS]:
            other = self._number(position, seat, rival)
            found = reviewer.compare(public, mine, seat, Random(seen + b"again"), best, other)
            if found.mean < max(LEAST, SURE * found.error):
                return None
            leads.append((found.mean, found.error))
        self._easy += easy
        self._reasons[coach.explain(public, mine, seat, options).why] += 1
        return advice_of(coach, public, mine, seat, options, MOST), answers, *min(leads)

    def _is_dull(self, public: Any, mine: Any, seat: int, options: Sequence[Option]) -> bool:
        """Whether the reason says nothing about the position, or was given often enough."""
        why = self._coach.explain(public, mine, seat, options).why
        return why in GENERAL or self._reasons[why] > ALIKE[self.game] * (self._found + 4)

    def _number(self, position: Position, seat: int, option: Option) -> int:
        return self._rules.read(position, seat, plain(option.action))

    def _rivals(self, position: Position, seat: int, options: Sequence[Option]) -> list[Option]:
        """The options that are not equivalent to the best."""
        public, best = self._rules.public(position), self._number(position, seat, options[0])
        rest = [
            one
            for one in options[1:]
            if not self._reviewer.same(public, best, self._number(position, seat, one))
        ]
        return sorted(rest, key=lambda one: -one.chances[seat])


def _since(told: Sequence[tuple[int, list[Any]]], seat: int) -> tuple[Any, ...]:
    """The events since the seat's last turn, with that."""
    story: list[list[Any]] = []
    others = False
    for mover, events in reversed(told):
        if mover != seat:
            others = True
        elif others:
            break
        story.insert(0, events)
    return tuple(event for events in story for event in events)


def played(game: str, one: Practised) -> Position:
    """The position itself, played again from its seed."""
    rules = RULES[game]
    seats = len(one.public["points"])
    position: Position = rules.begin(seats, rules.vocabulary.words.options(), one.seed)
    for seat, action in one.moves:
        position.apply(seat, rules.read(position, seat, action))
    return position
