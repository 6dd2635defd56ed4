"""Why an action is the best one in Triqueta: what it does to rows, for this seat and for the others."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from protocol.advice import Reason
from protocol.games.triqueta import (
    KINDS,
    TOKENS_OF_A_KIND,
    TRIPLE,
    AnyAction,
    Box,
    ChooseTower,
    Draw,
    Keep,
    Mine,
    Place,
    Public,
    Reveal,
    Take,
    points,
)
from server.bots.coach import Option
from server.bots.reasons import general, helps_more_than_it_hinders

REASONS: Final = (
    "towers_alike",
    "reveal",
    "completes",
    "denies",
    "sure",
    "gains",
    "least_harm",
    "needs",
    "wait",
    "place_completes",
    "place_helps",
    "place_builds",
    "spoils",
    "harmless",
    "keep_completes",
    "keep_away",
    "keep_gain",
    "box_away",
)
"""Beside those of any game."""

SMALL: Final = 2
"""Points of a row for which nobody need hurry."""


class Table:
    """What rows are worth to everybody who can still take one.

    The seat's own face-down tokens count as far as they help; of the others only what lies open is known.
    """

    def __init__(self, public: Public, mine: Mine, seat: int) -> None:
        self.public, self.mine, self.seat = public, mine, seat
        self.open = [row for row, taker in enumerate(public.takers) if taker is None]
        in_round = (at for at in range(len(public.collections)) if at not in public.takers)
        self.others = [at for at in in_round if at != seat]
        self._kept = Counter(mine.face_down)
        seen = Counter(animal for row in public.rows for animal in row)
        seen += Counter(mine.face_down) + Counter(mine.drawn) + Counter(mine.boxed)
        for collection in public.collections:
            seen += Counter(dict(enumerate(collection)))
        self.unseen = [TOKENS_OF_A_KIND - seen[animal] for animal in range(KINDS)]

    def change(self, seat: int, animal: int, more: int, kept: int | None = None) -> tuple[int, int, int]:
        """An animal's count before and after so many more tokens, and the points that this brings a seat."""
        lie = self.public.collections[seat][animal]
        held = (self._kept[animal] if seat == self.seat else 0) if kept is None else kept
        before, after = _best(animal, lie, held), _best(animal, lie + more, held)
        return before, after, points(animal, after) - points(animal, before)

    def value(self, seat: int, row: int, *more: int) -> int:
        """What a row brings a seat, with more tokens in it."""
        animals = Counter((*self.public.rows[row], *more))
        return sum(self.change(seat, animal, count)[2] for animal, count in animals.items())

    def completed(self, row: int, *more: int) -> list[tuple[int, int]]:
        """The triquetas that a row completes for the seat itself: points and animal, the best first."""
        animals = Counter((*self.public.rows[row], *more))
        changes = ((animal, self.change(self.seat, animal, count)) for animal, count in animals.items())
        done = [
            (gain, animal)
            for animal, (before, after, gain) in changes
            if before != TRIPLE and after == TRIPLE
        ]
        return sorted(done, reverse=True)

    def builds(self, row: int, animal: int) -> bool:
        """Whether an animal in a row, with those of it that the seat has, is one short of a triqueta."""
        own = self.public.collections[self.seat][animal] + self._kept[animal]
        return own > 0 and own + self.public.rows[row].count(animal) + 1 == TRIPLE - 1

    def rise(self, seat: int, row: int, animal: int) -> int:
        """How much more a row brings a seat with one more animal."""
        return self.value(seat, row, animal) - self.value(seat, row)

    def most(self, pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
        """The largest of ``(number, seat)``, or nothing for nobody."""
        return max(pairs, default=(0, -1))


def explain(public: Public, mine: Mine, seat: int, options: Sequence[Option]) -> Reason:
    table, action = Table(public, mine, seat), options[0].action
    found = _of_action(table, action, options) if len(mine.choices) > 1 else None
    return found or general(options, seat, len(mine.choices))


def _of_action(table: Table, action: AnyAction, options: Sequence[Option]) -> Reason | None:
    match action:
        case ChooseTower():
            return Reason("towers_alike")
        case Reveal():
            choice = next(one for one in table.mine.choices if one.action == action)
            return Reason("reveal", {"gain": choice.points}) if choice.best else None
        case Take():
            return _taking(table, action.row, options)
        case Draw():
            return _drawing(table)
        case Place():
            return _laying(table, action.row, options)
        case Keep():
            return _keeping(table)
        case Box():
            return _boxing(table)


def _taking(table: Table, row: int, options: Sequence[Option]) -> Reason | None:
    seat = table.seat
    own = table.value(seat, row)
    theirs, other = table.most((table.value(at, row), at) for at in table.others)
    denies = theirs > max(own, 0) and not helps_more_than_it_hinders(options, seat)
    if denies:
        return Reason("denies", {"row": row, "seat": other, "gain": theirs})
    completed = table.completed(row)
    if completed and own > 0:
        gain, animal = completed[0]
        return Reason("completes", {"animal": animal, "gain": gain})
    if own > 0:
        draws = (one for one in options if isinstance(one.action, Draw))
        less = any(one.points[seat] < options[0].points[seat] for one in draws)
        return Reason("sure" if less else "gains", {"gain": own})
    if len(table.open) > 1 and all(table.value(seat, at) <= own for at in table.open):
        return Reason("least_harm", {"gain": own})
    return None


def _drawing(table: Table) -> Reason | None:
    seat = table.seat
    now = max(table.value(seat, row) for row in table.open)
    hopes = [
        (table.value(seat, row, animal), row, animal)
        for row in table.open
        for animal in range(KINDS)
        if table.unseen[animal] and any(one == animal for _, one in table.completed(row, animal))
    ]
    better = [hope for hope in hopes if hope[0] > now and (hope[2] in table.public.rows[hope[1]])]
    if better:
        _, row, animal = max(better)
        return Reason("needs", {"row": row, "animal": animal})
    return Reason("wait", {"gain": now}) if now <= SMALL else None


def _laying(table: Table, row: int, options: Sequence[Option]) -> Reason | None:
    seat, animal = table.seat, table.mine.drawn[0]
    own = table.rise(seat, row, animal)
    most = max((table.rise(at, row, animal) for at in table.others), default=0)
    # What helps somebody else as much is no reason: they choose a row first.
    if any(one == animal for _, one in table.completed(row, animal)) and own > max(most, 0):
        return Reason("place_completes", {"row": row, "animal": animal})
    loss, other = table.most((-table.rise(at, row, animal), at) for at in table.others)
    spoils = Reason("spoils", {"row": row, "seat": other, "points": loss}) if loss > 0 else None
    helps = Reason("place_helps", {"row": row, "points": own}) if own > max(most, 0) else None
    ordered = (helps, spoils) if helps_more_than_it_hinders(options, seat) else (spoils, helps)
    found = next((one for one in ordered if one is not None), None)
    if found is None and table.builds(row, animal):
        found = Reason("place_builds", {"row": row, "animal": animal})
    if found is not None:
        return found
    elsewhere = (table.rise(at, to, animal) for at in table.others for to in table.open if to != row)
    if (
        table.others
        and all(table.rise(at, row, animal) <= 0 for at in table.others)
        and any(rise > 0 for rise in elsewhere)
    ):
        return Reason("harmless", {"row": row})
    return None


def _keeping(table: Table) -> Reason | None:
    animal = table.mine.drawn[0]
    lie, kept = table.public.collections[table.seat][animal], Counter(table.mine.face_down)[animal]
    before, after = _best(animal, lie, kept), _best(animal, lie, kept + 1)
    if before != TRIPLE and after == TRIPLE:
        return Reason("keep_completes", {"animal": animal})
    if table.open and all(any(table.rise(at, row, animal) > 0 for at in table.others) for row in table.open):
        return Reason("keep_away")
    gain = points(animal, after) - points(animal, before)
    return Reason("keep_gain", {"gain": gain}) if gain > 0 else None


def _boxing(table: Table) -> Reason | None:
    animal = table.mine.drawn[0]
    bad_everywhere = all(
        table.rise(table.seat, row, animal) < 0 or any(table.rise(at, row, animal) > 0 for at in table.others)
        for row in table.open
    )
    return Reason("box_away") if bad_everywhere else None


def _best(animal: int, lie: int, kept: int) -> int:
    """How many of an animal count in the end if the best of the kept ones are added."""
    return max(range(lie, lie + kept + 1), key=lambda count: points(animal, count))
