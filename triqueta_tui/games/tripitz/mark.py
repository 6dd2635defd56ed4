"""The mark of Tripitz: stones that touch."""

from typing import Final

from triqueta_tui.game import Mark

_SMALL: Final = (
    ".______.",
    "___ss___",
    "___ss___",
    ".______.",
)
_LARGE: Final = (
    "..______..",
    ".________.",
    "____ss____",
    "___ssss___",
    "____ss____",
    ".________.",
    "..______..",
)


def _stones(stone: tuple[str, ...], *rows: tuple[str, ...]) -> tuple[str, ...]:
    """Rows of stones, each named by the letters of its colour and of its symbol's."""
    across = max(map(len, rows)) * (len(stone[0]) + 1) - 1
    lines: list[str] = []
    for number, row in enumerate(rows):
        if number:
            lines.append("." * across)
        for line in stone:
            pixels = ".".join(line.replace("_", one[0]).replace("s", one[1]) for one in row)
            lines.append(pixels.center(across, "."))
    return tuple(lines) + ("." * across,) * (len(lines) % 2)


MARK: Final = Mark(
    "TRIPITZ",
    small=_stones(_SMALL, ("yk",), ("rw", "bl")),
    large=_stones(_LARGE, ("yk", "rw"), ("bl", "yw", "ek"), ("rk", "bw")),
    tints={
        "y": "stone-yellow",
        "r": "stone-red",
        "b": "stone-blue",
        "e": "stone-green",
        "w": "symbol-white",
        "k": "symbol-black",
        "l": "symbol-light-blue",
    },
)
