"""Reasons for the best action in Triqueta: what it does to rows, for the seat and for the others."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from triqueta_protocol.advice import Reason
from triqueta_protocol.games.triqueta import (
    KEEPS,
    KINDS,
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
from triqueta_server.bots.coach import Option
from triqueta_server.bots.reasons import NOTICEABLE, general, helps_more_than_it_hinders
from triqueta_server.bots.triqueta.rows import Table, best_count

REASONS: Final = (
    "towers_alike",
    "rows_alike",
    "reveal",
    "completes",
    "denies",
    "sure",
    "gains",
    "least_harm",
    "stops",
    "needs",
    "wants",
    "wait",
    "odds",
    "place_completes",
    "place_helps",
    "place_builds",
    "spoils",
    "spares",
    "harmless",
    "helps_least",
    "saves_keep",
    "keep_completes",
    "keep_spares",
    "keep_away",
    "keep_gain",
    "box_away",
)
"""Beside those of any game."""

SMALL: Final = 2
"""Points of a row up to which there is no hurry to take it."""


def explain(public: Public, mine: Mine, seat: int, options: Sequence[Option]) -> Reason:
    table, action = Table(public, mine, seat), options[0].action
    found = _of_action(table, action, options) if len(mine.choices) > 1 else None
    if found is None and len(options) == 1 and _has_like(table, action):
        return Reason("rows_alike")
    return found or general(options, seat, len(mine.choices))


def _has_like(table: Table, action: AnyAction) -> bool:
    """Whether another row has the same animals as the action's: the search tried only one of them."""
    if not isinstance(action, Place | Take):
        return False
    rows = table.public.rows
    return sum(rows[at] == rows[action.row] for at in table.open) > 1


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
    draws = (one for one in options if isinstance(one.action, Draw))
    less = any(one.points[seat] < options[0].points[seat] for one in draws)
    if own > 0:
        return Reason("sure" if less else "gains", {"gain": own})
    if len(table.open) == 1 and less:
        return Reason("stops", {"gain": own})
    if len(table.open) > 1 and all(table.value(seat, at) <= own for at in table.open):
        return Reason("least_harm", {"gain": own})
    return None


def _drawing(table: Table) -> Reason | None:
    seat = table.seat
    now, best = max((table.value(seat, row), row) for row in table.open)
    hopes = [
        (table.value(seat, row, animal), row, animal)
        for row in table.open
        for animal in range(KINDS)
        if table.unseen[animal] and any(one == animal for _, one in table.completed(row, animal))
    ]
    # A triqueta in a row that costs more than it scores is not worth waiting for.
    better = [hope for hope in hopes if hope[0] > max(now, 0)]
    lacking = [hope for hope in better if hope[2] in table.public.rows[hope[1]]]
    if lacking:
        _, row, animal = max(lacking)
        return Reason("needs", {"row": row, "animal": animal})
    if better:
        _, _, animal = max(better)
        return Reason("wants", {"animal": animal, "count": table.unseen[animal]})
    if now <= SMALL:
        return Reason("wait", {"gain": now})
    good = sum(table.unseen[animal] for animal in range(KINDS) if table.rise(seat, best, animal) > 0)
    odds = {"row": best, "count": good, "total": sum(table.unseen)}
    return Reason("odds", odds) if 2 * good > odds["total"] else None


def _laying(table: Table, row: int, options: Sequence[Option]) -> Reason | None:
    seat, animal = table.seat, table.mine.drawn[0]
    own, most = table.rise(seat, row, animal), table.helps(row, animal)
    # A row that helps another seat as much is no reason: that seat chooses first.
    if any(one == animal for _, one in table.completed(row, animal)) and own > max(most, 0):
        return Reason("place_completes", {"row": row, "animal": animal})
    loss, other = table.most((-table.rise(at, row, animal), at) for at in table.others)
    spoils = Reason("spoils", {"row": row, "seat": other, "points": loss}) if loss > 0 else None
    helps = Reason("place_helps", {"row": row, "points": own}) if own > max(most, 0) else None
    ordered = (helps, spoils) if helps_more_than_it_hinders(options, seat) else (spoils, helps)
    found = next((one for one in ordered if one is not None), None)
    if found is None and own >= most and table.builds(row, animal):
        found = Reason("place_builds", {"row": row, "animal": animal})
    return found or _laying_nowhere_else(table, row, animal) or _saving_a_keep(table, options)


def _saving_a_keep(table: Table, options: Sequence[Option]) -> Reason | None:
    """A token that could be kept, but is not worth one of the few keeps."""
    seat, left = table.seat, KEEPS - len(table.mine.face_down)
    best, following = options[0], options[1] if len(options) > 1 else None
    if following is None or not isinstance(following.action, Keep):
        return None
    better = best.percent(seat) - following.percent(seat) >= NOTICEABLE
    return Reason("saves_keep", {"count": left}) if better else None


def _laying_nowhere_else(table: Table, row: int, animal: int) -> Reason | None:
    """A token that would do more harm in another row: to the seat, or by helping another one."""
    seat, most = table.seat, table.helps(row, animal)
    elsewhere = [at for at in table.open if at != row]
    wanted = [(table.value(seat, at), -table.rise(seat, at, animal), at) for at in elsewhere]
    value, cost, spared = max(wanted, default=(0, 0, row))
    if value > 0 and cost > 0 and table.rise(seat, row, animal) > -cost:
        return Reason("spares", {"row": spared, "points": cost})
    helped = [table.helps(at, animal) for at in elsewhere]
    if table.others and most <= 0 and any(help_ > 0 for help_ in helped):
        return Reason("harmless", {"row": row})
    if helped and 0 < most < min(helped):
        return Reason("helps_least", {"row": row, "points": most})
    return None


def _keeping(table: Table) -> Reason | None:
    seat, animal = table.seat, table.mine.drawn[0]
    lie, kept = table.public.collections[seat][animal], Counter(table.mine.face_down)[animal]
    if not table.others:
        # The last seat takes the last row in any case.
        lie += sum(table.public.rows[row].count(animal) for row in table.open)
    before, after = best_count(animal, lie, kept), best_count(animal, lie, kept + 1)
    if before != TRIPLE and after == TRIPLE:
        return Reason("keep_completes", {"animal": animal})
    wanted = max(((table.value(seat, row), row) for row in table.open), default=(0, 0))[1]
    if table.open and all(table.rise(seat, row, animal) < 0 for row in table.open):
        return Reason("keep_spares", {"row": wanted, "points": -table.rise(seat, wanted, animal)})
    if table.open and all(table.helps(row, animal) > 0 for row in table.open):
        return Reason("keep_away")
    gain = points(animal, after) - points(animal, before)
    return Reason("keep_gain", {"gain": gain}) if gain > 0 else None


def _boxing(table: Table) -> Reason | None:
    animal = table.mine.drawn[0]
    bad_everywhere = all(
        table.rise(table.seat, row, animal) < 0 or table.helps(row, animal) > 0 for row in table.open
    )
    return Reason("box_away") if bad_everywhere else None
