"""The size of a drawn piece."""

from enum import Enum


class TileSize(Enum):
    """Each game lists its sizes in a subclass, as ``(cells, lines)``."""

    def __init__(self, cells: int, lines: int) -> None:
        self.cells = cells
        self.lines = lines
