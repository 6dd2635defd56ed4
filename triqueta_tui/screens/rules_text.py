"""What the rules screen says: the chapters, the scoring table and the worked example, in lines of a width."""

from typing import Final

from rich.cells import cell_len

from protocol.games.triqueta import VALUES, Animal
from triqueta_tui.locale import plural, say
from triqueta_tui.widgets.prose import Line, Piece, line, padded, paragraphs, wrapped

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
    "fair",
)

EXAMPLE: Final = (2, 3, 1, 3, 0, 5)
"""How many of each animal the player of the example has."""

EXAMPLE_POINTS: Final = (2, 6, 1, 8, 0, -2)
EXAMPLE_TREES: Final = 2
EXAMPLE_ROCK: Final = 1
EXAMPLE_TOTAL: Final = 18

_NOTE_FROM: Final = 56
"""From this width on the example has room for a word about each line."""


def chapters(cells: int) -> list[list[Line]]:
    """The whole text."""
    return [[*_heading(name), *_body(name, cells)] for name in CHAPTERS]


def titles() -> list[str]:
    """The names of the chapters."""
    return [say(f"rules.{name}.title") for name in CHAPTERS]


def _heading(name: str) -> list[Line]:
    title = say(f"rules.{name}.title")
    return [line((title, "title")), line(("─" * cell_len(title), "rule"))]


def _body(name: str, cells: int) -> list[Line]:
    text = paragraphs(say(f"rules.{name}.text"), cells)
    if name == "scoring":
        return [
            *text,
            (),
            *_scoring(cells),
            (),
            *paragraphs(say("rules.scoring.values"), cells),
            (),
            *_values(cells),
        ]
    if name == "example":
        return [*text, (), *_example(cells), (), *paragraphs(say("rules.example.after"), cells)]
    return text


def _scoring(cells: int) -> list[Line]:
    rows = [
        (say("rules.scoring.one"), "1"),
        (say("rules.scoring.two"), "2"),
        (say("rules.scoring.three"), say("rules.scoring.three_points")),
        (say("rules.scoring.more"), say("rules.scoring.more_points")),
        (say("rules.scoring.tree"), say("rules.scoring.each")),
        (say("rules.scoring.rock"), "1"),
    ]
    head = (say("rules.scoring.head.count"), say("rules.scoring.head.points"))
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


def _values(cells: int) -> list[Line]:
    names = [_name(animal) for animal in Animal]
    wide = max(map(cell_len, names))
    entry = 4 + 1 + wide + 3 + 3
    across = max(1, min(3, cells // entry))
    lines: list[Line] = []
    for start in range(0, len(Animal), across):
        pieces: list[Piece] = []
        for animal in list(Animal)[start : start + across]:
            pieces += [
                _tile(animal),
                (f" {padded(names[animal], wide)} ", ""),
                (f"{VALUES[animal]:>2}", "strong"),
                ("   ", ""),
            ]
        lines.append(line(*pieces))
    return lines


def _example(cells: int) -> list[Line]:
    names = [_name(animal) for animal in Animal]
    tree, rock, total = say("rules.scoring.tree"), say("rules.scoring.rock"), say("rules.example.total")
    left = max(cell_len(name) for name in (*names, tree, rock)) + 1
    right = min(cells, _NOTE_FROM) - 4
    lines = []
    for animal in Animal:
        count, points = EXAMPLE[animal], EXAMPLE_POINTS[animal]
        style = "good" if count == 3 else "bad" if points < 0 else ""
        tiles: list[Piece] = []
        for _ in range(count):
            tiles += [_tile(animal, padding=" " if cells >= _NOTE_FROM else ""), (" ", "")]
        row = line((padded(names[animal], left), ""), *tiles)
        note = _note(count) if cells >= _NOTE_FROM else ""
        lines.append(_with_points(row, note, points, style, right))
    tree_tiles = plural("rules.example.tiles", EXAMPLE_TREES)
    lines.append(
        _with_points(line((padded(tree, left), ""), (tree_tiles, "dim")), "", EXAMPLE_TREES, "", right)
    )
    lines.append(_with_points(line((rock, "")), "", EXAMPLE_ROCK, "", right))
    lines.append(line(("─" * (right + 4), "rule")))
    lines.append(_with_points(line((total, "strong")), "", EXAMPLE_TOTAL, "strong", right))
    return lines


def _note(count: int) -> str:
    if count == 3:
        return say("rules.example.triqueta")
    return say("rules.example.spoiled") if count > 3 else ""


def _with_points(row: Line, note: str, points: int, style: str, right: int) -> Line:
    used = sum(cell_len(words) for words, _ in row)
    gap = right - used - cell_len(note)
    shown = str(points).replace("-", "−")
    return line(*row, (" " * gap, ""), (note, style or "dim"), (f"{shown:>4}", style))


def _name(animal: Animal) -> str:
    return say(f"animals.{animal.name.lower()}.name")


def _tile(animal: Animal, padding: str = " ") -> Piece:
    name = animal.name.lower()
    return f"{padding}{say(f'animals.{name}.letters')}{padding}", name
