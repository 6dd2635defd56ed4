"""A rated game on the screen: marked while it is played, and its end says what became of the ratings."""

from pathlib import Path

from msgspec import structs
from msgspec.structs import replace
from textual.widgets import Static

from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import Seated, seated
from triqueta_protocol.archive import GameStatistics
from triqueta_protocol.codec import plain
from triqueta_protocol.events import RatingChange
from triqueta_protocol.settings import TableSettings
from triqueta_tui.archive.statistics_parts import number_lines
from triqueta_tui.table.result import ResultScreen

CHANGES = (RatingChange(1500, 1576), RatingChange(1640, 1601), None)


def rated(table: LocalTable) -> LocalTable:
    table.room = table.mirror.room = structs.replace(table.room, settings=TableSettings(rated=True))
    return table


def over(seat: int | None) -> LocalTable:
    """A table whose rated game has ended."""
    table = rated(LocalTable(3, seat))
    while table.position.owing:
        table.move()
    table.tell([], plain({"rating_changes": CHANGES}))
    return table


def notes(at: Seated) -> str:
    """What is said below the sheet."""
    return str(at.top(ResultScreen).query_one("#notes", Static).content)


async def test_a_rated_game_is_marked(tmp_path: Path) -> None:
    async with seated(tmp_path, rated(LocalTable(3, 0))) as at:
        assert "rated · KNOT" in at.text
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        assert "rated" not in at.text


async def test_whoever_leaves_is_told_what_that_means(tmp_path: Path) -> None:
    async with seated(tmp_path, rated(LocalTable(3, 0))) as at:
        await at.press("q")
        assert "players gone at the end lose" in at.text


async def test_the_end_says_what_became_of_the_ratings(tmp_path: Path) -> None:
    async with seated(tmp_path, over(0)) as at:
        first, *_ = notes(at).splitlines()
        assert first == "Your rating: 1576 (+76) · Björn: 1601 (−39)"


async def test_where_there_is_little_room_the_own_rating_is_in_the_headline(tmp_path: Path) -> None:
    async with seated(tmp_path, over(0), (40, 12)) as at:
        assert "(rating 1576, +76)" in " ".join(at.text.split())


async def test_a_watcher_hears_of_everybody(tmp_path: Path) -> None:
    async with seated(tmp_path, over(None)) as at:
        assert "Ana: 1576 (+76), Björn: 1601 (−39)" in notes(at)


def test_the_own_rating_is_among_the_numbers() -> None:
    about = GameStatistics(game="triqueta", seats_class="2", games=4, wins=2, rating=1622, doubt=97)
    assert ("Rating", "1622", " ± 97") in number_lines(about)
    assert all(name != "Rating" for name, _, _ in number_lines(replace(about, rating=None)))
