"""The rules of Triché: chapters with full_sum examples drawn as carrés."""

from collections.abc import Sequence
from typing import Any, Final

from rich.cells import cell_len
from textual.app import App

from triqueta_protocol.games.triche import FACE_DOWN
from triqueta_protocol.games.triche_cards import EAST, FACES, SOUTH, SOUTH_EAST, WAYS, WEST, Colour
from triqueta_tui.game import RulesText
from triqueta_tui.games.triche.card_drawing import Inks, Tile, draw_back, draw_card, draw_slot, inks
from triqueta_tui.locale import say
from triqueta_tui.widgets.canvas import PLAIN, Canvas
from triqueta_tui.widgets.prose import Line, line, paragraphs

CHAPTERS: Final = (
    "idea",
    "cards",
    "setting_up",
    "turn",
    "fit",
    "conquest",
    "forced",
    "scoring",
    "end",
    "tips",
    "two_coloured",
    "corners",
    "exchange",
    "rulings",
    "fair",
)

T, R, I = Colour.BLUE, Colour.GREY, Colour.RED  # noqa: E741 - the letters on the cards
BLUE_GREY: Final = next(
    card for card, faces in enumerate(FACES) if faces[WEST] == Colour.BLUE and faces[EAST] == Colour.GREY
)
"""A two-coloured card that is blue on the left and grey on the right."""
TURNED: Final = next(way for way in WAYS[BLUE_GREY] if way != BLUE_GREY)

ACROSS: Final = next(
    card
    for card, faces in enumerate(FACES)
    if faces[WEST] == Colour.BLUE and faces[SOUTH_EAST] == Colour.GREY
)
"""Cut across the diagonal of the upper left corner, grey inside."""
ALONG: Final = next(
    card for card, faces in enumerate(FACES) if faces[EAST] == Colour.BLUE and faces[SOUTH] == Colour.GREY
)
"""Cut along the diagonal of the upper left corner: blue to its row, grey to its column."""

CORNER_ACROSS: Final = (ACROSS, R, R, R, R, None, R, None, R)
CORNER_ALONG: Final = (ALONG, T, T, R, R, None, R, None, R)
FIT: Final = (T, R, None, None, FACE_DOWN, I, None, None, None)
CONQUEST: Final = (R, I, None, R, FACE_DOWN, T, None, None, I)
FORCED: Final = (T, R, None, I, FACE_DOWN, T, R, I, T)
CENTRE_LAID: Final = (I, I, I, T, TURNED, R, I, I, I)
CENTRE_TURNED: Final = (I, I, I, T, BLUE_GREY, R, I, I, I)
COUNTED: Final = (T, R, I, T, T, R, T, I, R)

_TILE: Final = Tile.SMALL


class TricheRulesText(RulesText):
    def titles(self) -> list[str]:
        return [say(f"triche.rules.{chapter}.title") for chapter in CHAPTERS]

    def chapters(self, cells: int, app: App[Any]) -> list[list[Line]]:
        return [[*_heading(chapter), *_body(chapter, cells, inks(app))] for chapter in CHAPTERS]

    def legend(self, cells: int, app: App[Any]) -> list[Line]:
        """The marks in free cells, and the lines through cards."""
        return [
            line((f" {sign:<4}", ink), (say(f"triche.legend.{words}"), "")) for sign, ink, words in _SIGNS
        ]


_SIGNS: Final = (
    ("•", "key", "fits"),
    ("×", "dim", "misfit"),
    ("+1", "good", "points"),
    ("+1!", "good", "conquer"),
    ("0", "bad", "spoils"),
    ("━━", "good", "scores"),
    ("╍╍", "dim", "open"),
    ("▌▐", "strong", "fresh"),
)


def _heading(chapter: str) -> list[Line]:
    title = say(f"triche.rules.{chapter}.title")
    return [line((title, "title")), line(("─" * cell_len(title), "rule"))]


def _body(chapter: str, cells: int, colours: Inks) -> list[Line]:
    text = paragraphs(say(f"triche.rules.{chapter}.text"), cells)
    match chapter:
        case "cards":
            return [
                *text,
                *_example([(T, T, T)], "cards.alike", "good", cells, colours),
                *_example([(T, R, I)], "cards.different", "good", cells, colours),
                *_example([(T, T, R)], "cards.neither", "dim", cells, colours),
            ]
        case "fit":
            fits, spoils = ((*FIT[:2], one, *FIT[3:]) for one in (I, T))
            return [
                *text,
                *_example(_rows(fits), "fit.fits", "good", cells, colours),
                *_example(_rows(spoils), "fit.spoils", "bad", cells, colours),
            ]
        case "conquest":
            conquered = (*CONQUEST[:6], R, *CONQUEST[7:])
            return [*text, *_example(_rows(conquered), "conquest.after", "good", cells, colours)]
        case "forced":
            spoiled = (*FORCED[:2], R, *FORCED[3:])
            return [*text, *_example(_rows(spoiled), "forced.spoiled", "bad", cells, colours)]
        case "scoring":
            return [
                *text,
                *_example(_rows(COUNTED), "scoring.counted", "good", cells, colours),
                (),
                *paragraphs(say("triche.rules.scoring.after"), cells),
            ]
        case "two_coloured":
            return [
                *text,
                *_example([(T, BLUE_GREY, R)], "two_coloured.three", "good", cells, colours),
                *_example([(T, TURNED, R)], "two_coloured.nothing", "dim", cells, colours),
                (),
                *paragraphs(say("triche.rules.two_coloured.after"), cells),
                *_example(_rows(CENTRE_LAID), "two_coloured.laid", "dim", cells, colours),
                *_example(_rows(CENTRE_TURNED), "two_coloured.turned", "good", cells, colours),
            ]
        case "corners":
            return [
                *text,
                *_example(_rows(CORNER_ACROSS), "corners.across", "good", cells, colours),
                (),
                *paragraphs(say("triche.rules.corners.along_text"), cells),
                *_example(_rows(CORNER_ALONG), "corners.along", "good", cells, colours),
                (),
                *paragraphs(say("triche.rules.corners.after"), cells),
            ]
    return text


def _rows(cells: Sequence[int | None]) -> list[Sequence[int | None]]:
    return [cells[start : start + 3] for start in (0, 3, 6)]


def _example(
    rows: Sequence[Sequence[int | None]], words: str, style: str, cells: int, colours: Inks
) -> list[Line]:
    """Cards side by side, and a sentence below them."""
    step = _TILE.cells + 1
    canvas = Canvas(min(cells, 2 + 3 * step), len(rows) * _TILE.lines)
    for y, row in enumerate(rows):
        for x, card in enumerate(row):
            left, top = 2 + x * step, y * _TILE.lines
            if card == FACE_DOWN:
                draw_back(canvas, left, top, _TILE, colours)
            elif card is None:
                draw_slot(canvas, left, top, _TILE, colours, "·", PLAIN)
            else:
                draw_card(canvas, left, top, card, _TILE, colours)
    drawn: list[Line] = [tuple(cell for cell in row if cell[0]) for row in canvas.cells]
    caption = [
        line(*((words, style) for words, _ in one)) for one in paragraphs(say(f"triche.rules.{words}"), cells)
    ]
    return [(), *drawn, *caption]
