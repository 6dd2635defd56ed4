"""Everything that happens has its sentence, long and brief."""

from typing import get_args

import pytest
from msgspec import Struct

from triqueta_protocol.events import Room, SeatInfo
from triqueta_protocol.games import tripitz
from triqueta_protocol.games.tripitz_board import Sum
from triqueta_protocol.games.tripitz_stones import STONES, Colour, Ink, Symbol, stone
from triqueta_protocol.settings import TableSettings
from triqueta_server.games.tripitz.rules import RULES
from triqueta_tui import locale
from triqueta_tui.games.tripitz.figure_words import full_sum
from triqueta_tui.games.tripitz.log_text import TripitzLogText
from triqueta_tui.session.view import TableView
from triqueta_tui.widgets.prose import Sentence

STAR = stone(Colour.YELLOW, Symbol.STAR, Ink.WHITE)
ONE = Sum(1, 0, 2, False, 2)
MUCH = Sum(1, 1, 2, True, 16)


def log_text() -> TripitzLogText:
    """What is told to Ana, who sits with Bo and somebody of an odd name."""
    seats = tuple(SeatInfo(kind="player", name=name, player=name) for name in ("Ana", "Bo", "[b]Cy[/b]"))
    room = Room(
        table="KNOT",
        epoch="e1",
        game="tripitz",
        settings=TableSettings(seats=3),
        options={},
        seats=seats,
        host="Ana",
        watchers=(),
        status="playing",
        games=1,
    )
    public = RULES.public(RULES.begin(3, tripitz.Options(), bytes(32)))
    return TripitzLogText(TableView("KNOT", room, public, None, 0))


TELLER = log_text()

TOLD: tuple[Struct, ...] = (
    tripitz.StoodBack(1),
    tripitz.Started(0),
    tripitz.Placed(0, STAR, 3, ONE, 5),
    tripitz.Placed(1, STAR, 3, MUCH),
    tripitz.Placed(1, STAR, 3, ONE, 5, claimed=True),
    tripitz.Placed(1, STAR, 3, MUCH, 5, claimed=True),
    tripitz.Exchanged(1, (3,), (4,)),
    tripitz.Exchanged(0, (3, 7), (4, 9)),
    tripitz.Swapped(2, 50, STAR, STONES),
    tripitz.SatOut(1),
    *(tripitz.Ended(why) for why in get_args(tripitz.Ending)),
)


@pytest.mark.parametrize("language", locale.LANGUAGES)
@pytest.mark.parametrize("event", TOLD, ids=lambda one: type(one).__name__)
def test_every_event_has_a_sentence_and_a_shorter_one(event: Struct, language: str) -> None:
    locale.use(language)
    sentence = TELLER.tell(event)
    assert isinstance(sentence, Sentence)
    brief = "".join(words for words, _ in sentence.brief)
    for told in (sentence, brief):
        assert told
        assert not {"{", "."} & set(told)
    assert len(brief) <= len(sentence)


def test_no_event_is_forgotten() -> None:
    assert {type(one) for one in TOLD} == set(get_args(tripitz.AnyEvent))


def test_sentences_say_who_did_what_and_what_it_brought() -> None:
    locale.use("en")
    assert TELLER.tell(TOLD[2]) == "You placed yellow with a white star: 1 triple, 2 touched, +2"
    assert TELLER.tell(TOLD[3]) == (
        "Bo placed yellow with a white star: 1 triple + 1 quadruple, 2 touched, on the edge, +16"
    )
    assert (
        TELLER.tell(TOLD[4]) == "Bo won the race and placed yellow with a white star: 1 triple, 2 touched, +2"
    )
    assert TELLER.tell(TOLD[6]) == "Bo exchanged 1 stone"
    assert (
        TELLER.tell(TOLD[8])
        == "[b]Cy[/b] took yellow with a white star from the board and left a joker there"
    )
    locale.use("de")
    assert TELLER.tell(TOLD[2]) == "Du hast Gelb mit weißem Stern gelegt: 1 Tripel, 2 berührt, +2"
    assert TELLER.tell(TOLD[7]) == "Du hast 2 Steine ausgetauscht"
    assert TELLER.tell(TOLD[9]) == "Bo hat ausgesetzt, weil nichts ging"
    locale.use("zh_Hant")
    assert TELLER.tell(TOLD[2]) == "你放了黃底白星：1 個三連，相鄰 2，+2"


def test_a_stone_and_its_points_have_their_inks() -> None:
    locale.use("en")
    sentence = TELLER.tell(TOLD[3])
    assert isinstance(sentence, Sentence)
    assert ("yellow with a white star", "$stone-yellow-name") in sentence.pieces
    assert ("Y*w", "$stone-yellow-name") in sentence.brief
    for pieces in (sentence.pieces, sentence.brief):
        assert ("+16", "good") in pieces


def test_a_sum_is_worked_out_in_words() -> None:
    locale.use("en")
    assert full_sum(MUCH) == "1 triple + 1 quadruple = 4, × 2 touched, edge × 2 = 16"
    assert full_sum(Sum(2, 0, 3, False, 6)) == "2 triples = 2, × 3 touched = 6"
    locale.use("de")
    assert full_sum(MUCH) == "1 Tripel + 1 Quadrupel = 4, × 2 berührt, Rand × 2 = 16"
    locale.use("zh_Hant")
    assert full_sum(MUCH) == "1 個三連 + 1 個四連 = 4，× 相鄰 2，邊緣 × 2 = 16"
