"""The rules of Tripitz: chapters with examples drawn as stones on the board."""

from typing import TYPE_CHECKING, Any, Final

from rich.cells import cell_len
from textual.app import App

from triqueta_protocol.games.tripitz_board import EDGE, NUMBERS
from triqueta_protocol.games.tripitz_stones import VALUES, Colour, Ink, Symbol, stone
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import PRACTICE_OPEN
from triqueta_tui.game import RulesText
from triqueta_tui.games.tripitz import rules_examples as examples
from triqueta_tui.games.tripitz.board_layout import Tile
from triqueta_tui.games.tripitz.exercises import STEP, drawn, explained, stones_in_line
from triqueta_tui.games.tripitz.figure_words import full_sum
from triqueta_tui.games.tripitz.rules_examples import Example
from triqueta_tui.games.tripitz.stone_drawing import Tones, draw_cell, draw_stone, tones
from triqueta_tui.games.tripitz.stone_words import brief_name, full_name
from triqueta_tui.locale import say
from triqueta_tui.table.prompt import Keys
from triqueta_tui.widgets.canvas import PLAIN, Canvas
from triqueta_tui.widgets.prose import STRONG, Line, line, paragraphs, wrapped

if TYPE_CHECKING:
    from textual.screen import Screen

CHAPTERS: Final = (
    "idea",
    "stones",
    "figures",
    "practice",
    "beginning",
    "turn",
    "lines",
    "points",
    "edge",
    "exchange",
    "end",
    "tips",
    "short",
    "jokers",
    "race",
    "other",
    "rulings",
    "fair",
)

SAMPLES: Final = tuple(stone(Colour(at), Symbol(at), Ink(at)) for at in range(VALUES))
"""Four stones with every value of every feature."""


class TripitzRulesText(RulesText):
    def titles(self) -> list[str]:
        return [say(f"tripitz.rules.{chapter}.title") for chapter in CHAPTERS]

    def chapters(self, cells: int, app: App[Any]) -> list[list[Line]]:
        return [[*_heading(chapter), *_body(chapter, cells, app)] for chapter in CHAPTERS]

    def legend(self, cells: int, app: App[Any]) -> list[Line]:
        return _samples(cells, tones(app))

    def practice(self) -> "Screen[None]":
        from triqueta_tui.games.tripitz.practice import PracticeScreen

        return PracticeScreen()


def _heading(chapter: str) -> list[Line]:
    title = say(f"tripitz.rules.{chapter}.title")
    return [line((title, "title")), line(("─" * cell_len(title), "rule"))]


def _body(chapter: str, cells: int, app: App[Any]) -> list[Line]:
    colours = tones(app)
    if chapter == "practice":
        key = Keys(app.settings.keys if isinstance(app, TriquetaApp) else {}).of(PRACTICE_OPEN)
        return paragraphs(say("tripitz.rules.practice.text", key=key), cells)
    text = paragraphs(say(f"tripitz.rules.{chapter}.text"), cells)
    match chapter:
        case "stones":
            return [*text, (), *_samples(cells, colours)]
        case "figures":
            return [
                *text,
                *_figure(examples.TRIPLE, "triple", "good", cells, colours),
                *_figure(examples.DIFFERENT, "different", "good", cells, colours),
                *_figure(examples.SPOILED, "spoiled", "bad", cells, colours),
                *_figure(examples.QUADRUPLE, "quadruple", "good", cells, colours),
                (),
                *paragraphs(say("tripitz.rules.figures.after"), cells),
            ]
        case "points":
            return [
                *text,
                *_example(examples.TOUCHING, "points.touch", cells, colours),
                *_example(examples.TWO_FIGURES, "points.sum", cells, colours),
            ]
        case "edge":
            return [*text, *_example(examples.ON_THE_EDGE, "edge.example", cells, colours)]
    return text


def _samples(cells: int, colours: Tones) -> list[Line]:
    """Stones as pictures, letters and words."""
    lines: list[Line] = []
    for sample in SAMPLES:
        words = line((brief_name(sample), STRONG), (f" {full_name(sample)}", ""))
        first, *others = wrapped(words, cells - 2 - STEP - 1)
        lines.append((*stones_in_line((sample,), colours), (" ", ""), *first))
        lines += [((" " * (2 + STEP + 1), ""), *other) for other in others]
    return lines


def _figure(stones: tuple[int, ...], caption: str, style: str, cells: int, colours: Tones) -> list[Line]:
    """Stones in a line, the example's sentence, and a comparison of each feature."""
    words = say(f"tripitz.rules.figures.{caption}")
    return [
        (),
        stones_in_line(stones, colours),
        *wrapped(line((words, style)), cells),
        *explained(stones, cells),
    ]


def _example(example: Example, caption: str, cells: int, colours: Tones) -> list[Line]:
    """A part of the board with the new stone in brackets, and a sentence with its points."""
    columns = {place: 2 * place[0] + place[1] for place in example.shown}
    left, top = min(columns.values()), min(r for _, r in example.shown)
    half = STEP // 2
    across = half * (max(columns.values()) - left) + STEP + 1
    canvas = Canvas(min(cells, 1 + across), 1 + max(r for _, r in example.shown) - top)
    for place, column in columns.items():
        x, y = 2 + half * (column - left), place[1] - top
        if place == example.at:
            draw_stone(canvas, x, y, example.stone, Tile.SMALL, colours)
            canvas.put(x - 1, y, ("[", PLAIN))
            canvas.put(x + Tile.SMALL.cells, y, ("]", PLAIN))
        elif place in example.lying:
            draw_stone(canvas, x, y, example.lying[place], Tile.SMALL, colours)
        else:
            ground = colours.edge if NUMBERS[place] in EDGE else colours.inner
            draw_cell(canvas, x, y, Tile.SMALL, ground, "·", PLAIN)
    words = say(f"tripitz.rules.{caption}", sum=full_sum(example.sum))
    return [(), *drawn(canvas), *wrapped(line((words, "good")), cells)]
