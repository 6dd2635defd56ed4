"""What rules, keys, settings, passing the keyboard and hints look like; state before picture."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.triqueta_tui.bare import MakeApp
from triqueta_tui.games.triqueta.rules_text import CHAPTERS
from triqueta_tui.locale import plural, say
from triqueta_tui.screens.keys import KeysScreen
from triqueta_tui.screens.questions import GuidedOffer, PassKeyboard
from triqueta_tui.screens.rules import RulesBook, RulesScreen
from triqueta_tui.screens.settings import SettingsScreen
from triqueta_tui.table.guided import HintDialog
from triqueta_tui.table.hints import Hint

Compare = Callable[..., bool]

LOOKS = [
    ("en", (80, 24)),
    ("en", (120, 36)),
    ("en", (40, 12)),
    ("de", (80, 24)),
    ("zh_Hant", (80, 24)),
]
looks = pytest.mark.parametrize(("language", "size"), LOOKS, ids=lambda look: str(look).replace(", ", "x"))


async def press(pilot: Pilot[Any], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


@looks
def test_rules(make_app: MakeApp, snap_compare: Compare, language: str, size: tuple[int, int]) -> None:
    async def ready(pilot: Pilot[Any]) -> None:
        await press(pilot, "f1", *["right"] * CHAPTERS.index("example"))
        assert isinstance(pilot.app.screen, RulesScreen)
        assert pilot.app.screen.query_one(RulesBook).chapter == CHAPTERS.index("example")

    assert snap_compare(make_app(language=language), terminal_size=size, run_before=ready)


@looks
def test_keys(make_app: MakeApp, snap_compare: Compare, language: str, size: tuple[int, int]) -> None:
    async def ready(pilot: Pilot[Any]) -> None:
        await press(pilot, "f1", "question_mark")
        assert isinstance(pilot.app.screen, KeysScreen)

    assert snap_compare(make_app(language=language), terminal_size=size, run_before=ready)


@looks
def test_settings(make_app: MakeApp, snap_compare: Compare, language: str, size: tuple[int, int]) -> None:
    async def ready(pilot: Pilot[Any]) -> None:
        await press(pilot, "f2", "down", "down")
        assert isinstance(pilot.app.screen, SettingsScreen)
        assert pilot.app.screen.list.entry.name == "theme"  # type: ignore[union-attr]  # the third setting

    app = make_app(language=language, name="Ana")
    assert snap_compare(app, terminal_size=size, run_before=ready)


@looks
def test_curtain(make_app: MakeApp, snap_compare: Compare, language: str, size: tuple[int, int]) -> None:
    async def ready(pilot: Pilot[Any]) -> None:
        await pilot.app.push_screen(PassKeyboard("Ana"))
        await pilot.pause()
        assert isinstance(pilot.app.screen, PassKeyboard)

    assert snap_compare(make_app(language=language), terminal_size=size, run_before=ready)


@looks
def test_offer(make_app: MakeApp, snap_compare: Compare, language: str, size: tuple[int, int]) -> None:
    async def ready(pilot: Pilot[Any]) -> None:
        await pilot.app.push_screen(GuidedOffer("Triqueta", "F1"))
        await pilot.pause()
        assert isinstance(pilot.app.screen, GuidedOffer)

    assert snap_compare(make_app(language=language), terminal_size=size, run_before=ready)


@looks
def test_hint(make_app: MakeApp, snap_compare: Compare, language: str, size: tuple[int, int]) -> None:
    async def ready(pilot: Pilot[Any]) -> None:
        about = {"row": 2, "counted": plural("triqueta.animals.owl.count", 3), "value": 6}
        key = "triqueta.guided.would_make"
        hint = Hint(say(f"{key}.title"), say(f"{key}.text", **about))
        await pilot.app.push_screen(HintDialog(hint, ()))
        await pilot.pause()
        assert isinstance(pilot.app.screen, HintDialog)

    assert snap_compare(make_app(language=language), terminal_size=size, run_before=ready)


@pytest.mark.parametrize("theme", ["contrast", "sixteen", "plain"])
def test_rules_in_other_colours(make_app: MakeApp, snap_compare: Compare, theme: str) -> None:
    async def ready(pilot: Pilot[Any]) -> None:
        await press(pilot, "f1", *["right"] * CHAPTERS.index("scoring"))
        assert pilot.app.theme == theme

    assert snap_compare(make_app(theme=theme), terminal_size=(80, 24), run_before=ready)
