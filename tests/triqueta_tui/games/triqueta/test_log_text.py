"""Everything that happens has its sentence, or is left out on purpose."""

from typing import get_args

import pytest
from msgspec import Struct, structs

from protocol import happenings as at_table
from protocol.games import triqueta
from protocol.happenings import TableHappening
from tests.triqueta_tui.games.triqueta.local import LocalTable
from triqueta_tui import locale
from triqueta_tui.games.triqueta.log_text import TriquetaLogText, listed
from triqueta_tui.table.view_model import TableView


def log_text() -> TriquetaLogText:
    """What is told to Ana, who sits with Bo and somebody of an odd name."""
    table = LocalTable(3, 0)
    names = ("Ana", "Bo", "[b]Cy[/b]")
    seats = tuple(
        structs.replace(seat, name=name) for seat, name in zip(table.room.seats, names, strict=True)
    )
    return TriquetaLogText(TableView("KNOT", structs.replace(table.room, seats=seats), table.public, None, 0))


TELLER = log_text()

TOLD: tuple[Struct, ...] = (
    triqueta.Placed(0, 1, 5),
    triqueta.Kept(1, 1),
    triqueta.Boxed(1),
    triqueta.Took(2, 3, (0, 0, 5), -2),
    triqueta.Took(2, 3, (), 0),
    triqueta.RoundEnded(1, 2, 4),
    triqueta.TowerChosen(0, 3, 2),
    triqueta.Decided(1),
    triqueta.Revealed(1, (1, 1), 0),
    triqueta.Revealed(1, (), 1),
    triqueta.Revealed(1, (), 2),
    triqueta.Revealed(1, (3,), 1),
    at_table.Joined(1, "Bo"),
    at_table.GotUp(1, "Bo"),
    at_table.GotUp(1, "Bo", kicked=True),
    at_table.CameToWatch("Vi"),
    at_table.StoppedWatching("Vi"),
    at_table.StoppedWatching("Vi", kicked=True),
    at_table.DoorChanged(),
    at_table.DoorChanged(locked=True),
    at_table.DoorChanged(nobody_new=True),
    at_table.HostChanged("Bo"),
    at_table.LinkLost(1),
    at_table.LinkBack(1),
    at_table.BotSatIn(1, "gone"),
    at_table.TimeRanOut(1, 1),
    at_table.GameBegan(1, b"\x01\x02\x03\x04\x05"),
    at_table.GameOver((0, 1), b"", b""),
    at_table.Said("Bo", "{who} {"),
    at_table.RulesChanged("triqueta"),
    at_table.Paused(),
    at_table.WentOn(),
)
SILENT = {
    triqueta.Drew,  # the token that follows is told
    at_table.BotAdded,
    at_table.BotRemoved,
    at_table.ReadyChanged,
    at_table.BackToRoom,  # the waiting room shows these
}


@pytest.mark.parametrize("language", locale.LANGUAGES)
@pytest.mark.parametrize("happening", TOLD, ids=lambda one: type(one).__name__)
def test_every_happening_has_a_sentence(happening: Struct, language: str) -> None:
    locale.use(language)
    sentence = TELLER.tell(happening)
    assert sentence
    assert "{seat" not in sentence


def test_nothing_is_forgotten() -> None:
    kinds = {*get_args(TableHappening), *get_args(triqueta.AnyHappening)}
    assert {type(one) for one in TOLD} | SILENT == kinds


def test_the_viewer_is_called_you_and_the_others_by_their_names() -> None:
    assert TELLER.tell(triqueta.Placed(0, 1, 5)) == "You laid a bear in row 2"
    assert TELLER.tell(triqueta.Placed(2, 0, 1)) == "[b]Cy[/b] laid an owl in row 1"


@pytest.mark.parametrize(
    ("language", "own", "other"),
    [
        ("en", "You took row 1: 1 owl (+1)", "Bo took row 1: 1 owl (+1)"),
        ("de", "Du hast Reihe 1 genommen: 1 Eule (+1)", "Bo hat Reihe 1 genommen: 1 Eule (+1)"),
        ("zh_Hant", "你拿走第 1 行：1 隻貓頭鷹（+1）", "Bo 拿走第 1 行：1 隻貓頭鷹（+1）"),
    ],
)
def test_a_sentence_fits_you_and_a_name_alike(language: str, own: str, other: str) -> None:
    locale.use(language)
    assert TELLER.tell(triqueta.Took(0, 0, (1,), 1)) == own
    assert TELLER.tell(triqueta.Took(1, 0, (1,), 1)) == other


@pytest.mark.parametrize(
    ("language", "laid"),
    [
        ("en", ("a rabbit", "an owl", "a deer", "a boar", "a ram", "a bear")),
        (
            "de",
            ("einen Hasen", "eine Eule", "einen Hirsch", "ein Wildschwein", "einen Widder", "einen Bären"),
        ),
    ],
)
def test_an_animal_has_its_article(language: str, laid: tuple[str, ...]) -> None:
    locale.use(language)
    for animal, words in enumerate(laid):
        assert f" {words} in " in str(TELLER.tell(triqueta.Placed(0, 0, animal)))


def test_those_who_share_a_win_are_named_together() -> None:
    assert TELLER.tell(at_table.GameOver((0, 1), b"", b"")) == "The game is over. You and Bo won"


def test_animals_are_counted_in_their_order() -> None:
    assert listed((5, 0, 5)) == "1 rabbit, 2 bears"
    assert TELLER.tell(triqueta.Took(1, 0, (1, 1), -3)) == "Bo took row 1: 2 owls (−3)"


def test_what_people_say_is_shown_as_they_said_it() -> None:
    assert TELLER.tell(at_table.Said("Bo", "{who} {")) == "Bo: {who} {"
