"""Where the rounds of a game begin."""

from triqueta_protocol.games.tripitz import Exchanged, Placed, StoodBack
from triqueta_protocol.games.tripitz_board import Sum
from triqueta_tui.games.tripitz.rounds import round_starts


def laid(seat: int) -> Placed:
    return Placed(seat=seat, stone=1, cell=1, sum=Sum(1, 0, 1, False, 1))


def test_a_round_begins_when_the_first_player_is_next_again() -> None:
    story = [
        (),
        (StoodBack(seat=0),),
        (laid(1),),
        (laid(0),),
        (Exchanged(seat=1, stones=(1,), drawn=(2,)),),
        (laid(0),),
        (laid(1),),
    ]
    assert round_starts(story) == [0, 3, 5], "before the first player's decision"
    assert round_starts([()]) == [0]
