"""Every reason that a coach may give has a sentence in every language, and no other sentences lie about."""

import pytest
from msgspec import structs

from protocol.advice import Reason
from protocol.games.tripitz import Exchange, Place
from protocol.games.tripitz_board import NUMBERS
from server.bots.reasons import GENERAL
from server.bots.triche.reasons import REASONS as TRICHE
from server.bots.tripitz.reasons import REASONS as TRIPITZ
from server.bots.triqueta.reasons import REASONS as TRIQUETA
from tests.triqueta_tui.games.tripitz.local import LocalTable as LocalTripitz
from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.locale.catalogues import parsed
from triqueta_tui.games.tripitz.advice_text import TripitzAdviceText
from triqueta_tui.games.tripitz.stone_words import described
from triqueta_tui.games.triqueta.advice_text import TriquetaAdviceText
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.table.view_model import TableView


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "reasons"), [("triqueta", TRIQUETA), ("triche", TRICHE), ("tripitz", TRIPITZ)]
)
def test_every_reason_has_a_sentence(game: str, reasons: tuple[str, ...], language: str) -> None:
    told = {name for name, text in parsed(language, f"{game}.reasons").items() if isinstance(text, str)}
    assert told == set(reasons)


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_have_the_reasons_of_any_game(language: str) -> None:
    coach = parsed(language, "table")["coach"]
    assert isinstance(coach, dict)
    assert set(coach["reasons"]) == set(GENERAL)


@pytest.mark.parametrize(
    ("gain", "sentence"),
    [
        (2, "The best row is worth only +2 to you now: you can wait."),
        (0, "No row brings you anything yet: you can wait."),
        (-6, "Every row would cost you points now: you can wait."),
    ],
)
def test_rows_that_are_worth_nothing_have_words_of_their_own(gain: int, sentence: str) -> None:
    use("en")
    table = LocalTable(2, 0)
    text = TriquetaAdviceText(TableView("KNOT", table.room, table.public, None, 0))
    assert text.reason(Reason("wait", {"gain": gain})) == sentence


@pytest.mark.parametrize(
    ("gain", "sentence"),
    [
        (2, "The last row is worth only +2 to you now: you can draw on."),
        (0, "The last row brings you nothing yet: you can draw on."),
        (-6, "The last row would cost you points now: you can draw on."),
    ],
)
def test_whoever_is_the_last_hears_of_one_row(gain: int, sentence: str) -> None:
    use("en")
    table = LocalTable(2, 0)
    public = structs.replace(table.public, takers=(None, 1))
    text = TriquetaAdviceText(TableView("KNOT", table.room, public, None, 0))
    assert text.reason(Reason("wait", {"gain": gain})) == sentence


def test_tokens_that_are_better_left_out_have_words_of_their_own() -> None:
    use("en")
    table = LocalTable(2, 0)
    text = TriquetaAdviceText(TableView("KNOT", table.room, table.public, None, 0))
    assert text.reason(Reason("reveal", {"gain": 0})) == "Any of them would cost you points."
    assert text.reason(Reason("reveal", {"gain": 4})) == "That is +4 for you, and no other choice gives more."


@pytest.mark.parametrize(
    ("at", "where"), [((0, -5), "upper left"), ((6, 0), "right"), ((0, 1), "bottom"), ((-5, 5), "lower left")]
)
def test_the_same_stone_for_the_same_points_is_told_apart_by_its_place(
    at: tuple[int, int], where: str
) -> None:
    use("en")
    table = LocalTripitz(2, 0)
    text = TripitzAdviceText(TableView("KNOT", table.room, table.public, None, 0))
    assert text.action(Place(table.public.racks[0][0], NUMBERS[at])).endswith(f", {where}")


@pytest.mark.parametrize(
    ("stays", "words"),
    [
        (0, "exchange all 7 stones"),
        (1, "exchange all but {0}"),
        (3, "exchange all but {0}, {1} and {2}"),
        (5, "exchange {5} and {6}"),
        (6, "exchange {6}"),
    ],
)
def test_an_exchange_names_the_stones_that_go_or_the_fewer_that_stay(stays: int, words: str) -> None:
    use("en")
    table = LocalTripitz(2, 0)
    rack = table.public.racks[0]
    text = TripitzAdviceText(TableView("KNOT", table.room, table.public, None, 0))
    assert text.in_full(Exchange(tuple(rack[stays:]))) == words.format(*map(described, rack))
