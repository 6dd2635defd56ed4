"""Reasons for the best action in Triché: what it does to lines and carrés, for the seat and for others."""

from collections.abc import Sequence
from itertools import permutations, product
from typing import Final

from triqueta_protocol.advice import Reason
from triqueta_protocol.games.triche import (
    AnyAction,
    Cells,
    Choice,
    Conquer,
    Mine,
    Place,
    Public,
    Redraw,
    SetUp,
    Swap,
)
from triqueta_protocol.games.triche_cards import CENTRE, COLOURS, LINES, OUTER_LINES, WAYS, points
from triqueta_server.bots.coach import Option
from triqueta_server.bots.reasons import general
from triqueta_server.bots.triche.normal import openings

REASONS: Final = (
    "set_up_scores",
    "looks_for_colours",
    "opens_conquest",
    "completes_line",
    "centre_line",
    "guards",
    "prepares",
    "plans",
    "theirs_now",
    "theirs_reach",
    "yours_now",
    "yours_reach",
)
"""Beside those of any game."""

FEW: Final = 3
"""Free cells up to which all ways to fill them are tried."""


def explain(public: Public, mine: Mine, seat: int, options: Sequence[Option]) -> Reason:
    alone = len(mine.choices) == 1 and mine.choices[0].pick is None
    found = None if alone else _of_action(public, mine, seat, options[0].action)
    if found is None and not alone:
        found = _planning(public, mine, seat, options)
    return found or general(options, seat, 1 if alone else 2)


def _of_action(public: Public, mine: Mine, seat: int, action: AnyAction) -> Reason | None:
    match action:
        case SetUp():
            return _setting_up(action)
        case Redraw():
            plain = all(mine.hand[place] < COLOURS for place in action.cards)
            count = len(action.cards)
            return Reason("looks_for_colours", {"count": count}) if count and plain else None
        case Place():
            return _placing(public, mine, seat, action)
        case Conquer():
            assert public.last is not None
            return _changing(public, seat, public.last.carre, yes=action.yes)
        case Swap():
            assert public.turn is not None
            return _changing(public, seat, public.owners.index(public.turn), yes=action.yes)


def _setting_up(action: SetUp) -> Reason | None:
    """Two open cards on either side of the centre make a line that scores."""
    first, last = action.cells
    for line, through in enumerate(LINES):
        if through == (first, CENTRE, last):
            scored = max(points(line, action.cards[0], way, action.cards[1]) for way in WAYS[action.centre])
            return Reason("set_up_scores", {"points": scored}) if scored else None
    return None


def _placing(public: Public, mine: Mine, seat: int, action: Place) -> Reason | None:
    choice = next(one for one in mine.choices if one.covers(action))
    owner = public.owners[action.carre]
    before = public.carres[action.carre]
    after: Cells = tuple(action.card if at == action.cell else laid for at, laid in enumerate(before))
    if choice.conquer and _worth_conquering(public, seat, action, choice):
        return Reason("opens_conquest", {"seat": owner})
    if owner == seat:
        return _at_home(public, mine, seat, action, choice, before, after)
    rest = list(mine.hand)
    rest.remove(next(card for card in rest if action.card in WAYS[card]))
    ways = {way for card in rest for way in WAYS[card]}
    ready = any(cards & ways for cards in openings(after, public.expansion))
    if ready and not any(cards & ways for cards in openings(before, public.expansion)):
        return Reason("prepares", {"seat": owner})
    return None


def _worth_conquering(public: Public, seat: int, action: Place, choice: Choice) -> bool:
    """Whether the carré with the completed line beats the seat's own, as far as both lie open."""
    own, theirs = public.reach[public.owners.index(seat)], public.reach[action.carre]
    return theirs.points + sum(line.points for line in choice.lines) > own.points


def _planning(public: Public, mine: Mine, seat: int, options: Sequence[Option]) -> Reason | None:
    """What the hand can still score at home, if that is more than after the next best placement."""
    best, following = options[0].action, options[1].action if len(options) > 1 else None
    if not isinstance(best, Place) or not isinstance(following, Place):
        return None
    brings, otherwise = (best_own_carre_score(public, mine, seat, one) for one in (best, following))
    if brings is None or otherwise is None or brings <= max(otherwise, 0):
        return None
    return Reason("plans", {"points": brings})


def _at_home(
    public: Public, mine: Mine, seat: int, action: Place, choice: Choice, before: Cells, after: Cells
) -> Reason | None:
    scored = sum(line.points for line in choice.lines)
    if scored > 0:
        return Reason("completes_line", {"points": scored})
    if action.carre == seat and mine.centre is not None:
        hidden = _through_centre(action.cell, after, mine.centre)
        if hidden:
            return Reason("centre_line", {"points": hidden})
    if len(openings(after, public.expansion)) < len(openings(before, public.expansion)):
        return Reason("guards")
    return None


def _through_centre(cell: int, cells: Cells, centre: int) -> int:
    """What the line scores that a card completes with the seat's centre, if that has only one way round."""
    if len(WAYS[centre]) > 1:
        return 0  # it is turned the better way in the end, perhaps for another line
    for line, (first, middle, last) in enumerate(LINES):
        if middle == CENTRE and cell in (first, last):
            one, other = cells[first], cells[last]
            if one is not None and other is not None:
                return points(line, one, centre, other)
    return 0


def _changing(public: Public, seat: int, other: int, *, yes: bool) -> Reason | None:
    """Compare the seat's carré with the one offered for it, as far as both lie open."""
    own = public.owners.index(seat)
    mine, theirs = public.reach[own], public.reach[other]
    now, reach = theirs.points - mine.points, theirs.most - mine.most
    better = "theirs" if yes else "yours"
    sign = 1 if yes else -1
    if sign * now > 0:
        return Reason(f"{better}_now", {"own": mine.points, "other": theirs.points})
    if sign * reach > 0:
        return Reason(f"{better}_reach", {"own": mine.most, "other": theirs.most})
    return None


def best_own_carre_score(public: Public, mine: Mine, seat: int, action: Place) -> int | None:
    """The most that the seat's own carré can still gain by this placement and the rest of the hand.

    None while too many cells are free.
    """
    own = public.owners.index(seat)
    cells = public.carres[own]
    after = _with(cells, action.cell, action.card) if action.carre == own else cells
    rest = list(mine.hand)
    rest.remove(next(card for card in rest if action.card in WAYS[card]))
    free = [cell for cell, laid in enumerate(after) if laid is None]
    if len(free) > FEW:
        return None
    known = mine.centre if own == seat and mine.centre is not None and len(WAYS[mine.centre]) == 1 else None
    return best_filling(after, known, rest) - _scored(cells, known)


def best_filling(cells: Cells, centre: int | None, cards: Sequence[int]) -> int:
    """What a carré scores at most if its free cells are filled with some of these cards."""
    free = [cell for cell, laid in enumerate(cells) if laid is None]
    best = _scored(cells, centre)
    for chosen in set(permutations(cards, min(len(free), len(cards)))):
        for ways in product(*(WAYS[card] for card in chosen)):
            filled = cells
            for cell, card in zip(free, ways, strict=False):
                filled = _with(filled, cell, card)
            best = max(best, _scored(filled, centre))
    return best


def _scored(cells: Cells, centre: int | None) -> int:
    """The points of complete lines; lines through the centre count if it is known."""
    lines = range(len(LINES)) if centre is not None else OUTER_LINES
    total = 0
    for line in lines:
        first, middle, last = (centre if at == CENTRE else cells[at] for at in LINES[line])
        if first is not None and middle is not None and last is not None:
            total += points(line, first, middle, last)
    return total


def _with(cells: Cells, at: int, card: int) -> Cells:
    return (*cells[:at], card, *cells[at + 1 :])
