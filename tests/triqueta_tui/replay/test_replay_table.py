"""A finished game on its own table: moved through by keys and clicks, all open or as somebody saw it."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from textual.geometry import Offset

from tests.triqueta_tui.driving import offered
from tests.triqueta_tui.games.playing import BareApp
from tests.triqueta_tui.replay.live import played_live
from tests.triqueta_tui.replay.recorded import GAMES, finished, played, recorded
from tests.triqueta_tui.replay.watching import Watching, drawn_on, feed_of, watching
from triqueta_protocol.games import triche, tripitz, triqueta
from triqueta_protocol.games.triqueta import Mine, Place
from triqueta_protocol.replay import ReplayPart, read_part
from triqueta_server.archive.replay import part
from triqueta_tui.locale import LANGUAGES, say
from triqueta_tui.session.recorded_feed import Recording
from triqueta_tui.settings import Settings
from triqueta_tui.table.log_dialog import LogDialog
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen

EYES = 1
"""The seat as which games are seen; seats are counted from 0."""

STRIDES = [9, pytest.param(1, marks=pytest.mark.slow)]
"""Every so many steps are looked at."""

LOOKS = (("de", (40, 12)), ("zh_Hant", (120, 36)), ("en", (80, 24)))


@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("game", GAMES)
async def test_a_game_to_its_end_and_back(tmp_path: Path, game: str, stride: int) -> None:
    async with watching(tmp_path, recorded(played(game))) as at:
        screen = at.screen
        onward: dict[int, tuple[str, tuple[str, ...]]] = {}
        for step in range(0, at.feed.recording.here, stride):
            at.bar.go_to(step - 1)
            at.bar.go_to(step)
            onward[step] = at.boards, tuple(screen.table_log.sentences)
        assert len({drawn for drawn, _ in onward.values()}) > len(onward) * 0.8, "something new each time"
        await at.press("end")
        assert at.on_top(), "moments of the game do not interrupt its replay"
        await at.press("enter")
        result: Any = at.app.screen
        assert at.shows(ResultScreen)
        assert result.verdict is not None
        assert result.verdict.fair
        assert not {"score.again", "score.replay"} & offered(result)
        await at.press("v")
        assert at.shows(LogDialog)
        await at.press("escape", "escape")
        assert at.on_top()
        for step in reversed(onward):
            at.bar.go_to(step)
            assert (at.boards, tuple(screen.table_log.sentences)) == onward[step], step
        at.bar.go_to(at.feed.recording.last // 2)
        for language, size in LOOKS:
            at.app.change_settings(language=language)
            await at.pilot.resize_terminal(*size)
            at.feed.grow()
            await at.pilot.pause()
            fits(at)
        await at.press("escape")
        assert not at.on_top()
        assert at.app.navigator.left == 0, "nobody gets up from a table"


def fits(at: Watching) -> None:
    """Everything has its place, one below the other."""
    screen, lines = at.screen, at.text.splitlines()
    assert f"{at.feed.step}/{at.feed.recording.last}" in lines[-2]
    middle = screen.query_one("#middle").region
    assert middle.bottom == screen.prompt.region.y
    assert max(one.region.bottom for one in screen.query("#main > Board") if one.display) <= middle.bottom


@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("game", GAMES)
async def test_as_somebody_saw_it_is_what_their_screen_showed(tmp_path: Path, game: str, stride: int) -> None:
    recording = recorded(played(game), EYES)
    app = BareApp(tmp_path, Settings(language="en", theme="forest"))
    async with app.run_test(size=(80, 23)) as pilot:
        live = await played_live(pilot, game, recording, stride)
        # A replay has a line of its own below the table.
        await pilot.resize_terminal(80, 24)
        screen = TableScreen(feed_of(recording, app.games[game]), app.games[game])
        await app.push_screen(screen)
        await pilot.press("o")
        await pilot.pause()
        at = Watching(app, screen, pilot)
        assert "as you saw it" in at.bar_text
        for step, (drawn, told) in live.items():
            at.bar.go_to(step)
            assert at.boards == drawn, step
            assert [*screen.table_log.sentences] == told, step


VARIANTS = {
    "a race, jokers": ("tripitz", 3, tripitz.Options(start_player="race", jokers=True)),
    "a short game": ("tripitz", 4, tripitz.Options(short=True)),
    "two tokens at once": ("triqueta", 2, triqueta.Options(variant="dorra")),
    "two-coloured cards": ("triche", 3, triche.Options(expansion=True)),
}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), VARIANTS.values(), ids=list(VARIANTS))
async def test_every_variant_from_all_eyes(tmp_path: Path, game: str, seats: int, options: Struct) -> None:
    recording = recorded(played(game, seats, options=options))
    async with watching(tmp_path, recording) as at:
        for step in range(recording.last):
            at.bar.go_to(step)
            decider = recording.decider(step)
            assert decider is not None
            assert recording.decision(step, decider) is not None
        for _ in range(seats + 1):
            at.bar.action_replay_eyes(1)
            for step in range(recording.last, -1, -4):
                at.bar.go_to(step)
        await at.press("end", "enter")
        result: Any = at.app.screen
        assert at.shows(ResultScreen)
        assert result.verdict.fair


async def test_all_open_shows_what_everybody_kept_and_a_click_on_a_row_looks(tmp_path: Path) -> None:
    table = played("triqueta")
    recording = recorded(table)
    step, others = next(
        (step, others)
        for step, (seat, action) in enumerate(table.decisions)
        if action["do"] == "place"
        and sum(recording.public(step).face_down) > 1
        and (others := other_rows(recording.mine(step, seat), action["row"]))
    )
    async with watching(tmp_path, recording, at=step) as at:
        screen: Any = at.screen
        kept = sum(recording.public(step).face_down)
        assert "?" not in drawn_on([screen.board.sheet])
        await at.pilot.click(offset=screen.board.rows.spot_of(others[0]))
        await at.pilot.pause()
        assert screen.board.rows.cursor == others[0]
        assert at.feed.step == step, "what was decided stays"
        await at.press("o", "tab", "tab", "tab")
        assert "as a watcher" in at.bar_text
        assert drawn_on([screen.board.sheet]).count("?") == kept


def other_rows(mine: Mine, chosen: int) -> list[int]:
    placed = (choice.action for choice in mine.choices)
    return [one.row for one in placed if isinstance(one, Place) and one.row != chosen]


async def test_rounds_the_decisive_moment_and_both_ends_are_a_key_away(tmp_path: Path) -> None:
    recording = recorded(played("triche"))
    points = [recording.public(step).points for step in range(recording.here)]
    async with watching(tmp_path, recording) as at:
        screen = at.screen
        assert not {"replay.back", "replay.start", "replay.result"} & offered(screen)
        await at.press("down")
        assert recording.public(at.feed.step).round == 2
        assert recording.public(at.feed.step - 1).round == 1
        assert "round 2" in at.bar_text
        await at.press("right", "right", "up")
        assert recording.public(at.feed.step).round == 2
        await at.press("up")
        assert at.feed.step == 0
        await at.press("d")
        winner = next(
            seat for seat, one in enumerate(recording.public(recording.last).scores) if one.rank == 1
        )
        assert all(max(one) == one[winner] for one in points[at.feed.step :])
        await at.press("end")
        assert at.feed.step == recording.last
        assert "Enter shows the result" in at.text
        assert not {"replay.forward", "replay.play", "replay.end"} & offered(screen)
        placing = next(step for step in range(recording.here) if recording.public(step).phase == "place")
        at.bar.go_to(placing)
        shows_hands_and_centres(at)


def shows_hands_and_centres(at: Watching) -> None:
    """All of them where all is open; a watcher sees none."""
    recording = at.feed.recording
    mines = [recording.mine(at.feed.step, seat) for seat in range(3)]
    centres = [f"?{'TRI'[mine.centre]}" for mine in mines]
    assert all(centre in at.boards for centre in centres)
    for seat, mine in enumerate(mines):
        if seat != at.feed.seat:
            assert f" {' '.join('TRI'[card] for card in mine.hand)} " in at.boards
    for _ in range(4):
        at.bar.action_replay_eyes(1)
    assert at.feed.seat is None
    assert not any(centre in at.boards for centre in centres)


async def test_it_goes_on_by_itself_and_only_then_a_timer_runs(tmp_path: Path) -> None:
    recording = recorded(played("tripitz"))
    async with watching(tmp_path, recording) as at:
        left = at.bar.region.offset

        async def click(column: int) -> None:
            await at.pilot.click(offset=left + Offset(column, 0))
            await at.pilot.pause()

        await click(at.bar.column_of(30))
        assert abs(at.feed.step - 30) <= 2
        await click(at.bar_text.index("all open"))
        assert "as you saw it" in at.bar_text
        assert not at.runs()
        await click(at.bar_text.index("normal"))
        assert "fast" in at.bar_text
        await click(1)
        assert at.runs()
        assert at.bar_text.startswith(" ▸")
        assert "Space stop" in at.text
        await at.press("space")
        assert not at.runs()
        at.bar.go_to(recording.last - 1)
        await at.press("space")
        while at.feed.step < recording.last or at.runs():
            await at.pilot.pause(0.1)
        assert "Space" not in at.text, "nothing is left to be shown"


async def test_log_and_scores_are_those_of_the_moment_at_the_smallest_size(tmp_path: Path) -> None:
    async with watching(tmp_path, recorded(played("triqueta")), size=(40, 12), at=8) as at:
        told = len(at.screen.table_log.sentences)
        await at.press("v")
        assert at.shows(LogDialog)
        await at.press("escape", "right", "right", "right", "right")
        assert len(at.screen.table_log.sentences) > told
        await at.press("s")
        assert not at.on_top()
        at.app.change_settings(language="de")
        await at.press("s")
        assert at.on_top()
        assert "gelegt" in "".join(map(str, at.screen.table_log.sentences))


async def test_it_is_shown_as_soon_as_its_beginning_is_there(tmp_path: Path) -> None:
    game = finished(played("triqueta"))
    whole = read_part(part(game, 0, 0))
    recording = Recording.begin(ReplayPart(whole.steps[:20], whole.head), len(game.decisions) + 1)
    async with watching(tmp_path, recording, at=50) as at:
        assert at.feed.step == 19, "as far as it goes"
        assert f"({19 * 100 // (recording.total - 1)}%)" in at.bar_text
        assert at.feed.decisive is None
        recording.add(whole.steps[20:])
        at.feed.grow()
        assert at.feed.step == 50, "where one wanted to go"
        assert "%" not in at.bar_text
        assert at.feed.decisive is not None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_drawn_next_is_named_in_whole_words(tmp_path: Path, language: str) -> None:
    """Neither cut at the edge nor torn where the board is cut into panes."""
    recording = recorded(played("tripitz"))
    async with watching(tmp_path, recording, at=recording.last // 2, language=language) as one:
        assert f" {say('tripitz.table.racks.next')} " in one.boards
