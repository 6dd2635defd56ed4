"""No key does two things on one screen, whichever areas its commands belong to."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from textual.binding import Binding
from textual.screen import Screen

import triqueta_tui
from tests.triqueta_tui.keys_page import PAGE, row
from tests.triqueta_tui.locale.catalogues import GAMES
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import GUIDED_NEXT, GUIDED_START, HOME_PLAY
from triqueta_tui.commands.command import Command, clashes, command
from triqueta_tui.keymap import beside, every_command, key_troubles

NEVER_TOGETHER = {
    # Whoever has to choose a tower cannot close the card, and the others have nothing to choose.
    frozenset({"triqueta.choose_tower", "table.go_on"}),
    # The card of a set-up is put aside as long as there is nothing to undo.
    frozenset({"triche.put_aside", "triche.step_back"}),
}
CLOSES_WHAT_IT_OPENED = {"help.close_rules", "help.close_keys", "settings.leave"}


def screens() -> list[type[Screen[Any]]]:
    """Every screen of the client."""
    for module in pkgutil.walk_packages(triqueta_tui.__path__, "triqueta_tui."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found: list[type[Screen[Any]]] = []
    ahead: list[type[Screen[Any]]] = [Screen]
    while ahead:
        for kind in ahead.pop().__subclasses__():
            ahead.append(kind)
            if kind.__module__.startswith("triqueta_tui."):
                found.append(kind)
    return sorted(set(found), key=lambda kind: kind.__qualname__)


def commands_of(kind: type[Any]) -> Iterator[Command]:
    """The commands that a screen or the app binds; what Textual binds itself is left out."""
    for one in kind.BINDINGS:
        if isinstance(one, Binding) and (found := command(one.id)) is not None:
            yield found


@pytest.mark.parametrize("screen", screens(), ids=lambda kind: kind.__qualname__)
def test_no_key_does_two_things_on_a_screen(screen: type[Screen[Any]]) -> None:
    offered = tuple(one for one in dict.fromkeys(commands_of(screen)) if one.id not in CLOSES_WHAT_IT_OPENED)
    everywhere = tuple(one for one in commands_of(TriquetaApp) if one not in offered)
    both = [
        {one.id for one in clash.commands}
        for clash in clashes((*offered, *everywhere), {})
        if frozenset(one.id for one in clash.commands) not in NEVER_TOGETHER
    ]
    assert not both


def test_every_screen_is_looked_at() -> None:
    assert {"Home", "TableScreen", "HintDialog", "WaitingRoom", "RoundEnd"} <= {
        kind.__name__ for kind in screens()
    }


def test_the_guided_game_is_beside_the_commands_of_the_home_screen() -> None:
    assert GUIDED_START in beside(HOME_PLAY, GAMES)
    assert HOME_PLAY in beside(GUIDED_START, GAMES)
    assert GUIDED_NEXT not in beside(HOME_PLAY, GAMES)
    assert key_troubles({"home.play": "t"}, GAMES) == ["t now does two things: “Play now” and “Guided game”."]


def test_the_page_of_keys_has_every_command() -> None:
    """Written by ``python -m tests.triqueta_tui.keys_page``."""
    listed = PAGE.read_text(encoding="utf-8")
    assert [one.id for one in every_command(GAMES) if row(one) not in listed] == []


_MOVES = {"up", "down", "left", "right", "tab", "space", *map(str, range(1, 8))}


def test_the_palette_of_a_table_has_no_keys_that_move_a_cursor() -> None:
    areas = {"table", *GAMES.names}
    offered = [one for one in every_command(GAMES) if one.palette and one.area in areas]
    assert len(offered) > 10
    assert [one.id for one in offered if _MOVES & set(one.keys.split(","))] == []
