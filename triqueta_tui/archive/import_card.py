"""Takes a game from a file into the own ones; the server replays it and says what is wrong with it."""

import asyncio
from collections.abc import Mapping

from protocol.archive import GamesFound
from protocol.requests import MOST_FILE, ImportGame
from triqueta_tui.archive.asking import find
from triqueta_tui.archive.saving import SavingError, load, typed_path
from triqueta_tui.locale import say
from triqueta_tui.net.error_words import TROUBLES, explain
from triqueta_tui.screens.form_card import Card
from triqueta_tui.widgets.form import Line


class ImportCard(Card[str]):
    """The result is the id of the game."""

    title_key = "exports.import.title"
    advice_key = "exports.import.advice"

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        return [Line("path", say("exports.path"), hint=say("exports.import.hint"))]

    def on_form_done(self) -> None:
        self.run_worker(self._import(), group="import", exclusive=True)

    async def _import(self) -> None:
        try:
            content = await asyncio.to_thread(load, typed_path(self.form["path"]), MOST_FILE)
            found = await find(self.app, ImportGame, file=content, keep=True)
        except SavingError as error:
            self.fail(str(error))
        except TROUBLES as error:
            self.fail(explain(error))
        else:
            assert isinstance(found, GamesFound)
            self.dismiss(found.games[0].id)
