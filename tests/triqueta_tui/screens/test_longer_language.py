"""Sentences may be longer than in English: on a terminal of 80 by 24, none loses a word that matters."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import pseudo
from tests.pictures.screens import SCREENS
from tests.triqueta_tui.driving import make_app
from tests.triqueta_tui.games.local import LocalGame
from tests.triqueta_tui.games.playing import BareApp, show_table
from tests.triqueta_tui.games.triche.local import LocalTable as LocalTriche
from tests.triqueta_tui.games.tripitz.local import LocalTable as LocalTripitz
from tests.triqueta_tui.games.triqueta.local import LocalTable as LocalTriqueta
from tests.triqueta_tui.locale.catalogues import words
from tests.triqueta_tui.screens.test_snapshots import SCENES, Prepare
from triqueta_tui.app import TriquetaApp
from triqueta_tui.paths import Paths
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.session.own_tables import WaitingSeat
from triqueta_tui.settings import Settings

SHORT = (
    r"\w+\.rules\.motto",
    r"home\.notes\.\w+",  # beside a command that says it, too
    r"\w+\.game\.summary",  # the rules say it in full
    r"my_games\.(all|columns\.\w+)",
    r"statistics\.((best_)?streak|points\.\w+)",
    r"rooms\.(seats|levels)\.\w+",
    r"settings\.help\.values\.\w+",
    r"lobby\.locked",
)
"""Sentences that a narrow place cuts if they are longer than in English: ``docs/translating.md`` says so."""

PLACES: dict[str, Prepare] = {scene.__name__: scene for scene in SCENES} | {
    name: prepare for name, prepare in SCREENS.items() if name not in {"home", "waiting", "keys"}
}


def cut(lines: list[str]) -> Iterator[str]:
    """The keys of sentences whose beginning is on the screen and whose end is not."""
    whole = "\n".join(lines)
    known = {key: pseudo.pseudo(text) for key, text in words("en").items()}
    for line in lines[:-1]:  # the last one is the footer, which leaves out what does not fit
        for found in re.finditer(f"{pseudo.BEGIN}[^{pseudo.BEGIN}{pseudo.END}│…]*", line):
            if line[found.end() : found.end() + 1] in {pseudo.END, pseudo.BEGIN}:
                continue
            begun = found[0].rstrip()
            keys = [key for key, text in known.items() if text.split("{")[0].startswith(begun)]
            if len(begun) > 3 and keys and not any(known[key].split()[-1] in whole for key in keys):
                yield keys[0]


def lost(app: TriquetaApp) -> set[str]:
    """Which sentences the screen cuts although they matter."""
    strips = app.screen._compositor.render_strips()
    lines = ["".join(segment.text for segment in strip) for strip in strips]
    assert pseudo.BEGIN in "".join(lines)
    return {key for key in cut(lines) if not any(re.fullmatch(short, key) for short in SHORT)}


@pytest.mark.parametrize("place", PLACES)
async def test_longer_sentences_are_shown_whole(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    pseudo.speak(monkeypatch)
    Memory(paths.servers).tables.keep_seat(WaitingSeat("hearth", "KNOT", "triqueta"))
    app = make_app(paths, language="en", theme="forest")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await PLACES[place](app, pilot)
        await pilot.pause()
        assert not lost(app)


@pytest.mark.parametrize("keys", ["", "q", "e", "t"])
@pytest.mark.parametrize("game", [LocalTriqueta, LocalTriche, LocalTripitz], ids=lambda game: game.__module__)
async def test_longer_sentences_are_shown_whole_at_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: type[LocalGame[Any]], keys: str
) -> None:
    pseudo.speak(monkeypatch)
    table = game(3, 0)
    app = BareApp(tmp_path, Settings(motion=False))
    async with app.run_test(size=(80, 24)) as pilot:
        await show_table(app, table)
        moves = 0
        while moves < 12 or table.position.owing[0] != 0:
            while len(app.screen_stack) > 2:
                await app.pop_screen()
            table.move()
            moves += 1
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        assert not lost(app)


def test_a_cut_sentence_is_noticed() -> None:
    whole = pseudo.pseudo(words("en")["settings.motion.about"])
    assert not list(cut([whole, ""]))
    assert list(cut([whole[:40], ""])) == ["settings.motion.about"]
