"""The list of tables of a server: it has the keys, also when it was empty at first."""

import pytest

from tests.triqueta_tui.driving import driving, make_app
from triqueta_protocol.events import TableLine
from triqueta_tui.navigator import Navigator
from triqueta_tui.paths import Paths
from triqueta_tui.screens.lobby import Lobby


async def test_a_table_that_appears_in_an_empty_list_can_be_chosen(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered: list[str] = []
    monkeypatch.setattr(Navigator, "enter", lambda _app, table, **_: entered.append(table))
    async with driving(make_app(paths)) as driver:
        lobby = Lobby("hearth", (), watch=False)
        await driver.app.push_screen(lobby)
        lobby.show(())
        await driver.pilot.pause()
        lobby.show((TableLine("OAKS", "triqueta", "Bo", ("Bo",), 4, "waiting"),))
        await driver.pilot.pause()
        await driver.press("enter")
    assert entered == ["OAKS"]
