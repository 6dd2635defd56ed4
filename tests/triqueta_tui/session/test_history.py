"""What was heard of a game is whole again after coming late or back, each thing once and in its order."""

from msgspec import Struct, structs

from tests.triqueta_tui.session.told import feed_of, now_told, room
from triqueta_protocol.games.triqueta import Drew, Placed
from triqueta_protocol.table_events import GameBegan, LinkLost, Said
from triqueta_tui.session.feed import Reset
from triqueta_tui.session.live_feed import History

BEGAN = GameBegan(1, b"c" * 32)


def told(history: History) -> list[str]:
    """What has happened, by what it is."""
    words: list[str] = []
    for one in history.heard:
        match one:
            case Placed():
                words.append(f"row {one.row}")
            case Said():
                words.append(one.text)
            case Drew():
                pass
            case _:
                words.append(type(one).__name__)
    return words


def laid(*rows: int) -> list[Struct]:
    return [one for row in rows for one in (Drew(0, 0, row), Placed(0, row, 3))]


def test_who_comes_late_reads_it_from_the_beginning() -> None:
    book = History()
    book.note_gap()
    book.fill([BEGAN, *laid(1, 2)])
    assert told(book) == ["GameBegan", "row 1", "row 2"]
    assert not book.has_gap


def test_what_happens_until_the_history_comes_is_told_once() -> None:
    book = History()
    book.note_gap()
    book.add([Said("Bo", "hi"), *laid(3)])
    book.fill([BEGAN, *laid(1, 2, 3)])
    assert told(book) == ["GameBegan", "row 1", "row 2", "hi", "row 3"]


def test_who_comes_back_keeps_what_was_read_before() -> None:
    book = History()
    book.add([BEGAN, *laid(1), LinkLost(1)])
    book.note_gap()
    book.add(laid(4))
    book.fill([BEGAN, *laid(1, 2, 3, 4)])
    assert told(book) == ["GameBegan", "row 1", "LinkLost", "row 2", "row 3", "row 4"]


def test_two_gaps_are_filled_by_one_history() -> None:
    book = History()
    book.add([BEGAN, *laid(1)])
    book.note_gap()
    book.add([*laid(3), Said("Bo", "hi")])
    book.note_gap()
    book.add(laid(5))
    book.fill([BEGAN, *laid(1, 2, 3, 4, 5)])
    assert told(book) == ["GameBegan", "row 1", "row 2", "row 3", "row 4", "hi", "row 5"]


def test_a_history_that_nobody_needs_changes_nothing() -> None:
    book = History()
    book.add([BEGAN, *laid(1)])
    book.fill([BEGAN, *laid(1)])
    assert told(book) == ["GameBegan", "row 1"]


async def test_chat_lines_that_were_missed_follow_those_that_were_heard() -> None:
    hello, bear, owl = Said("Bo", "hello"), Said("Bo", "a bear"), Said("Bo", "an owl")
    feed = feed_of(room())
    feed.mirror.replace(structs.replace(now_told(room()), chat=(hello,)))
    arrived = feed.follow((), fresh=True)
    assert isinstance(arrived, Reset)
    assert arrived.said == (hello,)
    feed.follow((bear,), fresh=False)
    feed.mirror.replace(structs.replace(now_told(room()), chat=(bear, owl, owl)))
    again = feed.follow((), fresh=True)
    assert isinstance(again, Reset)
    assert again.said == (owl, owl)
    assert feed.chat == [hello, bear, owl, owl]
