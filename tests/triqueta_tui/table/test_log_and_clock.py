"""The log makes room without moving every line each time; the clock counts down from the server's word."""

from msgspec import structs
from textual.app import App, ComposeResult

from protocol.errors import Code
from protocol.events import Clocks, Room
from tests.triqueta_tui.table.local import LocalTable
from triqueta_tui.games.triqueta.clock import ClockFace
from triqueta_tui.games.triqueta.view_model import TableView
from triqueta_tui.themes import VARIABLES
from triqueta_tui.widgets.log import Log


class LogApp(App[None]):
    """Nothing but a log."""

    def __init__(self) -> None:
        super().__init__()
        self.sentences: list[str] = []
        self.board = Log(self.sentences, id="log")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(VARIABLES)

    def compose(self) -> ComposeResult:
        yield self.board

    def add(self, *sentences: str) -> list[str]:
        """Write sentences down and read what is shown."""
        self.sentences += sentences
        self.board.redraw()
        height = self.board.size.height
        return [text for y in range(height) if (text := self.board.render_line(y).text.strip())]


async def test_a_log_fills_from_the_top_and_then_jumps_by_half() -> None:
    app = LogApp()
    async with app.run_test(size=(30, 8)):
        assert app.add(*(f"move {number}" for number in range(8))) == [
            f"move {number}" for number in range(8)
        ]
        assert app.add("move 8") == [f"move {number}" for number in range(5, 9)]
        assert app.add("move 9") == [f"move {number}" for number in range(5, 10)]


async def test_a_small_log_shows_the_latest_lines() -> None:
    app = LogApp()
    async with app.run_test(size=(30, 2)):
        app.add("one", "two")
        assert app.add("three") == ["two", "three"]


async def test_long_sentences_are_broken_between_words_and_wide_letters() -> None:
    app = LogApp()
    async with app.run_test(size=(20, 8)):
        assert app.add("Björn: one token kept face down") == ["Björn: one token", "kept face down"]
        assert app.add("野豬放到第二行野豬放到第二行")[-2:] == ["野豬放到第二行野", "豬放到第二行"]


def situation(clocks: Clocks | None, paused: Code | None = None, seat: int = 0) -> TableView:
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
