"""A board with the styles of Triqueta: stone of towers and rock, leaf and trunk of trees."""

from typing import ClassVar

from triqueta_tui.widgets.board import Board


class TriquetaBoard(Board):
    DEFAULT_CSS = """
    TriquetaBoard > .board--stone { color: $stone; }
    TriquetaBoard > .board--stone-shade { color: $stone-shade; }
    TriquetaBoard > .board--leaf { color: $leaf; text-style: bold; }
    TriquetaBoard > .board--trunk { color: $trunk; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--stone",
        "board--stone-shade",
        "board--leaf",
        "board--trunk",
    }
