"""The prompt names every moment of a turn, and fits into the smallest terminal in every language."""

from typing import cast

import pytest
from rich.cells import cell_len

from tests.triqueta_tui.games.tripitz.local import LocalTable
from tests.triqueta_tui.games.tripitz.playing import may_swap, must_sit_out, played, until
from tests.triqueta_tui.locale.catalogues import section
from triqueta_protocol.games.tripitz import Options
from triqueta_protocol.games.tripitz_board import CELLS, EDGE
from triqueta_protocol.games.tripitz_stones import STONES
from triqueta_tui import locale
from triqueta_tui.games.tripitz.chooser import Chooser
from triqueta_tui.games.tripitz.prompts import ending, others_turn, own_turn
from triqueta_tui.games.tripitz.stone_words import brief_name, full_name
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import LANGUAGES
from triqueta_tui.session.view import TableView
from triqueta_tui.table.prompt import Keys, Prompt

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
    "ends": "",
}
ENDS = {"win", "draw", "lose", "surely", "maybe"}


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
    called = full_name if form == "prompt" else brief_name
    longest = max((called(stone) for stone in range(STONES)), key=cell_len)
    locale.use("en")
    words = section(language, "tripitz.table")
    prompts = {key: text for key, text in words.items() if key.startswith(f"tripitz.table.{form}.")}
    assert len(prompts) >= 10
    for key, text in prompts.items():
        for end in ENDS if key.endswith(".ends") else {""}:
            ends = words[f"tripitz.table.ends.{end}"].format(mine=188, theirs=188) if end else ""
            filled = text.format(stone=longest, **FILLED | {"ends": ends})
            assert cell_len(filled) <= columns - Prompt.MARGIN, (key, filled)


def test_a_turn_names_the_stone_and_the_keys() -> None:
    chooser = choosing(played(LocalTable(2, 0), 10))
    words = own_turn(chooser, USUAL, WIDE)
    assert words.startswith("Place ")
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
    assert own_turn(stuck, USUAL, WIDE).startswith("You can’t do anything now")
    race = choosing(LocalTable(2, 0, "race", options=Options(start_player="race")))
    assert "First to place starts" in own_turn(race, USUAL, WIDE)
    assert own_turn(Chooser(), USUAL, WIDE) == ""


def test_whose_turn_it_is_has_words_in_every_language() -> None:
    table = LocalTable(3, None)
    whose = table.public.owing[0]
    for language in LANGUAGES:
        locale.use(language)
        assert view(table).names[whose] in others_turn(view(table), Chooser(), WIDE)
    locale.use("en")


def test_a_stone_that_ends_a_short_game_is_announced_with_who_wins() -> None:
    told = set()
    for number in range(6):
        table = LocalTable(2, 0, f"short {number}", options=Options(short=True))
        while table.position.owing:
            now, chooser = view(table), choosing(table)
            for place in range(len(chooser.rack)):
                chooser.select(place)
                for cell, gain in chooser.gains.items():
                    chooser.go_to(cell)
                    words = own_turn(chooser, USUAL, WIDE, ending(now, chooser))
                    assert ("game over" in words) == (cell in EDGE)
                    if cell in EDGE:
                        mine, theirs = now.public.points[0] + gain, now.public.points[1]
                        assert words.endswith(f" {mine}:{theirs}")
                        assert ("you win" in words) == (mine > theirs)
                        assert ("you lose" in words) == (mine < theirs)
                        told.add(mine > theirs)
            table.move()
    assert told == {True, False}


def test_without_help_the_edge_of_a_short_game_is_announced_whatever_the_stone() -> None:
    table = LocalTable(2, 0, options=Options(short=True))
    table.play_on(lambda public: public.owing == (0,))
    now, chooser = view(table), choosing(table)
    chooser.help = "nothing"
    for cell in range(CELLS):
        chooser.go_to(cell)
        assert bool(ending(now, chooser)) == (cell in EDGE)
    assert not ending(view(LocalTable(2, 0)), chooser)


def test_what_was_drawn_is_told_while_the_others_move() -> None:
    table = LocalTable(2, 0)
    table.play_on(lambda public: public.owing == (0,) and public.last is not None)
    chooser = choosing(table)
    table.move()
    now = view(table)
    chooser.renew(now)
    (place,) = chooser.fresh
    words = others_turn(now, chooser, WIDE)
    assert words.endswith(f"▾ you drew {full_name(chooser.rack[place])}")
    assert "drew" not in others_turn(now, chooser, 30)


def test_with_the_last_stone_no_other_is_offered() -> None:
    table = LocalTable(2, 0)
    table.play_on(lambda public: public.owing == (0,) and len(public.racks[0]) == 1)
    words = own_turn(choosing(table), USUAL, WIDE)
    assert words.endswith("(Enter), your last stone")
