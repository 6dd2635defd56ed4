"""Names of cards, in letters."""

from typing import Final

from triqueta_protocol.games.triche_cards import COLOURS as PLAIN_CARDS
from triqueta_protocol.games.triche_cards import EAST, FACES, NAMES, WEST, Colour
from triqueta_tui.widgets.prose import Line

LETTERS: Final = {Colour.BLUE: "T", Colour.GREY: "R", Colour.RED: "I"}


def letters(card: int) -> str:
    """A card in letters, three cells wide."""
    west, east = FACES[card][WEST], FACES[card][EAST]
    assert west is not None
    assert east is not None
    return f" {LETTERS[west]} " if card < PLAIN_CARDS else f"{LETTERS[west]}{NAMES[card][1]}{LETTERS[east]}"


def brief_name(card: int) -> str:
    """A card in letters, for a sentence."""
    return letters(card).strip()


def card_line(card: int) -> Line:
    """A card for a sentence, each letter in its colour."""
    text, inks = brief_name(card), [_theme_ink(card, side) for side in (WEST, EAST)]
    if len(text) == 1:
        return ((text, inks[0]),)
    return (text[0], inks[0]), (text[1:-1], ""), (text[-1], inks[1])


def _theme_ink(card: int, side: int) -> str:
    colour = FACES[card][side]
    assert colour is not None
    return f"$card-{colour.name.lower()}"
