"""The options of a game as a form and in words."""

import msgspec
import pytest

from tests.triqueta_tui.driving import driving, make_app
from triqueta_protocol.games.triche import Options
from triqueta_tui.games.triche.options import TricheOptions
from triqueta_tui.locale import LANGUAGES, say, use
from triqueta_tui.paths import Paths
from triqueta_tui.screens.new_game import NewGame

FORM = TricheOptions()


def test_the_form_begins_with_the_usual_game() -> None:
    lines = FORM.lines(4, {})
    assert FORM.options({line.name: line.value for line in lines}) == {}
    assert [line.name for line in lines] == ["form", "target", "start"]
    assert (lines[1].values, lines[1].value) == (("15", "21", "30"), "21")


def test_diagonals_are_asked_for_with_two_coloured_cards_only() -> None:
    assert [line.name for line in FORM.lines(4, {"expansion": True})] == [
        *("form", "target", "diagonals", "start")
    ]


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
    assert FORM.advice({"expansion": True, "target": 15}) == say("triche.set_up.advice.short")
    assert FORM.advice({"target": 30}) == say("triche.set_up.advice.long")
    for fine in ({}, {"target": 15}, {"expansion": True}, {"expansion": True, "target": 30}):
        assert not FORM.advice(fine)


def test_options_of_a_newer_server_do_no_harm() -> None:
    assert FORM.words({"target": 99}) == FORM.words({})
    assert FORM.words({"colours": 5}) == FORM.words({})


def test_who_begins_can_be_chosen() -> None:
    options = FORM.options({"start": "2"})
    assert options == {"start": 2}
    assert {line.name: line.value for line in FORM.lines(3, options)}["start"] == "2"
    assert {line.name: line.value for line in FORM.lines(2, options)}["start"] == "chance"
    assert "seat 3 starts" in FORM.words(options)


async def test_the_form_asks_for_more_and_advises_while_it_is_filled_in(paths: Paths) -> None:
    async with driving(make_app(paths, game="triche")) as driver:
        await driver.press("n")
        screen = await driver.shown(NewGame)
        assert "Diagonals" not in driver.text
        await driver.press(*["down"] * 7, "right")
        assert screen.form["form"] == "expansion"
        assert "Diagonals" in driver.text
        await driver.press("down", "left")
        assert screen.form["target"] == "15"
        assert "Rather short" in driver.text
        await driver.press("right")
        assert "Rather short" not in driver.text
