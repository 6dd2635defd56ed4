"""Export a finished game: as a file, a text, or a picture of the final sheet."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from protocol.archive import ArchivedGame, FileFound
from protocol.requests import ExportGame
from triqueta_tui.archive.asking import find
from triqueta_tui.archive.game_text import game_text
from triqueta_tui.archive.picture import game_picture
from triqueta_tui.archive.saving import AlreadyThereError, SavingError, save, typed_path, usual_folder
from triqueta_tui.archive.text_card import TextCard
from triqueta_tui.archive.told_game import told_game
from triqueta_tui.client import Client
from triqueta_tui.locale import say
from triqueta_tui.net.error_words import TROUBLES, explain
from triqueta_tui.screens.form_card import Card
from triqueta_tui.widgets.form import Line

KINDS: Final = {"file": ".triqueta", "text": ".txt", "picture": ".svg"}
"""What a game can be exported as, and how the name of the file ends."""

COPY: Final = "copy"


def open_export(app: Client, game: ArchivedGame) -> None:
    """Let the person choose; a guest, who has no files here, gets the text."""
    if app.writes_files:
        app.push_screen(ExportCard(game))
    else:
        app.run_worker(_show_text(app, game), group="export", exclusive=True)


async def text_of(app: Client, game: ArchivedGame) -> str:
    kind = app.games[game.game]
    return game_text(kind, await told_game(app, game.id, kind.load_sheet()))


async def picture_of(app: Client, game: ArchivedGame) -> str:
    kind = app.games[game.game]
    return game_picture(kind, await told_game(app, game.id, kind.load_sheet()), app)


async def file_of(app: Client, game: ArchivedGame) -> bytes:
    found = await find(app, ExportGame, game=game.id)
    assert isinstance(found, FileFound)
    return found.data


async def _show_text(app: Client, game: ArchivedGame) -> None:
    try:
        text = await text_of(app, game)
    except TROUBLES as error:
        app.notify(explain(error), severity="error", markup=False)
    else:
        app.push_screen(TextCard(text))


class ExportCard(Card[None]):
    title_key = "exports.title"
    advice_key = "exports.advice"

    def __init__(self, game: ArchivedGame) -> None:
        super().__init__()
        self._game = game
        self._folder = usual_folder()
        self._replace: Path | None = None
        """A file that is there, and of which the person knows."""

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        kind = now.get("kind", "file")
        kinds = (*KINDS, COPY)
        words = tuple(say(f"exports.kinds.{one}") for one in kinds)
        lines = [Line("kind", say("exports.kind"), kinds, words, kind)]
        if kind in KINDS:
            # Each kind has a line of its own, so that what is typed for one is not taken for another.
            path = str(self._folder / f"{self._stem()}{KINDS[kind]}")
            lines.append(Line(f"path_{kind}", say("exports.path"), value=path))
        return lines

    def caution(self, now: Mapping[str, str]) -> str:
        return say(f"exports.about.{now.get('kind', 'file')}")

    def on_form_changed(self) -> None:
        self._replace = None

    def on_form_done(self) -> None:
        self.run_worker(self._export(self.form["kind"]), group="export", exclusive=True)

    async def _export(self, kind: str) -> None:
        try:
            if kind == COPY:
                text = await text_of(self.app, self._game)
                self.dismiss()
                self.app.push_screen(TextCard(text))
                return
            path = typed_path(self.form[f"path_{kind}"])
            content = await self._content(kind)
            await asyncio.to_thread(save, path, content, replace=path == self._replace)
        except AlreadyThereError as there:
            self._replace = path
            self.fail(str(there))
        except SavingError as error:
            self.fail(str(error))
        except TROUBLES as error:
            self.fail(explain(error))
        else:
            self.app.notify(say("exports.saved", path=path), timeout=8, markup=False)
            self.dismiss()

    async def _content(self, kind: str) -> bytes:
        match kind:
            case "text":
                return (await text_of(self.app, self._game)).encode()
            case "picture":
                return (await picture_of(self.app, self._game)).encode()
            case _:
                return await file_of(self.app, self._game)

    def _stem(self) -> str:
        """A name that sorts by date: ``triqueta-2026-11-17-2041``."""
        return f"{self._game.game}-{datetime.fromtimestamp(self._game.ended_at):%Y-%m-%d-%H%M}"
