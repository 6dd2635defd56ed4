"""A rated game on the screen: marked while it is played, and its end says what became of the ratings."""

from pathlib import Path

from msgspec import structs
from textual.widgets import Static

from protocol.codec import plain
from protocol.events import RatingChange
from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import Seated, seated
from triqueta_tui.games.triqueta.final_scoresheet import FinalScoresheet

CHANGES = (RatingChange(1500, 1576), RatingChange(1640, 1601), None)


def rated(table: LocalTable) -> LocalTable:
    table.room = table.mirror.room = structs.replace(table.room, rated=True)
    return table


async def ended(at: Seated) -> str:
    """The notes below the sheet."""
    while at.table.position.owing:
        at.table.move()
    at.table.tell([], plain({"rating_changes": CHANGES}))
    await at.pilot.pause()
    return str(at.top(FinalScoresheet).query_one("#notes", Static).content)


async def test_a_rated_game_is_marked(tmp_path: Path) -> None:
    async with seated(tmp_path, rated(LocalTable(3, 0))) as at:
        assert "rated · KNOT" in at.text
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        assert "rated" not in at.text


async def test_whoever_leaves_is_told_what_that_means(tmp_path: Path) -> None:
    async with seated(tmp_path, rated(LocalTable(3, 0))) as at:
        await at.press("q")
        assert "whoever is gone at the end has lost" in at.text


async def test_the_end_says_what_became_of_the_ratings(tmp_path: Path) -> None:
    async with seated(tmp_path, rated(LocalTable(3, 0))) as at:
        first, *_ = (await ended(at)).splitlines()
        assert first == "Your rating: 1576 (+76) · Björn: 1601 (−39)"


async def test_where_there_is_little_room_the_own_rating_is_in_the_headline(tmp_path: Path) -> None:
    table = rated(LocalTable(3, 0))
    while table.position.owing:
        table.move()
    table.tell([], plain({"rating_changes": CHANGES}))
    async with seated(tmp_path, table, (40, 12)) as at:
        assert "(rating 1576, +76)" in " ".join(at.text.split())


async def test_a_watcher_hears_of_everybody(tmp_path: Path) -> None:
    async with seated(tmp_path, rated(LocalTable(3, None))) as at:
        assert "Ana: 1576 (+76), Björn: 1601 (−39)" in await ended(at)
