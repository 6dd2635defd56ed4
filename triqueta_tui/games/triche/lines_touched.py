"""What a card does to the lines it would lie in, in words."""

from collections.abc import Collection, Sequence
from typing import Literal

from protocol.games.triche import FACE_DOWN
from protocol.games.triche_cards import (
    CENTRE,
    DIAGONALS,
    EAST,
    LINE_DIRECTIONS,
    LINES,
    SOUTH,
    WAYS,
    most_points,
    spoiled,
)
from triqueta_tui.games.triche.card_drawing import spoken
from triqueta_tui.locale import say
from triqueta_tui.table.numbers import signed

Kind = Literal["scores", "nothing", "hidden", "open", "dead"]
"""What becomes of a line, as the catalogue calls it."""


def explained(
    cells: Sequence[int | None],
    cell: int,
    card: int,
    centre: int | None = None,
    *,
    without: Collection[Kind] = (),
) -> str:
    """Row, column and diagonals through a cell with this card in it: complete, open or spoiled.

    ``centre`` is the face-down card, if the viewer has laid it; ``without`` is what is left unsaid.
    """
    found = (_told(line, cells, cell, card, centre) for line, through in enumerate(LINES) if cell in through)
    return say("triche.table.line.between").join(words for kind, words in found if kind not in without)


def through_centre(cells: Sequence[int | None], cell: int, card: int, centre: int) -> tuple[int, int]:
    """What a card scores for sure along the lines through a centre that is known, and how many it spoils.

    A two-coloured centre is turned the better way in the end: a line is spoiled if it scores neither way.
    """
    sure = lost = 0
    for line, through in enumerate(LINES):
        if cell not in through or CENTRE not in through:
            continue
        first, last = cells[through[0]], cells[through[2]]
        before = [most_points(line, first, way, last) for way in WAYS[centre]]
        first, last = (card, last) if cell == through[0] else (first, card)
        after = [most_points(line, first, way, last) for way in WAYS[centre]]
        sure += 0 if None in (first, last) else min(after)
        lost += any(before) and not any(after)
    return sure, lost


def _told(
    line: int, cells: Sequence[int | None], cell: int, card: int, centre: int | None = None
) -> tuple[Kind, str]:
    lying = [card if one == cell else cells[one] for one in LINES[line]]
    secret = lying[1] == FACE_DOWN and centre is not None and len(WAYS[centre]) == 1
    if secret:
        # A two-coloured centre is turned the better way in the end, so nobody knows it yet.
        lying[1] = centre
    known = [None if one == FACE_DOWN else one for one in lying]
    named = ["–" if one is None else spoken(one) for one in known]
    if secret:
        named[1] = f"({named[1]})"
    first, _, last = lying
    kind: Kind
    scored = most_points(line, *known)
    if None not in known:
        kind = "scores" if scored else "nothing"
    elif FACE_DOWN in lying and first is not None and last is not None:
        kind = "hidden"
    else:
        kind = "open" if scored else "dead"
    words = say(f"triche.table.line.{kind}", line=_called(line), cards=" ".join(named), points=signed(scored))
    return kind, words


def _called(line: int) -> str:
    direction = LINE_DIRECTIONS[line]
    kind = "row" if direction == EAST else "column" if direction == SOUTH else "diagonal"
    return say(f"triche.table.line.{kind}")


def why_not(cells: Sequence[int | None], cell: int, card: int, *, diagonals: bool) -> str:
    """Why a card does not fit in a cell of somebody else's carré; empty if it does."""
    if cells[cell] is not None:
        return say("triche.errors.cell_taken")
    line = spoiled(cells, cell, card, diagonals=diagonals)
    if line is None:
        return ""
    if line in DIAGONALS:
        return say("triche.errors.spoils_diagonal")
    return say("triche.table.detail.spoils", line=_told(line, cells, cell, card)[1])
