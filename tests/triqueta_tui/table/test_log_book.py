"""The log is whole again after coming late or back, each thing once and in its order."""

from msgspec import Struct

from protocol.games.triqueta import Drew, Placed
from protocol.happenings import GameBegan, LinkLost, Said
from triqueta_tui.table.log_book import LogBook
from triqueta_tui.table.log_text import LogText

BEGAN = GameBegan(1, b"c" * 32)


class Plain(LogText):
    """Names things by what they are."""

    def __init__(self) -> None:
        """No view is needed."""

    def tell(self, happening: Struct) -> str | None:
        match happening:
            case Placed():
                return f"row {happening.row}"
            case Said():
                return happening.text
            case Drew():
                return None
        return type(happening).__name__


def laid(*rows: int) -> list[Struct]:
    return [one for row in rows for one in (Drew(0, 0, row), Placed(0, row, 3))]


def test_who_comes_late_reads_it_from_the_beginning() -> None:
    book = LogBook()
    book.note_gap()
    book.fill_gap([BEGAN, *laid(1, 2)], Plain())
    assert book.sentences == ["GameBegan", "row 1", "row 2"]
    assert not book.has_gap


def test_what_happens_until_the_history_comes_is_told_once() -> None:
    book = LogBook()
    book.note_gap()
    book.add([Said("Bo", "hi"), *laid(3)], Plain())
    book.fill_gap([BEGAN, *laid(1, 2, 3)], Plain())
    assert book.sentences == ["GameBegan", "row 1", "row 2", "hi", "row 3"]


def test_who_comes_back_keeps_what_was_read_before() -> None:
    book = LogBook()
    book.add([BEGAN, *laid(1), LinkLost(1)], Plain())
    book.note_gap()
    book.add(laid(4), Plain())
    book.fill_gap([BEGAN, *laid(1, 2, 3, 4)], Plain())
    assert book.sentences == ["GameBegan", "row 1", "LinkLost", "row 2", "row 3", "row 4"]


def test_two_gaps_are_filled_by_one_history() -> None:
    book = LogBook()
    book.add([BEGAN, *laid(1)], Plain())
    book.note_gap()
    book.add([*laid(3), Said("Bo", "hi")], Plain())
    book.note_gap()
    book.add(laid(5), Plain())
    book.fill_gap([BEGAN, *laid(1, 2, 3, 4, 5)], Plain())
    assert book.sentences == ["GameBegan", "row 1", "row 2", "row 3", "row 4", "hi", "row 5"]


def test_a_history_that_nobody_needs_changes_nothing() -> None:
    book = LogBook()
    book.add([BEGAN, *laid(1)], Plain())
    book.fill_gap([BEGAN, *laid(1)], Plain())
    assert book.sentences == ["GameBegan", "row 1"]
