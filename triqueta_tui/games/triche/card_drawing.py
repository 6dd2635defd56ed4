r"""Cards on a canvas: tiles in their colours, cut from corner to corner where they have two.

A tile also shows letters: ``T``, ``R`` or ``I`` for a card of one colour, and for one of two
the letters of both sides with the cut between them, as in ``R\T``. Nothing depends on colour alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rich.style import Style
from textual.app import App

from triqueta_protocol.games.triche_cards import COLOURS as PLAIN_CARDS
from triqueta_protocol.games.triche_cards import EAST, FACES, NAMES, NORTH, SOUTH, WEST, Colour
from triqueta_tui.games.triche.card_words import LETTERS, letters
from triqueta_tui.games.triche.colours import COLOURS
from triqueta_tui.themes import FOREST
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.pieces import Tone, draw_pixels, quarters, tones_of
from triqueta_tui.widgets.tile import TileSize


class Tile(TileSize):
    """The size of a card: cells across, and lines. From ``SMALL`` on, half a line below it stays free."""

    LETTERS = (3, 1)
    SMALL = (5, 2)
    LOW = (7, 2)
    BROAD = (9, 2)
    MEDIUM = (7, 3)
    LARGE = (9, 4)
    HUGE = (13, 6)
    GIANT = (17, 8)


SIZES: Final = (
    Tile.GIANT,
    Tile.HUGE,
    Tile.LARGE,
    Tile.MEDIUM,
    Tile.BROAD,
    Tile.LOW,
    Tile.SMALL,
    Tile.LETTERS,
)
"""Largest first; of two with the same lines, the wider."""


_SMALL_LETTERS: Final = {
    "T": quarters("......", "######", "..##..", "..##.."),
    "R": quarters("......", "#####.", "####..", "##.##."),
    "I": quarters("......", "######", "..##..", "######"),
}
_LETTERS: Final[Mapping[Tile, Mapping[str, tuple[str, ...]]]] = {
    Tile.MEDIUM: _SMALL_LETTERS,
    Tile.LARGE: {
        "T": quarters("........", "########", "...##...", "...##...", "...##...", "...##..."),
        "R": quarters("........", "######..", "##...##.", "######..", "##..##..", "##...##."),
        "I": quarters("........", "..####..", "...##...", "...##...", "...##...", "..####.."),
    },
    Tile.HUGE: {
        "T": quarters(*["############"] * 2, *["....####...."] * 6),
        "R": quarters(
            "##########..",
            "####....####",
            "####....####",
            "##########..",
            "####.####...",
            "####..####..",
            "####...####.",
            "####....####",
        ),
        "I": quarters("..########..", *["....####...."] * 6, "..########.."),
    },
    Tile.GIANT: {
        "T": quarters(*["################"] * 3, *["......####......"] * 9),
        "R": quarters(
            "############....",
            "##############..",
            *["####......####"[:14].ljust(16, ".")] * 3,
            "##############..",
            "############....",
            "####..####......",
            "####...####.....",
            "####....####....",
            "####.....####...",
            "####......####..",
        ),
        "I": quarters(*["..############.."] * 2, *["......####......"] * 8, *["..############.."] * 2),
    },
}
"""By tile: large letters, for the colour of a whole card."""
_HALF: Final = {Tile.HUGE: Tile.LARGE, Tile.GIANT: Tile.LARGE}
"""The letters for each colour of a card with two."""


@dataclass(frozen=True)
class Inks:
    """The colours of the cards in one theme; None where a theme has no colours."""

    faces: Mapping[Colour, Tone]
    ink: Tone
    back: Tone
    slot: Tone


def inks(app: App[Any]) -> Inks:
    """The colours of the cards in the current theme."""
    tones = tones_of(app, COLOURS[FOREST])
    faces = {colour: tones[f"card-{colour.name.lower()}"] for colour in Colour}
    return Inks(faces, tones["card-ink"], tones["card-back"], tones["card-slot"])


def draw_card(canvas: Canvas, x: int, y: int, card: int, tile: Tile, colours: Inks) -> None:
    """Draw a card with its upper left corner at a cell."""
    rows = _faces(card, tile)
    draw_pixels(canvas, x, y, [[_tone(face, colours) for face in row] for row in rows])
    cut_in_words = colours.ink is None and tile.lines == 2
    _write(canvas, x, y, _inline(card, tile) if cut_in_words else faces(card, tile), colours)


def draw_ghost(canvas: Canvas, x: int, y: int, card: int, tile: Tile, colours: Inks, edge: Style) -> None:
    """Draw a card that is not laid yet: its colours as a pattern between two bars."""
    rows = _faces(card, tile)
    for line in range(tile.lines):
        whole = rows[2 * line + 1][0] is not None
        for column, face in enumerate(rows[2 * line]):
            tone = _tone(face, colours)
            if column in (0, tile.cells - 1):
                canvas.put(x + column, y + line, (("▘▝", "▌▐")[whole][column > 0], edge))
            elif tone is not None and whole:
                canvas.put(x + column, y + line, ("▒", Style(color=tone, bgcolor=colours.slot)))
    _write(canvas, x, y, _inline(card, tile), colours)


def draw_back(canvas: Canvas, x: int, y: int, tile: Tile, colours: Inks, words: str = "?") -> None:
    """Draw a face-down card, with its letters for the viewer who knows it."""
    draw_pixels(canvas, x, y, _plain(tile, colours.back))
    style = Style(bold=True, bgcolor=colours.back, reverse=colours.back is None or None)
    canvas.write(x + (tile.cells - 3) // 2, y + (tile.lines - 1) // 2, words.center(3), style)


def draw_slot(canvas: Canvas, x: int, y: int, tile: Tile, colours: Inks, mark: str, style: Style) -> None:
    """Draw a free cell, with a mark in the middle."""
    draw_pixels(canvas, x, y, _plain(tile, colours.slot))
    if colours.slot is not None and style.bgcolor is None:
        style += Style(bgcolor=colours.slot)
    canvas.write(x + (tile.cells - 3) // 2, y + (tile.lines - 1) // 2, mark.center(3), style)


def faces(card: int, tile: Tile) -> Iterator[tuple[int, int, str, Colour]]:
    """What is written on a card: column, line, text, and the colour of the card below it."""
    if card < PLAIN_CARDS:
        face = Colour(card)
        lines = _LETTERS.get(tile, {}).get(LETTERS[face], (LETTERS[face],))
        for line, text in enumerate(lines, (tile.lines - len(lines)) // 2):
            yield (tile.cells - len(text)) // 2, line, text, face
    elif tile is Tile.LETTERS:
        yield from _inline(card, tile)
    else:
        for side, x, y, lines in _corners(card, tile):
            face = _known(FACES[card][side])
            for line, text in enumerate(lines or (LETTERS[face],), y):
                yield x, line, text, face


def _inline(card: int, tile: Tile) -> Iterator[tuple[int, int, str, Colour]]:
    """Letters and cut side by side in the middle."""
    line, row = (tile.lines - 1) // 2, _faces(card, tile)[2 * ((tile.lines - 1) // 2)]
    for at, letter in enumerate(letters(card), (tile.cells - 3) // 2):
        yield at, line, letter, row[at] or _known(FACES[card][WEST if 2 * at < tile.cells else EAST])


def _corners(card: int, tile: Tile) -> Iterator[tuple[int, int, int, tuple[str, ...]]]:
    """By colour of a card with two: its side, the corner of its letter, and the lines of a large one."""
    if tile.lines == 2:
        # Beside the cut, not above and below it.
        yield WEST, tile.cells // 6, 0, ()
        yield EAST, tile.cells - 1 - tile.cells // 6, 0, ()
        return
    falling = NAMES[card][1] == "\\"
    for side in (NORTH, SOUTH):
        x, y = 1 + tile.cells // 8, tile.lines // 2 if side == SOUTH else (tile.lines - 1) // 4
        lines: tuple[str, ...] = ()
        wide = 1
        if tile in _HALF:
            lines = _LETTERS[_HALF[tile]][LETTERS[_known(FACES[card][side])]]
            x, y, wide = 1, tile.lines - 1 - len(lines) if side == SOUTH else 0, len(lines[0])
        yield side, tile.cells - wide - x if falling == (side == NORTH) else x, y, lines


def _write(
    canvas: Canvas, x: int, y: int, what: Iterable[tuple[int, int, str, Colour]], colours: Inks
) -> None:
    for column, line, text, face in what:
        ground = colours.faces[face]
        bare = ground is None and len(text) == 1
        style = Style(color=colours.ink if ground else None, bgcolor=ground, bold=True, reverse=bare or None)
        canvas.write(x + column, y + line, text, style)


def _tone(face: Colour | None, colours: Inks) -> Tone:
    return None if face is None else colours.faces[face]


def _known(face: Colour | None) -> Colour:
    assert face is not None
    return face


def _plain(tile: Tile, tone: Tone) -> list[list[Tone]]:
    return [[tone if _is_card(y, tile) else None] * tile.cells for y in range(2 * tile.lines)]


@lru_cache(maxsize=256)
def _faces(card: int, tile: Tile) -> tuple[tuple[Colour | None, ...], ...]:
    """The colour of each half cell, row by row; None below the card."""
    return tuple(
        tuple(_face(card, x, y, tile) if _is_card(y, tile) else None for x in range(tile.cells))
        for y in range(2 * tile.lines)
    )


def _is_card(y: int, tile: Tile) -> bool:
    """Whether a row of half cells belongs to the card: below it half a line is free."""
    return tile is Tile.LETTERS or y < 2 * tile.lines - 1


def _face(card: int, x: int, y: int, tile: Tile) -> Colour | None:
    across = (x + 0.5) / tile.cells
    down = (y + 0.5) / (2 * tile.lines - (tile is not Tile.LETTERS))
    if tile is Tile.LETTERS:
        down = 0.5
    if card < PLAIN_CARDS:
        return FACES[card][NORTH]
    falling = NAMES[card][1] == "\\"
    if tile.lines == 2:
        # Steeper, so that each colour has room for its letter.
        down = 0.2 + 0.6 * down
    upper = across >= down if falling else across <= 1 - down
    return FACES[card][NORTH if upper else SOUTH]
