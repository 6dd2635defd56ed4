"""In a browser, where there may be no keyboard, every command can be reached by tapping."""

from pathlib import Path

import pytest
from textual.command import CommandPalette

from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import seated
from triqueta_protocol.games.triqueta import Options
from triqueta_tui.commands.palette import Everything
from triqueta_tui.widgets.footer import Footer


def table() -> LocalTable:
    return LocalTable(3, 0, options=Options(start=0))


@pytest.mark.parametrize(("browser", "wide"), [(True, False), (True, True), (False, False)])
async def test_a_mark_leads_to_commands_that_do_not_fit(tmp_path: Path, browser: bool, wide: bool) -> None:
    size = (200, 30) if wide else (45, 40)
    async with seated(tmp_path, table(), size=size) as at:
        at.app.set_class(browser, "-browser")
        shown = at.screen.query_one(Footer).render().plain
        assert ("…" in shown) == (browser and not wide)
        assert len(shown.rstrip()) <= size[0]
        await at.pilot.click(Footer, offset=(size[0] - 2, 0))
        await at.pilot.pause()
        assert isinstance(at.app.screen, CommandPalette) == (browser and not wide)


async def test_the_list_behind_the_mark_has_all_that_did_not_fit(tmp_path: Path) -> None:
    async with seated(tmp_path, table(), size=(45, 40)) as at:
        at.app.set_class(True, "-browser")
        footer = at.screen.query_one(Footer)
        shown = {offer.command.id for group in footer._fitting(45) for offer in group}
        missing = [offer for offer in footer._offers if offer.command.id not in shown]
        listed = {one.title.casefold() for one in Everything(at.screen)._doable()}
        assert missing
        assert {offer.command.word().casefold() for offer in missing} <= listed
