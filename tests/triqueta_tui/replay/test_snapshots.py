"""How a replay looks with all secrets open. The state is checked before the picture is compared."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.triqueta_tui.games.playing import BareApp
from tests.triqueta_tui.replay.recorded import played, recorded
from tests.triqueta_tui.replay.watching import feed_of
from triqueta_tui.session.recorded_feed import Recording
from triqueta_tui.settings import Settings
from triqueta_tui.table.screen import TableScreen

SIZES = ((80, 24), (120, 36))


def telling(game: str, recording: Recording) -> int:
    """A step at which much is hidden from the players."""

    def shows(step: int) -> bool:
        public: Any = recording.public(step)
        match game:
            case "triqueta":
                return bool(public.phase == "place" and sum(public.face_down) > 1)
            case "triche":
                return bool(public.phase == "place" and public.round == 2 and min(public.hands) == 3)
        return step == recording.last // 2

    return next(filter(shows, range(recording.here)))


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x36"])
@pytest.mark.parametrize("game", ["triqueta", "triche", "tripitz"])
def test_all_open(
    snap_compare: Callable[..., bool], tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    recording = recorded(played(game))
    app = BareApp(tmp_path, Settings(language="en", theme="forest", motion=False))

    async def replay(pilot: Pilot[None]) -> None:
        feed = feed_of(recording, app.games[game], telling(game, recording))
        await app.push_screen(TableScreen(feed, app.games[game]))
        await pilot.pause()
        assert feed.viewpoint.opened

    assert snap_compare(app, terminal_size=size, run_before=replay)
