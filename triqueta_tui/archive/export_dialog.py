"""Export a finished game: as a file, a text, or a picture of the scoresheet."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_protocol.archive import ArchivedGame, FileFound
from triqueta_protocol.requests import ExportGame
from triqueta_tui.app import TriquetaApp
from triqueta_tui.archive.asking import find
from triqueta_tui.archive.game_text import game_text
from triqueta_tui.archive.game_timeline import fetch_timeline
from triqueta_tui.archive.picture import game_picture
from triqueta_tui.archive.saving import AlreadyThereError, SavingError, save, typed_path, usual_folder
from triqueta_tui.commands import HELP_CLOSE, MY_GAMES_COPY
from triqueta_tui.commands.command import bindings, first_key
from triqueta_tui.locale import say
from triqueta_tui.screens.form_dialog import FormDialog
from triqueta_tui.session.error_words import TROUBLES, explain
from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.form import Line as FormLine
from triqueta_tui.widgets.prose import Line, line, wrapped


class TextPages(Book):
    """The text unchanged: aligned lines stay aligned if they fit."""

    def __init__(self, text: str) -> None:
        super().__init__(id="book")
        self._text = text

    def on_mount(self) -> None:
        self.border_title = say("exports.text.card")
        self.focus()

    def chapters(self, cells: int) -> Sequence[Sequence[Line]]:
        return [[part for one in self._text.split("\n") for part in wrapped(line((one, "")), cells)]]


class TextScreen(Screen[None]):
    app = app_of(TriquetaApp)
    CSS_PATH = "archive.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(MY_GAMES_COPY, HELP_CLOSE)]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        yield TextPages(self._text)
        key = first_key(MY_GAMES_COPY, self.app.settings.keys)
        words = "exports.text.how" if self.app.rights.write_files else "exports.text.how_guest"
        yield Static(say(words, key=key), id="how", markup=False)
        yield Footer()

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._text)
        self.notify(say("exports.text.copied"), timeout=8, markup=False)

    def action_close(self) -> None:
        self.dismiss()


KINDS: Final = {"file": ".triqueta", "text": ".txt", "picture": ".svg"}
"""Export formats and their file suffixes."""

COPY: Final = "copy"


def open_export(app: TriquetaApp, game: ArchivedGame) -> None:
    """Open the dialog; a guest, who has no files here, gets the text."""
    if app.rights.write_files:
        app.push_screen(ExportDialog(game))
    else:
        app.run_worker(_show_text(app, game), group="export", exclusive=True)


async def text_of(app: TriquetaApp, game: ArchivedGame) -> str:
    kind = app.games[game.game]
    return game_text(kind, await fetch_timeline(app, game.id, kind.load_sheet()))


async def picture_of(app: TriquetaApp, game: ArchivedGame) -> str:
    kind = app.games[game.game]
    return game_picture(kind, await fetch_timeline(app, game.id, kind.load_sheet()), app)


async def file_of(app: TriquetaApp, game: ArchivedGame) -> bytes:
    found = await find(app, ExportGame, game=game.id)
    assert isinstance(found, FileFound)
    return found.data


async def _show_text(app: TriquetaApp, game: ArchivedGame) -> None:
    try:
        text = await text_of(app, game)
    except TROUBLES as error:
        app.notify(explain(error), severity="error", markup=False)
    else:
        app.push_screen(TextScreen(text))


class ExportDialog(FormDialog[None]):
    title_key = "exports.title"
    advice_key = "exports.advice"

    def __init__(self, game: ArchivedGame) -> None:
        super().__init__()
        self._game = game
        self._folder = usual_folder()
        self._replace: Path | None = None
        """An existing file that the player has been told about."""

    def lines(self, now: Mapping[str, str]) -> list[FormLine]:
        kind = now.get("kind", "file")
        kinds = (*KINDS, COPY)
        words = tuple(say(f"exports.kinds.{one}") for one in kinds)
        lines = [FormLine("kind", say("exports.kind"), kinds, words, kind)]
        if kind in KINDS:
            # Each format has its own line, so that a typed path belongs to one format.
            path = str(self._folder / f"{self._stem()}{KINDS[kind]}")
            lines.append(FormLine(f"path_{kind}", say("exports.path"), value=path))
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
                self.app.push_screen(TextScreen(text))
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
