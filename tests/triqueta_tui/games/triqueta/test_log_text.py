"""Everything that happens has its sentence, or is left out on purpose."""

from typing import get_args

import pytest
from msgspec import Struct, structs
from rich.cells import cell_len

from tests.triqueta_tui.games.triqueta.local import LocalTable
from triqueta_protocol import table_events as at_table
from triqueta_protocol.games import triqueta
from triqueta_protocol.table_events import AnyTableEvent
from triqueta_tui import locale
from triqueta_tui.games.triqueta.log_text import TriquetaLogText
from triqueta_tui.session.view import AnyView, TableView
from triqueta_tui.table.log_text import OWN
from triqueta_tui.terminal import SMALLEST
from triqueta_tui.widgets.prose import Sentence, fitted


def log_text(*names: str, live: bool = False, bo: tuple[int, ...] | None = None) -> TriquetaLogText:
    """What is told to Ana, who sits with Bo, who has these animals, and somebody of an odd name."""
    table = LocalTable(3, 0)
    names = names or ("Ana", "Bo", "[b]Cy[/b]")
    public = table.public
    if bo is not None:
        collections = (public.collections[0], bo, public.collections[2])
        public = structs.replace(public, collections=collections)
    seats = tuple(
        structs.replace(seat, name=name) for seat, name in zip(table.room.seats, names, strict=True)
    )
    view: AnyView = TableView("KNOT", structs.replace(table.room, seats=seats), public, None, 0)
    return TriquetaLogText(view, live=live)


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
    at_table.AccessChanged(),
    at_table.AccessChanged(locked=True),
    at_table.AccessChanged(nobody_new=True),
    at_table.HostChanged("Bo"),
    at_table.LinkLost(1),
    at_table.LinkBack(1),
    at_table.FellAsleep(1),
    at_table.FellAsleep(),
    at_table.WokeUp(1),
    at_table.BotSatIn(1, "gone"),
    at_table.TimeRanOut(1, 1),
    at_table.TookBack(0),
    at_table.GameBegan(1, b"\x01\x02\x03\x04\x05"),
    at_table.GameOver((0, 1), b"", b""),
    at_table.Said("Bo", "{who} {"),
    at_table.SettingsChanged("triqueta"),
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
@pytest.mark.parametrize("event", TOLD, ids=lambda one: type(one).__name__)
def test_every_event_has_a_sentence(event: Struct, language: str) -> None:
    locale.use(language)
    sentence = log_text().tell(event)
    assert sentence
    assert "{seat" not in sentence


def test_nothing_is_forgotten() -> None:
    kinds = {*get_args(AnyTableEvent), *get_args(triqueta.AnyEvent)}
    assert {type(one) for one in TOLD} | SILENT == kinds


def test_the_viewer_is_called_you_and_the_others_by_their_names() -> None:
    assert log_text().tell(triqueta.Placed(0, 1, 5)) == "You placed a bear in row 2"
    assert log_text().tell(triqueta.Placed(2, 0, 1)) == "[b]Cy[/b] placed an owl in row 1"


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
    assert log_text().tell(triqueta.Took(0, 0, (1,), 1)) == own
    assert log_text().tell(triqueta.Took(1, 0, (1,), 1)) == other


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
        assert f" {words} in " in str(log_text().tell(triqueta.Placed(0, 0, animal)))


def test_those_who_share_a_win_are_named_together() -> None:
    assert log_text().tell(at_table.GameOver((0, 1), b"", b"")) == "The game is over. You and Bo won"


def test_animals_are_counted_in_their_order() -> None:
    assert log_text().tell(triqueta.Took(1, 0, (5, 0, 5), 3)) == "Bo took row 1: 1 rabbit, 2 bears (+3)"
    assert log_text().tell(triqueta.Took(1, 0, (1, 1), -3)) == "Bo took row 1: 2 owls (−3)"


def test_what_people_say_is_shown_as_they_said_it() -> None:
    assert log_text().tell(at_table.Said("Bo", "{who} {")) == "Bo: {who} {"


def test_names_and_animals_have_their_colours() -> None:
    sentence = log_text().tell(triqueta.Took(1, 0, (1, 1, 4), -3))
    assert isinstance(sentence, Sentence)
    assert sentence.pieces == (
        ("Bo", "$player-1"),
        (" took row ", ""),
        ("1", ""),
        (": ", ""),
        ("2 owls", "$owl"),
        (", ", ""),
        ("1 ram", "$ram-name"),
        (" (", ""),
        ("−3", ""),
        (")", ""),
    )
    own = log_text().tell(triqueta.Placed(0, 1, 5))
    assert isinstance(own, Sentence)
    assert own.pieces[0] == ("You", OWN)


def test_the_colours_of_a_name_leave_out_the_verb_behind_it() -> None:
    locale.use("de")
    sentence = log_text().tell(triqueta.Kept(1, 1))
    assert isinstance(sentence, Sentence)
    assert sentence.pieces[:2] == (("Bo", "$player-1"), (" hat", ""))


@pytest.mark.parametrize(("has", "said"), [(2, "2 owls (+1)"), (3, "2 owls ✓ (+1)"), (5, "2 owls ✗ (+1)")])
def test_a_triqueta_that_is_made_or_undone_is_marked(has: int, said: str) -> None:
    told = log_text(live=True, bo=(0, has, 0, 0, 0, 0)).tell(triqueta.Took(1, 0, (1, 1), 1))
    assert told == f"Bo took row 1: {said}"


def test_what_is_told_later_is_marked_as_it_was_then() -> None:
    text = log_text(bo=(0, 5, 0, 0, 0, 0))
    first = text.tell(triqueta.Took(1, 0, (1, 1), 1))
    assert first == "Bo took row 1: 2 owls (+1)", "what was before is not known"
    text.tell(at_table.GameBegan(1, b""))
    told = [text.tell(triqueta.Took(1, row, (1,) * count, 1)) for row, count in enumerate((2, 1, 1, 1))]
    assert told == [
        "Bo took row 1: 2 owls (+1)",
        "Bo took row 2: 1 owl ✓ (+1)",
        "Bo took row 3: 1 owl ✗ (+1)",
        "Bo took row 4: 1 owl (+1)",
    ]


@pytest.mark.parametrize("language", locale.LANGUAGES)
@pytest.mark.parametrize("event", TOLD, ids=lambda one: type(one).__name__)
def test_every_sentence_fits_in_one_line_of_a_small_terminal(event: Struct, language: str) -> None:
    locale.use(language)
    text = log_text("Ana", "Björnsen", "Chloé-Li")
    if isinstance(event, triqueta.Took) and event.animals:
        event = triqueta.Took(1, 3, (0, 1, 4, 5), -12)
    sentence = text.tell(event)
    assert sentence is not None
    shown = "".join(words for words, _ in fitted(sentence, SMALLEST[0] - 2))
    assert cell_len(shown) <= SMALLEST[0] - 2
    assert "…" not in shown
