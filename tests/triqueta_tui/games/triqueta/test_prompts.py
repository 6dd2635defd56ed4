"""The words say what can be done, with the player's own keys, and fit the terminal."""

import re

import pytest
from rich.cells import cell_len

from tests.triqueta_tui.games.triqueta.local import LocalTable
from triqueta_protocol.games.triqueta import Keep, Options, Place, Public
from triqueta_tui import locale
from triqueta_tui.games.triqueta import prompts
from triqueta_tui.games.triqueta.chooser import Chooser
from triqueta_tui.games.triqueta.prompts import explained, row_keys
from triqueta_tui.games.triqueta.token_words import name
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.session.view import TableView
from triqueta_tui.table.prompt import Keys

NARROW = 36


def situations(seats: int, options: Options | None = None) -> list[View]:
    """Every situation of a whole game in which the viewer owes a decision, or the others do."""
    table = LocalTable(seats, 0, options=options)
    found: list[View] = []

    def remember(public: Public) -> bool:
        now = TableView.of(table.mirror)
        assert now is not None
        found.append(now)
        return False

    table.play_on(remember)
    return found


def words(now: View, cells: int, keys: Keys | None = None) -> str:
    chooser = Chooser()
    chooser.renew(now.mine.choices if now.mine is not None else ())
    return prompts.own_turn(now, chooser, keys or Keys({}), cells) or prompts.others_turn(now)


@pytest.mark.parametrize("language", locale.LANGUAGES)
@pytest.mark.parametrize(("seats", "options"), [(5, None), (2, Options(variant="dorra"))])
def test_what_the_player_may_do_always_fits_the_smallest_terminal(
    seats: int, options: Options | None, language: str
) -> None:
    locale.use(language)
    for now in situations(seats, options):
        if now.my_turn and now.public.phase in {"turn", "place"}:
            assert cell_len(words(now, NARROW)) <= NARROW, words(now, NARROW)


def test_keys_are_named_as_they_are_set() -> None:
    keys = Keys({"triqueta.draw": "x", "triqueta.row_1": "a"})
    now = next(one for one in situations(3) if one.my_turn and one.public.phase == "turn")
    assert words(now, 80, keys) == "Your turn: draw a token (x) or take a row (a 2 3)"


def test_the_second_of_two_tokens_is_kept_or_boxed_when_the_first_lies_in_a_row() -> None:
    told = set()
    for now in situations(2, Options(variant="dorra")):
        assert now.mine is not None
        offered = {type(one.action) for one in now.mine.choices}
        if now.my_turn and now.public.phase == "place" and Place not in offered:
            animal = name(now.mine.drawn[0])
            if Keep in offered:
                assert words(now, 80) == f"{animal}: keep it face down (f) or put it in the box (b)"
            else:
                assert words(now, 80) == f"{animal}: put it in the box (b)"
            told.add(Keep in offered)
    assert told == {True, False}


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_taking_a_row_names_both_keys_as_they_are_set_and_fits(language: str) -> None:
    locale.use(language)
    now = next(one for one in situations(3) if one.my_turn and one.public.phase == "turn")
    assert now.mine is not None
    chooser = Chooser()
    chooser.renew(now.mine.choices)
    chooser.press_row(1)
    asked = prompts.own_turn(now, chooser, Keys({"table.choose": "x", "table.back": "y"}), 80)
    assert {"x", "y"} <= set(re.findall(r"[a-z]+", asked))
    assert "Esc" not in asked
    assert cell_len(prompts.own_turn(now, chooser, Keys({}), NARROW)) <= NARROW


def test_rows_that_follow_one_another_are_named_as_a_range() -> None:
    assert row_keys(Keys({}), [0, 1, 2, 3]) == "1–4"
    assert row_keys(Keys({}), [0, 1, 3]) == "1 2 4"
    assert row_keys(Keys({}), [1, 2]) == "2 3"


def test_the_others_are_named() -> None:
    now = next(one for one in situations(3) if not one.my_turn and one.public.phase == "turn")
    name = now.names[now.public.owing[0]]
    assert words(now, 80) in {f"{name} to move", f"You’re out of this round. {name} to move"}


def test_what_a_row_would_do_is_split_by_animal_and_shortened_where_it_must() -> None:
    rich = max(
        (
            worth
            for now in situations(2)
            if now.mine is not None
            for worth in now.mine.worth
            if worth is not None
        ),
        key=lambda worth: len(worth.split),
    )
    full, short = explained(1, rich, 200), explained(1, rich, 40)
    assert full.startswith("Row 2: ")
    assert full.count("›") == short.count("›") == len(rich.split) > 2
    assert cell_len(short) < cell_len(full)
