"""How the coach's card looks in each game, at each size and in each language."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.triqueta_tui.games.coached import advice_for, let_coach
from tests.triqueta_tui.games.local import LocalGame
from tests.triqueta_tui.games.playing import BareApp, show_table
from tests.triqueta_tui.games.triche.local import LocalTable as LocalTriche
from tests.triqueta_tui.games.tripitz.local import LocalTable as LocalTripitz
from tests.triqueta_tui.games.triqueta.local import LocalTable as LocalTriqueta
from triqueta_protocol.advice import Reason
from triqueta_protocol.requests import Advise
from triqueta_tui.settings import Settings
from triqueta_tui.table.coach_dialog import CoachDialog

LOOKS: dict[str, tuple[Any, Reason, str, tuple[int, int]]] = {
    "triqueta": (LocalTriqueta, Reason("needs", {"row": 0, "animal": 1}), "en", (80, 24)),
    "triche": (LocalTriche, Reason("completes_line", {"points": 1}), "de", (120, 36)),
    "tripitz": (LocalTripitz, Reason("most_points", {"points": 4}), "zh_Hant", (40, 12)),
}


@pytest.mark.parametrize("game", LOOKS)
def test_the_card(snap_compare: Callable[..., bool], tmp_path: Path, game: str) -> None:
    local, reason, language, size = LOOKS[game]
    table: LocalGame[Any] = local(3, 0)
    let_coach(table)
    app = BareApp(tmp_path, Settings(language=language, theme="forest"))

    async def ask(pilot: Pilot[None]) -> None:
        await show_table(app, table)
        moves = 0
        while moves < 12 or table.position.owing[0] != 0:
            while len(app.screen_stack) > 2:
                await app.pop_screen()
            table.move()
            moves += 1
        await pilot.pause()
        await pilot.press("e")
        await pilot.pause()
        card = app.screen
        assert isinstance(card, CoachDialog)
        assert isinstance(table.sent[-1], Advise)
        actions = [choice.action for choice in table.rules.mine(table.position, 0).choices][:5]
        table.answer(advice=advice_for(actions, reason))
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=ask)
