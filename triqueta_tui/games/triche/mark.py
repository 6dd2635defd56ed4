"""The mark of Triché: a carré with its face-down centre."""

from typing import Final

from triqueta_tui.game import Mark

_CARDS: Final = (("r", "br", "g"), ("b", "k", "r"), ("g", "r", "b"))
"""The colours of each card: one, or two with a cut between them."""


def _carre(width: int, height: int, gap: int) -> tuple[str, ...]:
    """The pixels of nine cards of this size."""
    rows: list[str] = []
    for number, cards in enumerate(_CARDS):
        if number:
            rows += ["." * (3 * width + 2 * gap)] * gap
        for y in range(height):
            cut = round(width * (height - y - 0.5) / height)
            rows.append(("." * gap).join(card[0] * cut + card[-1] * (width - cut) for card in cards))
    return tuple(rows)


MARK: Final = Mark(
    "TRICHÉ",
    small=_carre(6, 2, 1),
    large=_carre(8, 6, 2),
    tints={"r": "card-red", "b": "card-blue", "g": "card-grey", "k": "card-back"},
)
