"""The options of a game as a form and in words."""

import msgspec
import pytest

from protocol.games.triche import Options
from triqueta_tui.games.triche.set_up import TricheSetUp
from triqueta_tui.locale import LANGUAGES, say, use

FORM = TricheSetUp()


def test_the_form_begins_with_the_usual_game() -> None:
    lines = FORM.lines(4, {})
    assert FORM.options({line.name: line.value for line in lines}) == {}
    assert [line.name for line in lines] == ["form", "target"]


def test_diagonals_are_asked_for_with_two_coloured_cards_only() -> None:
    assert [line.name for line in FORM.lines(4, {"form": "expansion"})] == ["form", "target", "diagonals"]


@pytest.mark.parametrize("form", ["base", "expansion"])
@pytest.mark.parametrize("target", ["15", "21", "30"])
@pytest.mark.parametrize("diagonals", ["on", "off"])
def test_every_form_stands_for_options_that_the_game_takes(form: str, target: str, diagonals: str) -> None:
    options = FORM.options({"form": form, "target": target, "diagonals": diagonals})
    taken = msgspec.convert(options, Options)
    assert (taken.expansion, str(taken.target)) == (form == "expansion", target)
    assert taken.diagonal_conformity == (diagonals if form == "expansion" else "on")
    again = {line.name: line.value for line in FORM.lines(4, options)}
    assert FORM.options(again) == options


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rules_advise_against_is_said_and_not_forbidden(language: str) -> None:
    use(language)
    assert say("triche.set_up.advice.short") in FORM.words({"expansion": True, "target": 15})
    assert say("triche.set_up.advice.long") in FORM.words({"target": 30})
    for fine in ({}, {"target": 15}, {"expansion": True}, {"expansion": True, "target": 30}):
        words = FORM.words(fine)
        assert not any(say(f"triche.set_up.advice.{one}") in words for one in ("short", "long"))
