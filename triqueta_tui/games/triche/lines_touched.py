"""What a card does to the lines it would lie in, in words."""

from collections.abc import Sequence

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
    points,
    spoiled,
)
from triqueta_tui.games.triche.card_drawing import spoken
from triqueta_tui.locale import say
from triqueta_tui.table.numbers import signed


def explained(cells: Sequence[int | None], cell: int, card: int, centre: int | None = None) -> str:
    """Row, column and diagonals through a cell with this card in it: complete, open or spoiled.

    ``centre`` is the face-down card, if the viewer has laid it.
    """
    return say("triche.table.line.between").join(
        _line_words(line, cells, cell, card, centre) for line, through in enumerate(LINES) if cell in through
    )


def _line_words(
    line: int, cells: Sequence[int | None], cell: int, card: int, centre: int | None = None
) -> str:
    lying = [card if one == cell else cells[one] for one in LINES[line]]
    secret = lying[1] == FACE_DOWN and centre is not None and len(WAYS[centre]) == 1
    if secret:
        # A two-coloured centre is turned the better way in the end, so nobody knows it yet.
        lying[1] = centre
    known = [None if one == FACE_DOWN else one for one in lying]
    named = ["–" if one is None else spoken(one) for one in known]
    if secret:
        named[1] = f"({named[1]})"
    words = {"line": _called(line), "cards": " ".join(named)}
    if None not in lying and FACE_DOWN not in lying:
        first, middle, last = (one for one in known if one is not None)
        scored = points(line, first, middle, last)
        return say(
            "triche.table.line.scores" if scored else "triche.table.line.nothing",
            points=signed(scored),
            **words,
        )
    if (
        CENTRE in LINES[line]
        and FACE_DOWN in lying
        and None not in [one for at, one in zip(LINES[line], lying, strict=True) if at != CENTRE]
    ):
        return say("triche.table.line.hidden", **words)
    open_ = most_points(line, *known)
    return say("triche.table.line.open" if open_ else "triche.table.line.dead", **words)


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
    return say("triche.table.detail.spoils", line=_line_words(line, cells, cell, card))
