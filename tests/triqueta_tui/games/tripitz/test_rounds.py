"""Where the chapters of a game's history begin."""

from protocol.games.tripitz import Exchanged, Placed, StoodBack
from protocol.games.tripitz_board import Sum
from protocol.happenings import GameBegan
from triqueta_tui.games.tripitz.rounds import Rounds


def laid(seat: int) -> Placed:
    return Placed(seat=seat, stone=1, cell=1, sum=Sum(1, 0, 1, False, 1))


def test_a_round_begins_when_the_first_player_is_next_again() -> None:
    rounds = Rounds(1)
    story = [
        GameBegan(number=1, commitment=b""),
        StoodBack(seat=0),
        laid(1),
        laid(0),
        Exchanged(seat=1, stones=(1,), drawn=(2,)),
        laid(0),
        laid(1),
    ]
    assert [rounds.begins(one) for one in story] == [False, False, False, False, True, False, True]
    assert not rounds.begins(GameBegan(number=2, commitment=b""))
    assert not rounds.begins(laid(1)), "another game begins with its first round"
