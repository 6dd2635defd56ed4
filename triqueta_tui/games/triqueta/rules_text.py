"""The rules of Triqueta: chapters, the scoring table and a worked example."""

from typing import Any, Final

from rich.cells import cell_len
from textual.app import App

from triqueta_protocol.games.triqueta import VALUES, Animal
from triqueta_tui.game import RulesText
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.token_drawing import Inks, draw_picture, inks
from triqueta_tui.games.triqueta.token_words import DONE, PLACE, ROCK, SPOILED, TREE, letters, name
from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import number
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.players import SIGNS
from triqueta_tui.widgets.prose import Line, Piece, line, padded, paragraphs, width, wrapped

CHAPTERS: Final = (
    "idea",
    "things",
    "turn",
    "keep",
    "take",
    "round",
    "scoring",
    "example",
    "end",
    "tips",
    "two",
    "rulings",
    "fair",
)

EXAMPLE: Final = (1, 2, 3, 5, 3, 1)
"""The animals of the example's player."""

EXAMPLE_POINTS: Final = (1, 2, 7, -2, 9, 1)
EXAMPLE_TREES: Final = 2
EXAMPLE_ROCK: Final = 1
EXAMPLE_TOTAL: Final = 21

_NOTE_FROM: Final = 56
"""From this width on the example explains each line."""


class TriquetaRulesText(RulesText):
    def titles(self) -> list[str]:
        return [say(f"triqueta.rules.{chapter}.title") for chapter in CHAPTERS]

    def chapters(self, cells: int, app: App[Any]) -> list[list[Line]]:
        return [[*_heading(chapter), *_body(chapter, cells, inks(app))] for chapter in CHAPTERS]

    def legend(self, cells: int, app: App[Any]) -> list[Line]:
        """The letters of the animals and the signs of rows and scoresheet, two to a line where they fit."""
        colours = inks(app)
        animals = [
            line((f" {letters(animal)} ", colours.chips[animal]), (f"  {name(animal)} {VALUES[animal]}", ""))
            for animal in Animal
        ]
        signs = [
            line((f" {sign}  ", ink), (f"  {say(words)}", ""))
            for sign, ink, words in (
                (DONE, "good", "triqueta.rules.example.triqueta"),
                (SPOILED, "bad", "triqueta.rules.example.spoiled"),
                (TREE, "good", "triqueta.rules.scoring.tree"),
                (ROCK, "strong", "triqueta.rules.scoring.rock"),
                (SIGNS[1], "strong", "triqueta.legend.fresh"),
                (PLACE, "key", "triqueta.legend.third"),
            )
        ]
        return _in_columns([*animals, *signs], cells)


def _in_columns(entries: list[Line], cells: int) -> list[Line]:
    """Put two entries on a line if both fit."""
    column = max(map(width, entries)) + 3
    if 2 * column > cells:
        return entries
    return [
        line(*left, (" " * (column - width(left)), ""), *right)
        for left, right in zip(entries[::2], entries[1::2], strict=True)
    ]


def _heading(chapter: str) -> list[Line]:
    title = say(f"triqueta.rules.{chapter}.title")
    return [line((title, "title")), line(("─" * cell_len(title), "rule"))]


def _body(chapter: str, cells: int, colours: Inks) -> list[Line]:
    text = paragraphs(say(f"triqueta.rules.{chapter}.text", tree=TREE, rock=ROCK), cells)
    if chapter == "scoring":
        return [
            *text,
            (),
            *_scoring(cells),
            (),
            *paragraphs(say("triqueta.rules.scoring.note"), cells),
            (),
            *paragraphs(say("triqueta.rules.scoring.values"), cells),
            (),
            *_values(cells, colours),
        ]
    if chapter == "example":
        return [
            *text,
            (),
            *_example(cells, colours),
            (),
            *paragraphs(say("triqueta.rules.example.after"), cells),
        ]
    return text


def _scoring(cells: int) -> list[Line]:
    rows = [
        (say("triqueta.rules.scoring.one"), "1"),
        (say("triqueta.rules.scoring.two"), "2"),
        (say("triqueta.rules.scoring.three"), say("triqueta.rules.scoring.three_points")),
        (say("triqueta.rules.scoring.more"), say("triqueta.rules.scoring.more_points")),
        (f"{say('triqueta.rules.scoring.tree')} {TREE}", say("triqueta.rules.scoring.each")),
        (f"{say('triqueta.rules.scoring.rock')} {ROCK}", "1"),
    ]
    head = (say("triqueta.rules.scoring.head.count"), say("triqueta.rules.scoring.head.points"))
    left = max(cell_len(count) for count, _ in [*rows, head]) + 2
    styles = ("", "", "good", "bad", "", "")
    table = [
        line((padded(head[0], left), "dim"), (head[1], "dim")),
        line(("─" * min(cells, left + max(cell_len(points) for _, points in rows)), "rule")),
    ]
    for (count, points), style in zip(rows, styles, strict=True):
        first, *others = wrapped(line((points, style)), cells - left)
        table.append(line((padded(count, left), ""), *first))
        table += [line((" " * left, ""), *more) for more in others]
    return table


def _values(cells: int, colours: Inks) -> list[Line]:
    """The animals side by side, each with its letters, name and value below."""
    size = Size.MEDIUM
    step = max(size.cells, *(cell_len(_label(animal)) for animal in Animal)) + 2
    # A book that is being laid out may have next to no width yet.
    across = max(1, min(len(Animal), (cells + 2) // step))
    while len(Animal) % across:
        across -= 1
    lines: list[Line] = []
    for start in range(0, len(Animal), across):
        canvas = Canvas(across * step - 2, size.lines + 1)
        for column, animal in enumerate(list(Animal)[start : start + across]):
            left = column * step
            draw_picture(canvas, left + (step - 2 - size.cells) // 2, 0, animal, size, colours)
            label = _label(animal)
            canvas.write(left + (step - 2 - cell_len(label)) // 2, size.lines, label, colours.names[animal])
        lines += [tuple(cell for cell in row if cell[0]) for row in canvas.cells]
        lines.append(())
    return lines[:-1]


def _label(animal: Animal) -> str:
    short, called = letters(animal), f"{name(animal)} {VALUES[animal]}"
    return called if short == name(animal) else f"{short} {called}"


def _example(cells: int, colours: Inks) -> list[Line]:
    names = [name(animal) for animal in Animal]
    tree, rock, total = (
        say("triqueta.rules.scoring.tree"),
        say("triqueta.rules.scoring.rock"),
        say("triqueta.rules.example.total"),
    )
    left = max(cell_len(each) for each in (*names, tree, rock)) + 1
    right = min(cells, _NOTE_FROM) - 4
    padding = " " if cells >= _NOTE_FROM else ""
    lines = []
    for animal in Animal:
        count, points = EXAMPLE[animal], EXAMPLE_POINTS[animal]
        style = "good" if count == 3 else "bad" if points < 0 else ""
        tiles: list[Piece] = []
        for _ in range(count):
            tiles += [(f"{padding}{letters(animal)}{padding}", colours.chips[animal]), (" ", "")]
        row = line((padded(names[animal], left), ""), *tiles)
        note = _note(count) if cells >= _NOTE_FROM else ""
        lines.append(_with_points(row, note, points, style, right))
    tree_tiles = plural("triqueta.rules.example.tiles", EXAMPLE_TREES)
    lines.append(
        _with_points(line((padded(tree, left), ""), (tree_tiles, "dim")), "", EXAMPLE_TREES, "", right)
    )
    lines.append(_with_points(line((rock, "")), "", EXAMPLE_ROCK, "", right))
    lines.append(line(("─" * (right + 4), "rule")))
    lines.append(_with_points(line((total, "strong")), "", EXAMPLE_TOTAL, "strong", right))
    return lines


def _note(count: int) -> str:
    if count == 3:
        return say("triqueta.rules.example.triqueta")
    return say("triqueta.rules.example.spoiled") if count > 3 else ""


def _with_points(row: Line, note: str, points: int, style: str, right: int) -> Line:
    used = sum(cell_len(words) for words, _ in row)
    gap = right - used - cell_len(note)
    shown = number(points)
    return line(*row, (" " * gap, ""), (note, style or "dim"), (f"{shown:>4}", style))
