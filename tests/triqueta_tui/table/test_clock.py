"""The clock counts down from the server's word."""

from msgspec import structs

from protocol.errors import Code
from protocol.events import Clocks, Room
from tests.triqueta_tui.games.triqueta.local import LocalTable
from triqueta_tui.table.clock import ClockFace
from triqueta_tui.table.view_model import AnyView, TableView


def situation(clocks: Clocks | None, paused: Code | None = None, seat: int = 0) -> AnyView:
    table = LocalTable(3, seat)
    room: Room = structs.replace(table.room, clocks=clocks, paused=paused)
    public = structs.replace(table.public, owing=(1,))
    return TableView("KNOT", room, public, None, seat)


def test_the_clock_of_the_player_on_the_move_counts_down() -> None:
    time = 100.0
    face = ClockFace(lambda: time)
    face.set(situation(Clocks(bank=(0, 60_000, 0), turn=(None, 15_000, None))))
    assert face.runs
    assert face.words() == "1:15"
    time += 70
    assert face.words() == "0:05"
    time += 70
    assert face.words() == "0:00"


def test_no_clock_runs_at_a_table_without_one_or_in_a_pause() -> None:
    face = ClockFace()
    face.set(situation(None))
    assert not face.runs
    assert face.words() == ""
    face.set(situation(Clocks(bank=(0, 0, 0), turn=(None, 15_000, None)), paused=Code.PAUSED))
    assert not face.runs
