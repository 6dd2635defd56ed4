"""The registry of bots: each game has a bot for each of its levels, and others are refused."""

from random import Random

import pytest

from tests.server.bots.triqueta.games import question
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games import VOCABULARIES
from triqueta_server.bots import BOTS, NAMES
from triqueta_server.bots.choose import choose
from triqueta_server.games import RULES


def test_every_game_has_rules_and_bots() -> None:
    assert VOCABULARIES.keys() == RULES.keys() == BOTS.keys()


@pytest.mark.parametrize("game", VOCABULARIES)
def test_the_bots_of_a_game_have_exactly_its_levels(game: str) -> None:
    vocabulary = VOCABULARIES[game]
    assert tuple(BOTS[game]) == vocabulary.levels
    assert vocabulary.stand_in in vocabulary.levels


def test_an_unknown_level_or_game_is_refused() -> None:
    game, public, mine, seat = question()
    with pytest.raises(RefusalError) as refused:
        choose("godlike", game, public, mine, seat, Random(0))
    assert refused.value.code == Code.UNKNOWN_LEVEL
    with pytest.raises(RefusalError) as refused:
        choose("easy", "chess", public, mine, seat, Random(0))
    assert refused.value.code == Code.UNKNOWN_GAME


def test_names_are_short_plain_and_enough_for_a_table() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 5
    assert all(name.isascii() and name.isalpha() and len(name) <= 8 for name in NAMES)
