"""At the table somebody is away, or was: who, since when, what happens, and the log of what was missed."""

import re
from copy import copy
from pathlib import Path

import pytest
from msgspec import structs

from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import Seated, seated
from triqueta_protocol.codec import plain
from triqueta_protocol.events import Away, Clocks, TableNow
from triqueta_protocol.games.triqueta import Options
from triqueta_protocol.requests import History, SitIn
from triqueta_protocol.settings import Substitute
from triqueta_server.games.triqueta.rules import RULES
from triqueta_tui.table.log_dialog import LogDialog
from triqueta_tui.table.timekeeper import ClockFace
from triqueta_tui.widgets.absences import Absences

NOW = 100.0

SIZES = [(80, 24), (120, 36), (40, 12)]


def loses(
    table: LocalTable, seat: int, substitute: Substitute, left: int | None, *, bot: bool = False
) -> None:
    """Tell the viewer that somebody is away."""
    seats = tuple(
        structs.replace(one, present=at != seat, level="normal" if bot and at == seat else None)
        for at, one in enumerate(table.room.seats)
    )
    away = (Away(seat, 5_000, left),)
    table.tell([], plain({"seats": seats, "settings": {"substitute": substitute}, "away": away}))


def stop_time(at: Seated) -> None:
    """Let nothing count down while the test looks."""
    at.screen.time.clock = ClockFace(lambda: NOW)
    at.screen.time.absences = Absences(lambda: NOW)


@pytest.mark.parametrize("size", SIZES)
async def test_the_screen_says_who_is_away_and_what_will_happen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with seated(tmp_path, LocalTable(3, 0, options=Options(start=1)), size=size) as at:
        stop_time(at)
        loses(at.table, 1, "auto", 45_000)
        await at.pilot.pause()
        assert "Björn away: bot in 0:45" in at.text or "in 0:45 a bot fills in" in at.text
        loses(at.table, 1, "never", None)
        await at.pilot.pause()
        assert "Björn away since" in at.text or "the table waits" in at.text
        loses(at.table, 1, "auto", None, bot=True)
        await at.pilot.pause()
        assert "a bot fills in" in at.text


@pytest.mark.parametrize("size", SIZES)
async def test_where_the_table_asks_one_key_lets_a_bot_play(tmp_path: Path, size: tuple[int, int]) -> None:
    async with seated(tmp_path, LocalTable(3, 0, options=Options(start=1)), size=size) as at:
        loses(at.table, 1, "ask", 30_000)
        await at.press("p")
        assert not [one for one in at.table.sent if isinstance(one, SitIn)]
        loses(at.table, 1, "ask", 0)
        await at.pilot.pause()
        assert "p lets a bot fill in" in at.text or "p for a bot" in at.text
        await at.press("p")
        assert [one.seat for one in at.table.sent if isinstance(one, SitIn)] == [1]


async def test_who_is_on_the_move_reads_it_in_the_top_line(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0, options=Options(start=0))) as at:
        stop_time(at)
        loses(at.table, 2, "auto", 45_000)
        await at.pilot.pause()
        assert "Chloé away: bot in 0:45" in at.line(0)
        assert "Your turn" in at.text


async def test_everybodys_clock_is_shown_turn_and_reserve_apart(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0, options=Options(start=1)), size=(120, 36)) as at:
        stop_time(at)
        clocks = Clocks(bank=(90_000, 60_000, 5_000), turn=(None, 15_000, None))
        at.table.tell([], plain({"clocks": clocks}))
        await at.pilot.pause()
        assert re.search(r"turn 0:1\d, reserve 1:00", at.line(0))
        for words in ("Ana", "reserve 1:30", "reserve 1:00", "reserve 0:05"):
            assert words in at.text
        await at.pilot.resize_terminal(40, 12)
        await at.pilot.pause()
        assert re.search(r"0:1\d\+1:00", at.line(0))
        await at.press("v")
        await at.press("home")
        assert "reserve 1:30" in at.text


def late(table: LocalTable, moves: int) -> LocalTable:
    """A table at which the viewer arrives after some moves: what led there was not told."""
    seen, feed = table.mirror, table.feed
    table.mirror = copy(seen)
    table.feed = table.make_feed()
    for _ in range(moves):
        table.move()
    table.mirror, table.feed = seen, feed
    views = RULES.public(table.position), RULES.mine(table.position, table.seat or 0)
    public, mine = map(plain, views)
    table.mirror.replace(TableNow(table="KNOT", n=9, you="p0", room=table.room, public=public, mine=mine))
    return table


async def arrive(at: Seated) -> None:
    """Show the table as it is when the viewer comes."""
    at.table.feed.follow((), fresh=True)
    await at.pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_who_comes_back_reads_the_whole_log(tmp_path: Path, size: tuple[int, int]) -> None:
    live = LocalTable(3, 0, seed="a quiet wood")
    async with seated(tmp_path / "live", live, size=size) as there:
        for _ in range(12):
            live.move()
        await there.pilot.pause()
        expected = list(there.screen.table_log.sentences)
        rows = [there.line(y) for y in range(2, 6)]
    table = LocalTable(3, 0, seed="a quiet wood")
    async with seated(tmp_path, table, size=size) as at:
        late(table, 12)
        await arrive(at)
        assert [type(one) for one in table.sent] == [History]
        at.table.answer(history=tuple(plain((live.began, *live.story[1:]))))
        await at.pilot.pause()
        assert at.screen.table_log.sentences == expected
        assert [at.line(y) for y in range(2, 6)] == rows, "the tiles lie as they did"
        await at.press("v")
        assert at.shows(LogDialog)
        assert expected[-1] in at.text
        await at.press("home")
        assert "Players" in at.text
        await at.press("v")
        assert not at.shows(LogDialog)


async def test_the_panel_of_who_comes_back_is_full(tmp_path: Path) -> None:
    """A log that is told move by move makes room by halves; one that comes as a whole need not."""
    table = LocalTable(3, 0, seed="a quiet wood")
    async with seated(tmp_path, table, size=(120, 36)) as at:
        late(table, 40)
        await arrive(at)
        at.table.answer(history=tuple(plain((table.began, *table.story[1:]))))
        await at.pilot.pause()
        panel = at.screen.table_log.beside
        lines = [panel.render_line(y).text.strip() for y in range(panel.size.height)]
        assert len(at.screen.table_log.sentences) > len(lines)
        assert lines[-1] or lines[-2], "no more is empty than the next sentence would take"


async def test_the_log_that_is_open_follows_the_game(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0, options=Options(start=1)), size=(40, 12)) as at:
        await at.press("v")
        for _ in range(4):
            at.table.move()
            await at.pilot.pause()
            assert at.screen.table_log.sentences[-1][:20] in at.text
        assert at.shows(LogDialog)
