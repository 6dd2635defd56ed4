"""A board with the looks of Triqueta: stone of towers and rock, leaf and trunk of trees."""

from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.looks import Look


class TriquetaBoard(Board):
    LOOKS = Board.LOOKS | {
        "stone": Look("stone"),
        "stone-shade": Look("stone-shade"),
        "leaf": Look("leaf", text="bold"),
        "trunk": Look("trunk"),
    }
