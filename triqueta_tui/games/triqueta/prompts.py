"""Whose turn it is and what may be done now, as words and keys."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rich.cells import cell_len

from protocol.games.triqueta import Box, Draw, Keep
from triqueta_tui.commands.command import Command, keys_of, show_key
from triqueta_tui.commands.table import ROWS, BoxToken, Choose, DrawToken, KeepToken, LeaveTable
from triqueta_tui.games.triqueta.chooser import Chooser
from triqueta_tui.games.triqueta.numbers import signed
from triqueta_tui.games.triqueta.token import name
from triqueta_tui.games.triqueta.view_model import TableView
from triqueta_tui.locale import say


@dataclass(frozen=True)
class Keys:
    """The keys people have to press, their own key map considered."""

    keymap: Mapping[str, str]

    def of(self, command: type[Command]) -> str:
        """The first key of a command, as people write it."""
        return show_key(keys_of(command, self.keymap)[0])

    def rows(self, rows: Iterable[int]) -> str:
        """The keys of some rows: ``1-4`` if they follow one another, else ``1 3 4``."""
        shown = [self.of(ROWS[row]) for row in rows]
        numbers = [int(key) for key in shown if key.isdigit()]
        if len(shown) > 2 and numbers == list(range(numbers[0], numbers[0] + len(shown))):
            return f"{shown[0]}-{shown[-1]}"
        return " ".join(shown)


def words(now: TableView, chooser: Chooser, keys: Keys, cells: int) -> str:
    """The sentence for this moment, a short one where the full one does not fit."""
    if now.room.paused is not None:
        return say("table.prompt.paused")
    if not chooser.open:
        return _others(now)
    full = _own_turn(now, chooser, keys, "prompt")
    return full if cell_len(full) <= cells else _own_turn(now, chooser, keys, "brief")


def leaving(keys: Keys, cells: int) -> str:
    """The question before the player gets up."""
    full = say("table.prompt.leave", key=keys.of(LeaveTable))
    return full if cell_len(full) <= cells else say("table.brief.leave", key=keys.of(LeaveTable))


def _own_turn(now: TableView, chooser: Chooser, keys: Keys, style: str) -> str:
    rows = keys.rows(row for row, taker in enumerate(now.public.takers) if taker is None)
    if chooser.armed and chooser.row is not None:
        worth = now.mine.worth[chooser.row] if now.mine is not None else None
        return say(
            f"table.{style}.sure",
            row=chooser.row + 1,
            points=signed(worth.points if worth else 0),
            key=keys.of(Choose),
        )
    if chooser.placing:
        return _own_token(now, chooser, keys, rows, style)
    last = now.public.takers.count(None) == 1
    if not chooser.offers(Draw):
        return say(f"table.{style}.take_last" if last else f"table.{style}.take", rows=rows)
    if last:
        return say(f"table.{style}.last", draw=keys.of(DrawToken), rows=rows)
    return say(f"table.{style}.turn", draw=keys.of(DrawToken), rows=rows)


def _own_token(now: TableView, chooser: Chooser, keys: Keys, rows: str, style: str) -> str:
    animal = name(now.mine.drawn[0]) if now.mine is not None and now.mine.drawn else ""
    keep, box = keys.of(KeepToken), keys.of(BoxToken)
    if chooser.offers(Keep) and chooser.offers(Box):
        return say(f"table.{style}.place_keep_box", animal=animal, rows=rows, keep=keep, box=box)
    if chooser.offers(Keep):
        return say(f"table.{style}.place_keep", animal=animal, rows=rows, keep=keep)
    if chooser.offers(Box):
        return say(f"table.{style}.place_box", animal=animal, rows=rows, box=box)
    return say(f"table.{style}.place", animal=animal, rows=rows)


def _others(now: TableView) -> str:
    public = now.public
    if public.phase == "over":
        return say("table.prompt.over")
    who = say("log.comma").join(now.log_text.who(seat) for seat in public.owing)
    if public.phase == "reveal":
        return say("table.prompt.reveal", who=who)
    if public.phase == "tower":
        if now.my_turn:
            return say("table.prompt.own_tower")
        return say("table.prompt.tower", who=who)
    if public.phase == "place":
        return say("table.prompt.other_place", who=who)
    return say("table.prompt.out" if now.out else "table.prompt.other_turn", who=who)
