"""The prompt: whose turn it is, and what the player can do, in words and keys."""

from collections.abc import Callable, Iterable
from typing import Final

from rich.cells import cell_len, set_cell_size

from triqueta_protocol.games.triqueta import Box, Draw, Keep, Worth
from triqueta_tui.commands import TABLE_BACK, TABLE_CHOOSE
from triqueta_tui.games.triqueta.chooser import Chooser
from triqueta_tui.games.triqueta.commands import BOX_TOKEN, DRAW_TOKEN, KEEP_TOKEN, ROWS
from triqueta_tui.games.triqueta.token_words import letters, name
from triqueta_tui.games.triqueta.view import Values, View, is_out, values_of
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed, signed, span
from triqueta_tui.table.numbers import changes, of_seats
from triqueta_tui.table.prompt import Keys, fitting

_SHORT: Final = 3
"""Cells of a cut name."""


def own_turn(now: View, chooser: Chooser, keys: Keys, cells: int) -> str:
    """What the player can do now, in short where the sentence does not fit; empty if nothing."""
    if not chooser.open:
        return ""
    return fitting(cells, *(_own_turn(now, chooser, keys, style) for style in ("prompt", "brief")))


def _own_turn(now: View, chooser: Chooser, keys: Keys, style: str) -> str:
    rows = row_keys(keys, (row for row, taker in enumerate(now.public.takers) if taker is None))
    if chooser.armed and chooser.row is not None:
        worth = values_of(now).own(chooser.row)
        return say(
            f"triqueta.table.{style}.sure",
            row=chooser.row + 1,
            points=signed(worth.points if worth else 0),
            key=keys.of(TABLE_CHOOSE),
            back=keys.of(TABLE_BACK),
        )
    if chooser.armed:
        named = {"key": keys.of(KEEP_TOKEN), "back": keys.of(TABLE_BACK)}
        return say(f"triqueta.table.{style}.sure_keep", **named)
    if now.public.phase == "place":
        return _own_token(now, chooser, keys, rows, style)
    last = now.public.takers.count(None) == 1
    if not chooser.offers(Draw):
        return say(f"triqueta.table.{style}.take_last" if last else f"triqueta.table.{style}.take", rows=rows)
    if last:
        return say(f"triqueta.table.{style}.last", draw=keys.of(DRAW_TOKEN), rows=rows)
    return say(f"triqueta.table.{style}.turn", draw=keys.of(DRAW_TOKEN), rows=rows)


def _own_token(now: View, chooser: Chooser, keys: Keys, rows: str, style: str) -> str:
    animal = name(now.mine.drawn[0]) if now.mine is not None and now.mine.drawn else ""
    keep, box = keys.of(KEEP_TOKEN), keys.of(BOX_TOKEN)
    if not chooser.placing:
        # In the variant for two, the other token is already in a row.
        if chooser.offers(Keep):
            return say(f"triqueta.table.{style}.keep_box", animal=animal, keep=keep, box=box)
        return say(f"triqueta.table.{style}.box", animal=animal, box=box)
    if chooser.offers(Keep) and chooser.offers(Box):
        return say(f"triqueta.table.{style}.place_keep_box", animal=animal, rows=rows, keep=keep, box=box)
    if chooser.offers(Keep):
        return say(f"triqueta.table.{style}.place_keep", animal=animal, rows=rows, keep=keep)
    if chooser.offers(Box):
        return say(f"triqueta.table.{style}.place_box", animal=animal, rows=rows, box=box)
    return say(f"triqueta.table.{style}.place", animal=animal, rows=rows)


def others_turn(now: View) -> str:
    """Who decides, and what."""
    public = now.public
    who = listed(map(now.who, public.owing))
    if public.phase == "reveal":
        return say("triqueta.table.prompt.reveal", who=who)
    if public.phase == "tower":
        if now.my_turn:
            return say("triqueta.table.prompt.own_tower")
        return say("triqueta.table.prompt.tower", who=who)
    if public.phase == "place":
        return say("triqueta.table.prompt.other_place", who=now.subject(public.owing[0]))
    return say("triqueta.table.prompt.out" if is_out(now) and now.own else "table.prompt.other_turn", who=who)


def why_not(now: View, action: str, parameters: tuple[object, ...]) -> str:
    """Why an action is not allowed on the player's turn; empty for no particular reason."""
    public = now.public
    drawn = public.phase == "place"
    match action, parameters:
        case "row", (int(row),):
            return say(
                "triqueta.errors.row_gone" if row < len(public.rows) else "triqueta.errors.no_such_row"
            )
        case "draw", _:
            return say("triqueta.errors.place_first" if drawn else "triqueta.errors.tower_empty")
        case "keep", _ if drawn and now.seat is not None and public.keeps_left[now.seat] == 0:
            return say("triqueta.errors.no_keeps_left")
        case "box", _ if now.room.options.get("variant") != "dorra":
            return say("triqueta.errors.no_box")
        case "keep" | "box", _ if drawn:
            return say("triqueta.errors.same_use")
        case "keep" | "box", _:
            return say("triqueta.errors.draw_first")
    return ""


def row_keys(keys: Keys, rows: Iterable[int]) -> str:
    """The keys of rows: ``1–4`` if they are consecutive, else ``1 3 4``."""
    shown = [keys.of(ROWS[row]) for row in rows]
    numbers = [int(key) for key in shown if key.isdigit()]
    if len(shown) > 2 and numbers == list(range(numbers[0], numbers[0] + len(shown))):
        return span(shown[0], shown[-1])
    return " ".join(shown)


def about_row(now: View, chooser: Chooser, cells: int) -> str:
    """What the row under the cursor does to the scores if taken, or with the drawn token in it."""
    row, values = chooser.row, values_of(now)
    if row is None:
        return ""
    if chooser.placing and now.mine is not None and now.mine.drawn:
        return _laid(now, values, row, now.mine.drawn[0], cells)
    worth = values.own(row)
    if worth is None:
        return ""
    others = [one for one in values.of_row(row) if one.seat != now.seat]
    more = f" · {of_seats(others, lambda seat: _seat_name(now, seat))}" if others and worth.split else ""
    return fitting(cells, explained(row, worth, cells - cell_len(more)) + more, explained(row, worth, cells))


def about_keep(now: View) -> str:
    """What keeping the drawn token does to the player's final score: ``Owl face down: 2›3 +4``."""
    drawn = now.mine.drawn if now.mine is not None else ()
    change = values_of(now).kept(drawn[0]) if drawn else None
    if change is None:
        return ""
    named = {"animal": name(change.animal), "before": change.before, "after": change.after}
    if change.before == change.after:
        return say("triqueta.table.row.kept_idle", animal=named["animal"])
    return say("triqueta.table.row.kept", points=signed(change.points), **named)


def explained(row: int, worth: Worth, cells: int) -> str:
    """What taking a row does, animal by animal: ``Row 2: owl 2›3 +4, bear 3›4 −11 = −7``."""
    if not worth.split:
        return say("triqueta.table.row.worthless", row=row + 1)
    return fitting(cells, *(_spelled(row, worth, called) for called in (name, letters)))


def _laid(now: View, values: Values, row: int, animal: int, cells: int) -> str:
    """What laying a token does to a row: ``Row 2 + owl: you +3›+8, Ana 0›−2``.

    Where not all fit, those with the largest change are named.
    """
    steps = list(zip(values.of_row(row), values.of_row(row, animal), strict=True))
    ranked = sorted(steps, key=lambda step: (step[0].seat != now.seat, -abs(step[1].points - step[0].points)))

    def told(count: int, cut: int | None, called: Callable[[int], str]) -> str:
        shown = [step for step in steps if step in ranked[:count]]
        parts = changes(shown, lambda seat: _seat_name(now, seat, cut))
        return say("triqueta.table.row.laid", row=row + 1, animal=called(animal), parts=parts)

    everybody = len(steps)
    fewer = [told(count, _SHORT, letters) for count in range(everybody, 0, -1)]
    return fitting(cells, told(everybody, None, name), told(everybody, _SHORT, name), *fewer)


def _seat_name(now: View, seat: int, cells: int | None = None) -> str:
    if seat == now.reader:
        return say("triqueta.table.row.you")
    called = now.names[seat]
    return called if cells is None else set_cell_size(called, min(cells, cell_len(called)))


def _spelled(row: int, worth: Worth, called: Callable[[int], str]) -> str:
    parts = listed(
        f"{called(one.animal)} {one.before}›{one.after} {signed(one.points)}" for one in worth.split
    )
    total = f" = {signed(worth.points)}" if len(worth.split) > 1 else ""
    return say("triqueta.table.row.worth", row=row + 1, parts=parts + total)
