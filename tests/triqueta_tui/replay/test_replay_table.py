"""A finished game on the table of its game: moved through by keys and clicks, all open or as somebody saw it."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from textual.geometry import Offset
from textual.screen import Screen

from protocol.happenings import GameBegan
from protocol.mirror import Mirror
from protocol.replay import ReplayPart, read_part
from server.archive.replay import part
from tests.triqueta_tui.driving import offered
from tests.triqueta_tui.games.playing import BareApp
from tests.triqueta_tui.replay.recorded import GAMES, finished, played, recorded
from tests.triqueta_tui.replay.watching import Watching, boards, watching
from triqueta_tui.game import Games
from triqueta_tui.locale import LANGUAGES
from triqueta_tui.replay.recording import Recording
from triqueta_tui.replay.table import ReplayTable, _NoKeys
from triqueta_tui.settings import Settings
from triqueta_tui.table.log_card import LogCard
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen

EYES = 1
"""The seat as which games are seen; seats are counted from 0."""


STRIDES = [9, pytest.param(1, marks=pytest.mark.slow)]
"""Every so many steps are looked at."""


@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("game", GAMES)
async def test_a_step_looks_the_same_from_wherever_one_comes(tmp_path: Path, game: str, stride: int) -> None:
    async with watching(tmp_path, recorded(played(game))) as at:
        screen = at.screen
        onward: dict[int, tuple[str, tuple[str, ...]]] = {}
        for step in range(0, screen.recording.here, stride):
            screen.go_to(step - 1)
            screen.go_to(step)
            onward[step] = at.boards, tuple(screen.log_book.sentences)
        assert len({drawn for drawn, _ in onward.values()}) > len(onward) * 0.8, "something new each time"
        for step in reversed(onward):
            screen.go_to(step)
            assert (at.boards, tuple(screen.log_book.sentences)) == onward[step], step


@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("game", GAMES)
async def test_as_somebody_saw_it_is_what_their_screen_showed(tmp_path: Path, game: str, stride: int) -> None:
    table = played(game)
    live = await played_live(tmp_path, game, stride)
    async with watching(tmp_path, recorded(table, EYES)) as at:
        await at.press("o")
        assert "as you saw it" in at.bar
        for step, (drawn, told) in live.items():
            at.screen.go_to(step)
            assert at.boards == drawn, step
            assert [*at.screen.log_book.sentences] == told, step


async def played_live(folder: Path, game: str, stride: int) -> dict[int, tuple[str, list[str]]]:
    """What a player's table and log showed at some steps, with the cursor where the player decided."""
    table = GAMES[game](3, EYES, "a quiet wood")
    recording = recorded(played(game), EYES)
    app = BareApp(folder, Settings(language="en", theme="forest"))
    shown: dict[int, tuple[str, list[str]]] = {}
    # A replay has a line less for its table.
    async with app.run_test(size=(80, 23)) as pilot:
        screen: Any = without_cards(app.games[game].load_table())(table.mirror)
        await app.push_screen(screen)
        await pilot.pause()
        table.hear.append(screen.show)

        def look(step: int) -> None:
            screen.show_decision(recording.decision(step, EYES))
            screen.draw_choices()
            shown[step] = boards(screen), [*screen.log_book.sentences]

        table.tell([GameBegan(1, table.began.commitment)])
        look(0)
        for step, (seat, action) in enumerate(played(game).decisions, 1):
            table.act(seat, action)
            if step % stride == 0 or step == recording.last:
                look(step)
    return shown


def without_cards(table: type[Screen[Any]]) -> type[Screen[Any]]:
    """A live table below whose cards can be looked: nothing is drawn while one lies on top."""

    class Quiet(table):  # type: ignore[misc, valid-type]  # any game's table
        def show_overlays(self, now: Any, happenings: tuple[Struct, ...]) -> None:
            """No cards."""

        def open_once(self, *_: Any) -> None:
            """No cards."""

        def draw_choices(self) -> None:
            if self.now is not None:
                self.draw_marks(self.now, _NoKeys({}))

        def show(self, mirror: Mirror, happenings: tuple[Struct, ...]) -> None:
            super().show(mirror, happenings)
            self.renew(self.now)

    Quiet.__name__, Quiet.__module__ = table.__name__, table.__module__
    Quiet._css_type_names = table._css_type_names
    return Quiet


async def test_all_open_shows_what_everybody_kept(tmp_path: Path) -> None:
    recording = recorded(played("triqueta"))
    step = next(step for step in range(recording.here) if sum(recording.public(step).face_down) > 1)
    async with watching(tmp_path, recording, at=step) as at:
        kept = [len(mine.face_down) for mine in at.screen.recording.view(step, 0, opened=True).opened.mines]  # type: ignore[union-attr]
        assert sum(kept) > 1
        assert "?" not in sheet(at)
        await at.press("o", "tab", "tab", "tab")
        assert "as a watcher" in at.bar
        assert sheet(at).count("?") == sum(kept)


def sheet(at: Watching) -> str:
    return "\n".join(
        line for line in at.text.splitlines() if any(name in line[:20] for name in at.screen.now.names)
    )  # type: ignore[union-attr]


async def test_all_open_shows_hands_and_centres(tmp_path: Path) -> None:
    recording = recorded(played("triche"))
    step = next(step for step in range(recording.here) if recording.public(step).phase == "place")
    async with watching(tmp_path, recording, at=step) as at:
        for seat in range(3):
            if seat != at.screen.seen_from:
                hand = " ".join("TRI"[card] for card in recording.mine(step, seat).hand)
                assert f" {hand} " in at.boards
        centres = ["?" + "TRI"[recording.mine(step, seat).centre] for seat in range(3)]
        assert all(centre in at.boards for centre in centres)
        await at.press("o", "tab", "tab", "tab")
        assert not any(centre in at.boards for centre in centres), "a watcher sees none"


async def test_rounds_the_decisive_moment_and_both_ends_are_a_key_away(tmp_path: Path) -> None:
    recording = recorded(played("triche"))
    async with watching(tmp_path, recording) as at:
        screen = at.screen
        assert not {"replay.back", "replay.start", "replay.result"} & offered(screen)
        await at.press("down")
        assert recording.public(screen.step).round == 2
        assert recording.public(screen.step - 1).round == 1
        assert "round 2" in at.bar
        await at.press("right", "right", "up")
        assert recording.public(screen.step).round == 2
        await at.press("up")
        assert screen.step == 0
        await at.press("d")
        assert screen.step == screen.decisive
        over = recording.public(recording.last)
        winner = next(seat for seat, score in enumerate(over.scores) if score.rank == 1)
        ahead = [
            max(recording.public(step).points) == recording.public(step).points[winner]
            for step in range(screen.step, recording.here)
        ]
        assert all(ahead)
        await at.press("end")
        assert screen.step == recording.last
        assert "Enter shows the result" in at.text
        assert not {"replay.forward", "replay.play", "replay.end"} & offered(screen)


async def test_it_goes_on_by_itself_and_only_then_a_timer_runs(tmp_path: Path) -> None:
    recording = recorded(played("tripitz"))
    async with watching(tmp_path, recording, at=recording.last - 2) as at:
        screen = at.screen
        assert screen._timer is None
        await at.press("f")
        assert "fast" in at.bar
        await at.press("space")
        assert screen._timer is not None
        assert at.bar.startswith(" ▸")
        assert "Space stop" in at.text
        await at.press("space")
        assert screen._timer is None
        await at.press("space")
        await at.pilot.pause(1.5)
        assert screen.step == recording.last
        assert screen._timer is None, "nothing is left to be shown"


async def test_the_bar_can_be_clicked(tmp_path: Path) -> None:
    async with watching(tmp_path, recorded(played("triqueta"))) as at:
        screen = at.screen
        left = screen.bar.region.offset

        async def click(column: int) -> None:
            await at.pilot.click(offset=left + Offset(column, 0))
            await at.pilot.pause()

        await click(screen.bar.column_of(60))
        assert abs(screen.step - 60) <= 3
        await click(at.bar.index("normal"))
        assert "fast" in at.bar
        await click(at.bar.index("all open"))
        assert "as you saw it" in at.bar
        await click(1)
        assert screen._timer is not None


@pytest.mark.parametrize("game", GAMES)
async def test_cards_do_not_interrupt_and_the_final_sheet_opens_by_key(tmp_path: Path, game: str) -> None:
    async with watching(tmp_path, recorded(played(game))) as at:
        for step in range(at.screen.recording.here):
            at.screen.go_to(step)
        await at.pilot.pause()
        assert at.app.screen is at.screen
        await at.press("enter")
        result: Any = at.app.screen
        assert isinstance(result, ResultScreen)
        assert result.verdict is not None
        assert result.verdict.fair
        assert not {"score.again", "score.replay"} & offered(result)
        await at.press("v")
        assert isinstance(at.app.screen, LogCard)
        await at.press("escape", "escape")
        assert at.app.screen is at.screen
        await at.press("escape")
        assert at.app.screen is not at.screen
        assert at.app.left == 0, "nobody gets up from a table"


async def test_log_and_scores_are_those_of_the_moment(tmp_path: Path) -> None:
    async with watching(tmp_path, recorded(played("triqueta")), size=(40, 12), at=8) as at:
        told = len(at.screen.log_book.sentences)
        await at.press("v")
        assert isinstance(at.app.screen, LogCard)
        await at.press("escape", "right", "right", "right", "right")
        assert len(at.screen.log_book.sentences) > told
        await at.press("s")
        assert at.app.screen is not at.screen


@pytest.mark.parametrize("game", GAMES)
async def test_every_size_and_language_has_a_bar(tmp_path: Path, game: str) -> None:
    recording = recorded(played(game))
    async with watching(tmp_path, recording, at=recording.last // 2) as at:
        for language in LANGUAGES:
            at.app.change_settings(language=language)
            at.screen.on_screen_resume()
            at.screen.take()
            for size in ((40, 12), (120, 36), (80, 24)):
                await at.pilot.resize_terminal(*size)
                await at.pilot.pause()
                lines = at.text.splitlines()
                assert f"{at.screen.step}/{recording.last}" in lines[-2]
                middle, prompt = at.screen.query_one("#middle").region, at.screen.prompt.region
                assert middle.bottom == prompt.y, "nothing lies over the board"
                below = max(part.region.bottom for part in at.screen.query("#main > Board") if part.display)
                assert below <= middle.bottom


async def test_it_is_shown_as_soon_as_its_beginning_is_there(tmp_path: Path) -> None:
    game = finished(played("triqueta"))
    whole = read_part(part(game, 0, 0))
    recording = Recording.begin(ReplayPart(whole.steps[:20], whole.head), len(game.decisions) + 1)
    async with watching(tmp_path, recording, at=50) as at:
        assert at.screen.step == 19, "as far as it goes"
        assert f"({19 * 100 // (recording.total - 1)}%)" in at.bar
        assert at.screen.decisive is None
        recording.add(whole.steps[20:])
        at.screen.take()
        await at.pilot.pause()
        assert at.screen.step == 50, "where one wanted to go"
        assert "%" not in at.bar
        assert at.screen.decisive is not None


async def test_a_click_on_the_board_looks_and_changes_nothing(tmp_path: Path) -> None:
    table = played("triqueta")
    step = next(step for step, (_, action) in enumerate(table.decisions) if action["do"] == "place")
    async with watching(tmp_path, recorded(table), at=step) as at:
        rows: Any = at.screen.rows  # type: ignore[attr-defined]
        other = (table.decisions[step][1]["row"] + 1) % 3
        await at.pilot.click(offset=rows.spot_of(other))
        await at.pilot.pause()
        assert rows.cursor == other
        assert at.screen.step == step


def test_a_replay_and_the_tables_of_games_have_no_name_in_common_by_chance(games: Games) -> None:
    """A replay stands before the game's table among the bases of its class: it would hide what it has."""
    own = names(ReplayTable)
    for game in games:
        assert own & names(game.load_table()) <= {*dir(TableScreen), "footer_word"}, game.name


def names(table: type[Any]) -> set[str]:
    """Of methods, and of what ``self`` is given."""
    given = re.findall(r"self\.(\w+)(?:: [^=]+)? = ", inspect.getsource(table))
    return {*vars(table), *given}
