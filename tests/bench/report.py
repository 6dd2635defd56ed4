"""How a bench prints what it measured: a table for people, then one line of JSON for programs."""

import json
from collections.abc import Iterable, Mapping, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Columns as wide as they must be; words to the left, numbers to the right."""
    cells = [list(heads), *([_cell(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        first, *others = (
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join([first, *others]))


def json_line(figures: Mapping[str, float]) -> None:
    """The last line of every bench."""
    print(json.dumps({name: round(value, 3) for name, value in figures.items()}), flush=True)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
