"""Why an action is the best one in Triché: what it does to lines and carrés, for this seat and for others."""

from collections.abc import Sequence
from typing import Final

from protocol.advice import Reason
from protocol.games.triche import (
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
from protocol.games.triche_cards import CENTRE, COLOURS, LINES, WAYS, points
from server.bots.coach import Option
from server.bots.reasons import general
from server.bots.triche.at_home import home_after
from server.bots.triche.prospects import openings

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
    """Two open cards on either side of the centre make a line that scores already."""
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
    """Whether a carré whose line is complete then is better than the own one, as they lie open."""
    own, theirs = public.reach[public.owners.index(seat)], public.reach[action.carre]
    return theirs.points + sum(line.points for line in choice.lines) > own.points


def _planning(public: Public, mine: Mine, seat: int, options: Sequence[Option]) -> Reason | None:
    """What the hand can still bring at home after the best placement, if that is more than after the next."""
    best, following = options[0].action, options[1].action if len(options) > 1 else None
    if not isinstance(best, Place) or not isinstance(following, Place):
        return None
    brings, otherwise = (home_after(public, mine, seat, one) for one in (best, following))
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
    """What the line scores that a card has completed with the own centre, if that has but one side."""
    if len(WAYS[centre]) > 1:
        return 0  # it is turned the better way in the end, perhaps for another line
    for line, (first, middle, last) in enumerate(LINES):
        if middle == CENTRE and cell in (first, last):
            one, other = cells[first], cells[last]
            if one is not None and other is not None:
                return points(line, one, centre, other)
    return 0


def _changing(public: Public, seat: int, other: int, *, yes: bool) -> Reason | None:
    """Compare the own carré with the one to be had for it, as they lie open."""
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
