"""Everything that happens has its sentence."""

from typing import get_args

import pytest
from msgspec import Struct, structs

from tests.triqueta_tui.games.triche.local import LocalTable
from triqueta_protocol.games import triche
from triqueta_protocol.table_events import GameBegan
from triqueta_tui import locale
from triqueta_tui.games.triche.log_text import TricheLogText
from triqueta_tui.session.view import TableView


def log_text() -> TricheLogText:
    """What is told to Ana, who sits with Bo and somebody of an odd name."""
    table = LocalTable(3, 0)
    names = ("Ana", "Bo", "[b]Cy[/b]")
    seats = tuple(
        structs.replace(seat, name=name) for seat, name in zip(table.room.seats, names, strict=True)
    )
    return TricheLogText(TableView("KNOT", structs.replace(table.room, seats=seats), table.public, None, 0))


LINE = (triche.ScoredLine(0, 1),)

TOLD: tuple[Struct, ...] = (
    triche.Chose(1),
    triche.Opened(()),
    triche.Redrew(1, 0),
    triche.Redrew(1, 1),
    triche.Redrew(1, 3),
    triche.Placed(0, 3, 0, 8),
    triche.Placed(0, 0, 2, 8, LINE),
    triche.Placed(1, 0, 2, 8, (), forced=True),
    triche.Conquered(1, 2, 2, 1),
    triche.Spared(1, 2),
    triche.Swapped(1, 2, 2, 1),
    triche.Stayed(1, 2),
    triche.RoundEnded(1, (), (3, 0, 12)),
    triche.RoundBegan(2, 1),
)


@pytest.mark.parametrize("language", locale.LANGUAGES)
@pytest.mark.parametrize("event", TOLD, ids=lambda one: type(one).__name__)
def test_every_event_has_a_sentence(event: Struct, language: str) -> None:
    locale.use(language)
    sentence = log_text().tell(event)
    assert sentence
    assert "{" not in sentence


def test_no_event_is_forgotten() -> None:
    assert {type(one) for one in TOLD} == set(get_args(triche.AnyEvent))


def test_sentences_say_who_did_what_where() -> None:
    locale.use("en")
    teller = log_text()
    assert teller.tell(triche.Placed(0, 0, 0, 8)) == "You played T at home, lower right"
    assert teller.tell(triche.Placed(0, 2, 1, 0, LINE)) == "You played I in Bo’s carré, upper left: +1"
    assert teller.tell(triche.Placed(1, 0, 0, 8)) == "Bo played T in your carré, lower right"
    assert teller.tell(triche.Conquered(1, 0, 0, 1)) == "Bo conquered your carré"
    assert teller.tell(triche.Conquered(1, 2, 2, 1)) == "Bo conquered [b]Cy[/b]’s carré"
    assert teller.tell(triche.RoundBegan(2, 0)) == "Round 2 begins, you first"
    assert teller.tell(triche.RoundBegan(2, 1)) == "Round 2 begins, Bo first"
    assert teller.tell(triche.Redrew(1, 1)) == "Bo exchanged 1 card"
    assert teller.tell(triche.RoundEnded(1, (), (3, 0, 12))) == "Round 1: You +3, Bo 0, [b]Cy[/b] +12"


def test_in_chinese_a_cell_has_a_whole_word() -> None:
    locale.use("zh_Hant")
    teller = log_text()
    assert teller.tell(triche.Placed(1, 1, 1, 7)) == "Bo 在自己方陣的下方放了 R"
    assert teller.tell(triche.Placed(1, 1, 0, 0)) == "Bo 在你方陣的左上角放了 R"


def test_what_was_laid_before_a_conquest_was_laid_in_the_carre_as_it_was_then() -> None:
    """A game is told again from its beginning after somebody comes back or takes something back."""
    locale.use("en")
    table = LocalTable(2, 0)
    names = ("Ana", "Bo")
    seats = tuple(
        structs.replace(seat, name=name) for seat, name in zip(table.room.seats, names, strict=True)
    )
    public = structs.replace(table.public, owners=(1, 0))
    text = TricheLogText(TableView("KNOT", structs.replace(table.room, seats=seats), public, None, 0))
    told: tuple[Struct, ...] = (
        GameBegan(1, b""),
        triche.Placed(0, 0, 0, 8),
        triche.Placed(1, 0, 0, 2),
        triche.Conquered(1, 0, 0, 1),
        triche.Placed(0, 0, 1, 5),
        triche.Swapped(1, 0, 0, 1),
        triche.Placed(0, 0, 0, 6),
        triche.RoundBegan(2, 0),
        triche.Placed(0, 0, 1, 6),
    )
    sentences = [(one, str(text.tell(one))) for one in told]
    assert [words for one, words in sentences if isinstance(one, triche.Placed)] == [
        "You played T at home, lower right",
        "Bo played T in your carré, upper right",
        "You played T at home, right",
        "You played T at home, lower left",
        "You played T in Bo’s carré, lower left",
    ]
