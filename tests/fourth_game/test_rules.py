"""The game itself, through what every game gives the table."""

from random import Random

import pytest

from tests.fourth_game import GAME
from tests.fourth_game.rules import ParleyRules, Position
from tests.fourth_game.words import Offer, Options
from tests.server.archive.club import play
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import RefusalError
from triqueta_server.bots.choose import choose

RULES = ParleyRules()


def played(seats: int, luck: int) -> Position:
    """A game of bots, each decision covered by what the seat was offered."""
    position = RULES.begin(seats, Options(rounds=4), b"seed")
    rng = Random(luck)
    while position.owing:
        seat = rng.choice(position.owing)
        mine = RULES.mine(position, seat)
        action = choose("bold", "parley", plain(RULES.public(position)), plain(mine), seat, rng)
        number = RULES.read(position, seat, action)
        assert number in position.legal(seat)
        assert RULES.write(position, seat, number) == action
        assert any(plain(choice.action) == action or choice.pick for choice in mine.choices)
        position.apply(seat, number, [])
    return position


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_game_of_bots_ends_and_somebody_wins(seats: int) -> None:
    positions = [played(seats, luck) for luck in range(20)]
    assert all(RULES.winners(position) for position in positions)
    assert any(position.coins for position in positions)
    assert played(seats, 3).points == positions[3].points


def test_the_family_on_the_wire_is_what_the_rules_take() -> None:
    position = RULES.begin(2, Options(), b"")
    (choice,) = RULES.mine(position, 0).choices
    for gifts in [(0,), (4,), (0, 4), (1, 2, 3)]:
        assert choice.covers(Offer(gifts))
        assert RULES.read(position, 0, plain(Offer(gifts))) in position.legal(0)
    for gifts in [(1, 0), (0, 0), (5,)]:
        assert not choice.covers(Offer(gifts))
        with pytest.raises(RefusalError):
            RULES.read(position, 0, plain(Offer(gifts)))


def test_its_games_come_out_like_any_other_s() -> None:
    """What records of finished games need has defaults: places by who has won, and no slips."""
    game = play(GAME, 3, Random(5))
    assert [how.place == 1 for how in game.ended] == [seat in game.winners for seat in range(3)]
    assert all(not how.slips for how in game.ended)
