"""What is spoken of below the board: a stone that may be laid, or the last move with its figures."""

from protocol.games.tripitz import LaidStone
from triqueta_tui.games.tripitz.figures import Figure, figures_of
from triqueta_tui.games.tripitz.stone_words import described, spoken
from triqueta_tui.games.tripitz.sum_words import worked
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.table.numbers import signed


def named(stone: int) -> tuple[str, ...]:
    return say("tripitz.table.chosen", letters=spoken(stone), stone=described(stone)), spoken(stone)


def last_move(now: View, last: LaidStone) -> tuple[tuple[str, ...], list[Figure]]:
    """The figures of the last stone laid, as far as they can still be seen."""
    before = [piece if cell != last.cell else None for cell, piece in enumerate(now.public.board)]
    made = figures_of(before, last.cell, last.stone, one_per_axis=now.public.one_per_axis)
    figures = [one for one in made if one.counts]
    who = now.names[last.seat]
    sums = worked(last.sum), signed(last.sum.points)
    return tuple(say("tripitz.table.last", who=who, sum=one) for one in sums), figures
