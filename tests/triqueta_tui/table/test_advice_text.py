"""Every reason that a coach may give has a sentence in every language, and no other sentences lie about."""

import pytest
from msgspec import structs

from tests.triqueta_tui.games.triche.local import LocalTable as LocalTriche
from tests.triqueta_tui.games.tripitz.local import LocalTable as LocalTripitz
from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.locale.catalogues import parsed
from triqueta_protocol.advice import Reason
from triqueta_protocol.games import triche
from triqueta_protocol.games.tripitz import Exchange, Place
from triqueta_protocol.games.tripitz_board import CELLS, NUMBERS
from triqueta_server.bots.reasons import GENERAL
from triqueta_server.bots.triche.reasons import REASONS as TRICHE
from triqueta_server.bots.tripitz.reasons import REASONS as TRIPITZ
from triqueta_server.bots.triqueta.reasons import REASONS as TRIQUETA
from triqueta_tui.games.triche.advice_text import TricheAdviceText
from triqueta_tui.games.tripitz.advice_text import TripitzAdviceText
from triqueta_tui.games.tripitz.stone_words import brief_name, full_name
from triqueta_tui.games.triqueta.advice_text import TriquetaAdviceText
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.session.view import TableView
from triqueta_tui.widgets.prose import shortened


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "reasons"), [("triqueta", TRIQUETA), ("triche", TRICHE), ("tripitz", TRIPITZ)]
)
def test_every_reason_has_a_sentence(game: str, reasons: tuple[str, ...], language: str) -> None:
    told = {name for name, text in parsed(language, game)["reasons"].items() if isinstance(text, str)}
    assert told == set(reasons)


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_have_the_reasons_of_any_game(language: str) -> None:
    coach = parsed(language, "table")["table"]["coach"]
    assert isinstance(coach, dict)
    assert set(coach["reasons"]) == set(GENERAL)


@pytest.mark.parametrize(
    ("gain", "sentence"),
    [
        (2, "The best row is worth only +2 to you now, so you can wait."),
        (0, "No row brings you anything yet, so you can wait."),
        (-6, "Every row would cost you points now, so you can wait."),
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
        (2, "The last row is worth only +2 to you now, so keep drawing."),
        (0, "The last row brings you nothing yet, so keep drawing."),
        (-6, "The last row would cost you points now, so keep drawing."),
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
    assert text.in_full(Exchange(tuple(rack[stays:]))) == words.format(*map(full_name, rack))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cells_of_a_list_are_told_with_the_same_words(language: str) -> None:
    use(language)
    table = LocalTripitz(2, 0)
    text = TripitzAdviceText(TableView("KNOT", table.room, table.public, None, 0))
    stone = table.public.racks[0][0]
    brief, whole = zip(*text.listed([Place(stone, cell) for cell in range(CELLS)]), strict=True)
    assert len({*whole}) == CELLS
    # Also where the terminal has 40 columns.
    assert len({shortened(words, 22) for words in brief}) == CELLS


def test_cells_are_told_exactly_only_where_that_is_needed() -> None:
    use("en")
    table = LocalTripitz(2, 0)
    rack = table.public.racks[0]
    text = TripitzAdviceText(TableView("KNOT", table.room, table.public, None, 0))
    places = [Place(rack[0], NUMBERS[at]) for at in ((3, -3), (4, -3), (6, 0))]
    near, beside, apart = text.listed([*places, Place(rack[1], NUMBERS[3, -3])])[:3]
    assert [words.split(", ", 1)[1] for words in near] == ["cell 3/6", "row 3, cell 6"]
    assert [words.split(", ", 1)[1] for words in beside] == ["cell 3/7", "row 3, cell 7"]
    assert apart == (text.action(places[2]), text.at_length(places[2]))
    assert [words for words, _ in text.listed(places[:1])] == [text.action(places[0])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_better_place_for_the_same_stone_is_named(language: str) -> None:
    """Also where the same part of the board is meant, and by names, not by letters."""
    use(language)
    table = LocalTripitz(2, 0)
    text = TripitzAdviceText(TableView("KNOT", table.room, table.public, None, 0))
    stone = table.public.racks[0][0]
    for other in range(1, len(NUMBERS)):
        better, taken = text.apart(Place(stone, 0), Place(stone, other))
        assert better != taken
        assert full_name(stone) in better
        assert full_name(stone) in taken


def test_a_reason_does_not_speak_for_what_scores_the_same() -> None:
    table = LocalTripitz(2, 0)
    text = TripitzAdviceText(TableView("KNOT", table.room, table.public, None, 0))
    taken = Place(table.public.racks[0][0], 0)
    points = text._points(taken)
    assert text.speaks_for(Reason("most_points", {"points": points}), taken)
    assert not text.speaks_for(Reason("most_points", {"points": points + 1}), taken)
    assert not text.speaks_for(Reason("fetches", {"stone": 1, "points": points}), taken)


def test_exchanges_of_as_many_stones_name_them() -> None:
    use("en")
    table = LocalTripitz(2, 0)
    rack = table.public.racks[0]
    text = TripitzAdviceText(TableView("KNOT", table.room, table.public, None, 0))
    one, other = Exchange(tuple(rack[:2])), Exchange(tuple(rack[1:3]))
    assert [words for words, _ in text.listed([one, other])] == [
        f"exchange {brief_name(rack[0])} and {brief_name(rack[1])}",
        f"exchange {brief_name(rack[1])} and {brief_name(rack[2])}",
    ]
    assert [words for words, _ in text.listed([one, Exchange(tuple(rack))])] == [
        "exchange 2 stones",
        "exchange 7 stones",
    ]


def test_in_chinese_cells_of_carres_have_whole_words() -> None:
    use("zh_Hant")
    table = LocalTriche(2, 0)
    text = TricheAdviceText(TableView("KNOT", table.room, table.public, None, 0))
    name = text.view.names[1]
    assert text.in_full(triche.Place(1, 0, 3)) == "把 R 放到自己方陣的左方"
    assert text.in_full(triche.Place(1, 1, 8)) == f"把 R 放到 {name} 方陣的右下角"
