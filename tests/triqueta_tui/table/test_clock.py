"""The clock counts down from the server's word."""

from msgspec import structs

from tests.triqueta_tui.games.triqueta.local import LocalTable
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Clocks, Room
from triqueta_tui.session.view import AnyView, TableView
from triqueta_tui.table.timekeeper import ClockFace


def situation(clocks: Clocks | None, paused: Code | None = None, seat: int = 0) -> AnyView:
    table = LocalTable(3, seat)
    room: Room = structs.replace(table.room, clocks=clocks, paused=paused)
    public = structs.replace(table.public, owing=(1,))
    return TableView("KNOT", room, public, None, seat)


def test_the_clock_of_the_player_on_the_move_counts_down() -> None:
    time = 100.0
    face = ClockFace(lambda: time)
    face.set(situation(Clocks(bank=(0, 60_000, 0), turn=(None, 15_000, None))), told=1)
    assert face.runs
    assert face.words() == "turn 0:15, reserve 1:00"
    time += 10
    assert face.words(brief=True) == "0:05+1:00"
    time += 60
    assert face.words() == "turn 0:00, reserve 0:05"
    time += 70
    assert face.words() == "turn 0:00, reserve 0:00"


def test_everybody_has_a_clock_and_only_turns_run() -> None:
    time = 100.0
    face = ClockFace(lambda: time)
    face.set(situation(Clocks(bank=(90_000, 60_000, 5_000), turn=(None, 15_000, None))), told=1)
    time += 20
    assert [face.of(seat) for seat in range(3)] == [
        "reserve 1:30",
        "turn 0:00, reserve 0:55",
        "reserve 0:05",
    ]


def test_no_clock_runs_at_a_table_without_one_or_in_a_pause() -> None:
    face = ClockFace()
    face.set(situation(None), told=1)
    assert not face.runs
    assert face.words() == ""
    face.set(situation(Clocks(bank=(0, 0, 0), turn=(None, 15_000, None)), paused=Code.PAUSED), told=2)
    assert not face.runs


def test_a_view_that_comes_again_does_not_wind_the_clock() -> None:
    time = 100.0
    face = ClockFace(lambda: time)
    clocks = Clocks(bank=(0, 60_000, 0), turn=(None, 15_000, None))
    face.set(situation(clocks), told=7)
    time += 20
    face.set(situation(clocks), told=7)
    assert face.words() == "turn 0:00, reserve 0:55"
    face.set(situation(clocks, paused=Code.PAUSED), told=7)
    face.set(situation(Clocks(bank=(0, 30_000, 0), turn=(None, 0, None))), told=8)
    assert face.words() == "turn 0:00, reserve 0:30"
