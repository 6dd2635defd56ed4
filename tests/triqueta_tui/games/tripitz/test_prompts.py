"""The prompt names every moment of a turn, and fits into the smallest terminal in every language."""

from typing import cast

import pytest
from rich.cells import cell_len

from protocol.games.tripitz import Options
from protocol.games.tripitz_stones import STONES
from tests.triqueta_tui.games.tripitz.local import LocalTable
from tests.triqueta_tui.games.tripitz.playing import may_swap, must_sit_out, played, until
from triqueta_tui import locale
from triqueta_tui.games.tripitz.chooser import Chooser
from triqueta_tui.games.tripitz.prompts import others_turn, own_turn
from triqueta_tui.games.tripitz.stone_words import described, spoken
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import LANGUAGES, catalogue
from triqueta_tui.table.prompt import Keys, Prompt
from triqueta_tui.table.view_model import TableView

USUAL = Keys({})
WIDE = 200
FILLED = {
    "key": "Enter",
    "first": "1",
    "last": "7",
    "next": "c",
    "tab": "Tab",
    "exchange": "x",
    "swap": "j",
    "back": "Esc",
    "stand_back": "z",
}


def view(table: LocalTable) -> View:
    return cast("View", TableView.of(table.mirror))


def choosing(table: LocalTable) -> Chooser:
    chooser = Chooser()
    chooser.renew(view(table))
    return chooser


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("form", "columns"), [("prompt", 80), ("brief", 40)])
def test_every_prompt_fits(language: str, form: str, columns: int) -> None:
    locale.use(language)
    called = described if form == "prompt" else spoken
    longest = max((called(stone) for stone in range(STONES)), key=cell_len)
    locale.use("en")
    words = catalogue(language, "tripitz.table")
    prompts = {key: text for key, text in words.items() if key.startswith(f"tripitz.table.{form}.")}
    assert len(prompts) >= 10
    for key, text in prompts.items():
        assert cell_len(text.format(stone=longest, **FILLED)) <= columns - Prompt.MARGIN, key


def test_a_turn_names_the_stone_and_the_keys() -> None:
    chooser = choosing(played(LocalTable(2, 0), 10))
    words = own_turn(chooser, USUAL, WIDE)
    assert words.startswith("Lay ")
    assert "(1–7)" in words
    assert "exchange (x)" in words
    assert own_turn(chooser, Keys({"tripitz.exchange": "e"}), WIDE).endswith("exchange (e)")


def test_a_stone_that_makes_no_figure_says_so_only_where_help_does() -> None:
    table = played(LocalTable(2, 0), 10)
    chooser = choosing(table)
    lame = next(place for place, stone in enumerate(chooser.rack) if not chooser.best_gain(stone))
    chooser.select(lame)
    assert "no figure; another" in own_turn(chooser, USUAL, WIDE)
    chooser.help = "nothing"
    assert "no figure" not in own_turn(chooser, USUAL, WIDE)


def test_every_other_moment_has_its_words() -> None:
    jokers = choosing(until(LocalTable(2, 0, "jokers 3", options=Options(jokers=True)), may_swap))
    jokers.select(len(jokers.rack) - 1)
    assert own_turn(jokers, USUAL, WIDE).startswith("Take an enclosed stone")
    jokers.swap()
    assert own_turn(jokers, USUAL, WIDE).startswith("Which stone for the joker?")
    stuck = choosing(until(LocalTable(2, 0, "sit 10"), must_sit_out))
    assert own_turn(stuck, USUAL, WIDE).startswith("Nothing is possible")
    race = choosing(LocalTable(2, 0, "race", options=Options(start_player="race")))
    assert "First to lay begins" in own_turn(race, USUAL, WIDE)
    assert own_turn(Chooser(), USUAL, WIDE) == ""


def test_whose_turn_it_is_has_words_in_every_language() -> None:
    table = LocalTable(3, None)
    whose = table.public.owing[0]
    for language in LANGUAGES:
        locale.use(language)
        assert view(table).names[whose] in others_turn(view(table))
    locale.use("en")
