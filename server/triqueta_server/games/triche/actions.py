"""Triché's actions: as small numbers, typed, and as on the wire."""

from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from triqueta_protocol.games.triche import AnyAction, Conquer, Place, Redraw, SetUp, Swap
from triqueta_protocol.games.triche_cards import CARDS, CENTRE, HAND, OUTER_CELLS, UNTURNED
from triqueta_server.games.actions import WireActions, bad_action, encode

RING: Final = (0, 1, 2, 5, 8, 7, 6, 3)
"""The cells around the centre, clockwise: a cell's place here is its slot."""
SLOTS: Final = {cell: slot for slot, cell in enumerate(RING)}

CARD_SHIFT: Final = 6
CARRE_SHIFT: Final = 3
SLOT_MASK: Final = 7

PLACE: Final = 0
"""``PLACE + (card << CARD_SHIFT | carré << CARRE_SHIFT | slot)``."""
CONQUER: Final = CARDS << CARD_SHIFT
"""``CONQUER + yes``."""
SWAP: Final = CONQUER + 2
"""``SWAP + yes``."""
REDRAW: Final = SWAP + 2
"""``REDRAW + mask``: bit ``i`` says whether the ``i``-th card of the hand goes back to the pile."""
SET_UP: Final = REDRAW + (1 << HAND)
"""``SET_UP + ((kind of the centre * CARDS + first card) * CARDS + second card) * pairs + pair of cells``."""

PAIRS: Final = tuple(combinations(OUTER_CELLS, 2))
KINDS: Final = tuple(card for card in range(CARDS) if card == UNTURNED[card])
"""The nine kinds of cards; a kind's place here is its number."""
KIND_OF: Final = tuple(KINDS.index(card) for card in UNTURNED)
"""By card as it lies."""
ACTIONS: Final = range(SET_UP + len(KINDS) * CARDS * CARDS * len(PAIRS))

_ACTIONS: Final = WireActions[AnyAction](AnyAction)


def placement(card: int, carre: int, slot: int) -> int:
    return card << CARD_SHIFT | carre << CARRE_SHIFT | slot


def set_up(centre: int, first: int, second: int, pair: int) -> int:
    return SET_UP + ((KIND_OF[centre] * CARDS + first) * CARDS + second) * len(PAIRS) + pair


def read_set_up(action: int) -> tuple[int, int, int, tuple[int, int]]:
    """The centre, the first and the second card, and their cells."""
    cards, pair = divmod(action - SET_UP, len(PAIRS))
    rest, second = divmod(cards, CARDS)
    kind, first = divmod(rest, CARDS)
    return KINDS[kind], first, second, PAIRS[pair]


@lru_cache(maxsize=1 << 12)
def typed(action: int) -> AnyAction:
    """A numbered action as a typed one."""
    if action < CONQUER:
        carre = action >> CARRE_SHIFT & SLOT_MASK
        return Place(action >> CARD_SHIFT, carre, RING[action & SLOT_MASK])
    if action < SWAP:
        return Conquer(bool(action - CONQUER))
    if action < REDRAW:
        return Swap(bool(action - SWAP))
    if action < SET_UP:
        mask = action - REDRAW
        return Redraw(tuple(place for place in range(HAND) if mask >> place & 1))
    centre, first, second, cells = read_set_up(action)
    return SetUp(centre, (first, second), cells)


def read(action: dict[str, Any]) -> int:
    """The number of an action from the wire; refuses a malformed one."""
    word = _ACTIONS.decode(action)
    match word:
        case Place():
            if word.cell == CENTRE:
                raise bad_action("`cell` is the centre")
            return placement(word.card, word.carre, SLOTS[word.cell])
        case Conquer():
            return CONQUER + word.yes
        case Swap():
            return SWAP + word.yes
        case Redraw():
            if list(word.cards) != sorted(set(word.cards)):
                raise bad_action("`cards` must increase")
            return REDRAW + sum(1 << place for place in word.cards)
        case SetUp():
            if word.centre != UNTURNED[word.centre]:
                raise bad_action("`centre` cannot be turned yet")
            if word.cells not in PAIRS:
                raise bad_action("`cells` must increase and leave the centre out")
            return set_up(word.centre, *word.cards, PAIRS.index(word.cells))


def write(action: int) -> dict[str, Any]:
    """An action as a new map for the wire and the store."""
    return encode(typed(action))
