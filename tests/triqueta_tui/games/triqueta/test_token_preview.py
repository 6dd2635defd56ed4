"""Before a token is laid, the player reads what it does: to a row for everybody, or kept, in the end."""

from pathlib import Path

import pytest

from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import seated
from triqueta_protocol.games.triqueta import Public
from triqueta_tui.games.triqueta.view import Values
from triqueta_tui.locale.numbers import signed


def my_token(public: Public) -> bool:
    return public.round == 2 and public.phase == "place" and public.owing == (0,)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_the_row_under_the_cursor_is_judged_with_the_token(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with seated(tmp_path, LocalTable(2, 0), size) as at:
        at.table.play_on(my_token)
        await at.pilot.pause()
        while len(at.app.screen_stack) > 2:
            await at.app.pop_screen()
        await at.pilot.pause()
        mine = at.table.rules.mine(at.table.position, 0)
        values = Values(at.table.public, mine, 0)
        for _ in range(2):
            row = at.board.chooser.row
            if row is not None:
                before, after = values.of_row(row), values.of_row(row, mine.drawn[0])
                shown = at.line(1 + row) if size == (40, 12) else at.line(22)
                assert all(signed(one.points) in shown for one in after[:1]), shown
                if size == (80, 24):
                    assert f"{signed(before[0].points)}›{signed(after[0].points)}" in shown
                    assert f"{signed(before[1].points)}›{signed(after[1].points)}" in shown
            await at.press("down")
        while at.board.chooser.hand is None:
            await at.press("down")
        change = values.kept(mine.drawn[0])
        assert change is not None
        if size == (80, 24):
            assert f"{change.before}›{change.after}, {signed(change.points)}" in at.line(22)
