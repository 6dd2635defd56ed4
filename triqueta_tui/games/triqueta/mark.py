"""The mark of Triqueta: the knot."""

from typing import Final

from triqueta_tui.game import Mark
from triqueta_tui.widgets.knot import KNOT

MARK: Final = Mark(
    "TRIQUETA",
    small=(
        ".....bc.....",
        "....bbcc....",
        "...bb..cc...",
        "...baaacc...",
        "..aaaaaac...",
        ".aab....cca.",
        ".a.bb..cc.a.",
        "a..bb..cc..a",
        "a...bbb...ba",
        ".cccc.bbbbb.",
    ),
    large=KNOT,
)
