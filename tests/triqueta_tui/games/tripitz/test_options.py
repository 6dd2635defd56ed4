"""The options of a game as a form and in words."""

from itertools import product
from typing import Any

import msgspec
import pytest

from triqueta_protocol.games.tripitz import Options
from triqueta_tui.games.tripitz.options import TripitzOptions
from triqueta_tui.locale import LANGUAGES, say, use

FORM = TripitzOptions()
NAMES = ["short", "jokers", "start_player", "start_stones", "one_figure_per_axis"]


def test_the_form_begins_with_the_usual_game_and_knows_every_option() -> None:
    use("en")
    lines = FORM.lines(4, {})
    assert FORM.options({line.name: line.value for line in lines}) == {}
    assert [line.name for line in lines] == NAMES
    assert {*NAMES} == {*Options.__struct_fields__}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_stands_for_options_that_the_game_takes(language: str) -> None:
    use(language)
    taken = set()
    for values in product(*(line.values for line in FORM.lines(4, {}))):
        filled = dict(zip(NAMES, values, strict=True))
        options = FORM.options(filled)
        taken.add(msgspec.convert(options, Options))
        assert {line.name: line.value for line in FORM.lines(4, options)} == filled
        assert len(FORM.words(options)) == len({"short", *options})
    assert len(taken) == 2 * 2 * 3 * 3 * 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_speaks_against_options_is_said_and_not_forbidden(language: str) -> None:
    use(language)
    assert FORM.advice({"start_player": "race"}) == say("tripitz.set_up.advice.race")
    fine: tuple[dict[str, Any], ...] = ({}, {"short": True, "jokers": True}, {"start_stones": "random"})
    for options in fine:
        assert not FORM.advice(options)


def test_options_of_a_newer_server_do_no_harm() -> None:
    use("en")
    assert FORM.words({"short": "very"}) == FORM.words({}) == ["until all stones are placed"]
    assert FORM.options({"short": "very", "colours": "5"}) == {}
