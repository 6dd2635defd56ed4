"""What comes out of the bag next, once the shuffle is open."""

import msgspec

from protocol.games.tripitz import Exchanged, Options, Placed
from triqueta_tui.games.tripitz.draws import Dealer
from triqueta_tui.games.tripitz.view import View


def to_come(now: View) -> tuple[int, ...]:
    """The pieces in the bag in the order in which they would be drawn; none while that is a secret."""
    if now.opened is None:
        return ()
    dealer = Dealer(now.opened.seed, msgspec.convert(now.room.options, Options), len(now.names))
    for one in now.opened.story:
        if isinstance(one, Placed) and one.drawn is not None:
            dealer.draw((one.drawn,))
        elif isinstance(one, Exchanged):
            dealer.draw(one.drawn)
            dealer.put_back(one.stones)
    return dealer.bag
