"""Who is away: the words for each rule, the seconds that run down, and the key when there is one."""

from datetime import datetime

import pytest
from msgspec import structs

from triqueta_protocol.events import Away, Room, SeatInfo
from triqueta_protocol.settings import Substitute, TableSettings
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.widgets.absences import Absences

SEATS = (
    SeatInfo(kind="player", name="Ana", player="p0", present=True),
    SeatInfo(kind="player", name="Bo", player="p1"),
    SeatInfo(kind="player", name="Cy", player="p2", level="normal"),
)
ROOM = Room("KNOT", "e", "triqueta", TableSettings(), {}, SEATS, "p0", (), "playing")


class Watch:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.now = 500.0

    def absences(self) -> Absences:
        return Absences(lambda: self.now, lambda: datetime(2026, 3, 1, 20, 41, 30))


def gone(substitute: Substitute, left: int | None, seat: int = 1) -> Room:
    return structs.replace(
        ROOM, settings=TableSettings(substitute=substitute), away=(Away(seat, 90_000, left),)
    )


def counts(absences: Absences) -> bool:
    return absences.counting


def test_the_seconds_run_down_from_the_servers_word() -> None:
    watch = Watch()
    absences = watch.absences()
    absences.set(gone("auto", 45_000), told=1)
    (one,) = absences.missed()
    assert absences.words(one, "p") == "Bo has been away since 20:40: in 0:45 a bot fills in"
    assert counts(absences)
    watch.now += 20
    absences.set(gone("auto", 45_000), told=1)  # the same word again, with chat for one
    (one,) = absences.missed()
    assert absences.words(one, "p", "brief") == "Bo away: bot in 0:25"
    watch.now += 25
    assert not counts(absences)
    assert absences.ready() == [], "nobody has to ask where it happens by itself"


def test_where_the_table_asks_there_is_a_key_when_the_time_is_over() -> None:
    watch = Watch()
    absences = watch.absences()
    absences.set(gone("ask", 30_000), told=1)
    assert absences.ready() == []
    (one,) = absences.missed()
    assert absences.words(one, "p").endswith("in 0:30 you can let a bot fill in")
    watch.now += 30
    assert absences.ready() == [1]
    (one,) = absences.missed()
    assert absences.words(one, "p").endswith("p lets a bot fill in")
    assert absences.words(one, "").endswith("the players can let a bot fill in")


def test_a_table_that_waits_and_a_seat_with_a_bot_have_no_time() -> None:
    absences = Watch().absences()
    absences.set(gone("never", None), told=1)
    (one,) = absences.missed()
    assert absences.words(one, "p").endswith("the table waits")
    absences.set(gone("auto", None, seat=2), told=2)
    assert absences.missed() == []
    (one,) = absences.all()
    assert absences.words(one, "p").endswith("a bot fills in until they’re back")
    assert not absences.counting


def test_the_next_to_be_done_without_comes_first() -> None:
    absences = Watch().absences()
    seats = tuple(structs.replace(seat, level=None) for seat in SEATS)
    away = (Away(1, 10_000, 50_000), Away(2, 40_000, 20_000))
    absences.set(structs.replace(ROOM, seats=seats, away=away), told=1)
    assert [one.name for one in absences.missed()] == ["Cy", "Bo"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", ["waiting", "playing"])
@pytest.mark.parametrize("substitute", ["auto", "ask", "never"])
def test_there_are_words_for_all_of_it(language: str, status: str, substitute: Substitute) -> None:
    use(language)
    absences = Watch().absences()
    for left in (45_000, 0, None):
        room = structs.replace(gone(substitute, left), status=status)
        absences.set(room, told=left)
        (one,) = absences.missed()
        for key in ("p", ""):
            assert "Bo" in absences.words(one, key)
            assert "Bo" in absences.words(one, key, "brief")
