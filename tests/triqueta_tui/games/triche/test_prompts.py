"""The words say what can be done, with the player's own keys, and fit the terminal."""

import pytest
from rich.cells import cell_len

from tests.triqueta_tui.games.triche.local import EXPANSION, LocalTable
from triqueta_protocol.games.triche import Options
from triqueta_tui import locale
from triqueta_tui.games.triche import prompts
from triqueta_tui.games.triche.chooser import Chooser
from triqueta_tui.games.triche.view import View
from triqueta_tui.session.view import TableView
from triqueta_tui.table.prompt import Keys

NARROW = 36


def situations(seats: int, options: Options | None, rounds: int = 2) -> list[tuple[View, Chooser]]:
    """Every situation of some rounds in which the viewer owes a decision, for each card of the hand."""
    table = LocalTable(seats, 0, options=options)
    found = []
    while table.position.owing and table.public.round <= rounds:
        now = TableView.of(table.mirror)
        assert now is not None
        held = now.mine.hand if now.mine is not None else ()
        for place in range(len(held)) if now.my_turn else ():
            chooser = Chooser()
            chooser.renew(now.mine if now.public.phase == "place" else None)
            chooser.select(place)
            found.append((now, chooser))
        table.move()
    return found


@pytest.mark.parametrize("language", locale.LANGUAGES)
@pytest.mark.parametrize(("seats", "options"), [(5, None), (2, EXPANSION)])
def test_what_the_player_may_do_always_fits_the_smallest_terminal(
    seats: int, options: Options | None, language: str
) -> None:
    locale.use(language)
    for now, chooser in situations(seats, options):
        words = prompts.own_turn(now, chooser, Keys({}), NARROW)
        assert words
        assert cell_len(words) <= NARROW, words


def test_keys_are_named_as_they_are_set() -> None:
    locale.use("en")
    keys = Keys({"triche.card_1": "f5", "table.choose": "z"})
    now, chooser = next((now, one) for now, one in situations(3, None) if now.public.phase == "place")
    words = prompts.own_turn(now, chooser, keys, 80)
    assert words.startswith("Play ")
    assert words.endswith("(z); other card (F5–6)")
    setting_up, closed = situations(3, None)[0]
    assert prompts.own_turn(setting_up, closed, keys, 80) == "Set up your carré (z)"


def test_a_conquest_and_a_forced_card_are_announced() -> None:
    locale.use("en")
    kinds = set()
    for number in range(6):
        table = LocalTable(2, 0, f"game {number}")
        while table.position.owing:
            now = TableView.of(table.mirror)
            assert now is not None
            if now.my_turn and now.public.phase == "place":
                chooser = Chooser()
                chooser.renew(now.mine)
                for spot, choice in chooser.spots.items():
                    chooser.go_to(spot)
                    words = prompts.under_cursor(now, chooser, choice, 200)
                    assert ("you may conquer it" in words) == choice.conquer
                    assert ("may swap" in words) == choice.forced
                    kinds |= {"conquer"} if choice.conquer else {"forced"} if choice.forced else set()
            table.move()
    assert kinds == {"conquer", "forced"}


@pytest.mark.parametrize("language", locale.LANGUAGES)
@pytest.mark.parametrize("options", [None, EXPANSION])
def test_what_a_card_does_is_never_cut_off(options: Options | None, language: str) -> None:
    locale.use(language)
    for now, chooser in situations(2, options, rounds=1):
        for spot, choice in chooser.spots.items():
            chooser.go_to(spot)
            words = prompts.under_cursor(now, chooser, choice, 76)
            assert cell_len(words) <= 76, words
            assert not words.endswith("·")
