"""What a card does to the lines through its cell, in words."""

from collections.abc import Collection, Sequence
from typing import Literal

from triqueta_protocol.games.triche import FACE_DOWN
from triqueta_protocol.games.triche_cards import (
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
from triqueta_tui.games.triche.card_words import brief_name
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import signed

Kind = Literal["scores", "nothing", "hidden", "open", "dead"]
"""The state of a line, as a catalogue key."""


def explained(
    cells: Sequence[int | None],
    cell: int,
    card: int,
    centre: int | None = None,
    *,
    without: Collection[Kind] = (),
) -> str:
    """The lines through a cell with this card in it: complete, open or spoiled.

    ``centre`` is the face-down card, if the viewer has laid it; kinds in ``without`` are left out.
    """
    found = (_told(line, cells, cell, card, centre) for line, through in enumerate(LINES) if cell in through)
    return say("triche.table.line.between").join(words for kind, words in found if kind not in without)


def through_centre(cells: Sequence[int | None], cell: int, card: int, centre: int) -> tuple[int, int]:
    """The points a card is sure to score through a known centre, and the number of lines it spoils.

    A two-coloured centre is turned for most points: a line is spoiled if it scores neither way.
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
        # A two-coloured centre is turned for most points at the end, so it is still open.
        lying[1] = centre
    known = [None if one == FACE_DOWN else one for one in lying]
    named = ["–" if one is None else brief_name(one) for one in known]
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
    """Why a card does not fit in a cell of another player's carré; empty if it does."""
    if cells[cell] is not None:
        return say("triche.errors.cell_taken")
    line = spoiled(cells, cell, card, diagonals=diagonals)
    if line is None:
        return ""
    if line in DIAGONALS:
        return say("triche.errors.spoils_diagonal")
    return say("triche.table.detail.spoils", line=_told(line, cells, cell, card)[1])
