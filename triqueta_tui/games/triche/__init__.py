"""Triché on the screen."""

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from triqueta_tui.game import FinalSheet, Game, GuidedGame, RulesText, SetUp
from triqueta_tui.games.triche.colours import COLOURS

if TYPE_CHECKING:
    from textual.screen import Screen


def _table() -> "type[Screen[Any]]":
    from triqueta_tui.games.triche.table import TricheTable

    return TricheTable


def _commands() -> ModuleType:
    from triqueta_tui.games.triche import commands

    return commands


def _set_up() -> SetUp:
    from triqueta_tui.games.triche.set_up import TricheSetUp

    return TricheSetUp()


def _rules() -> RulesText:
    from triqueta_tui.games.triche.rules_text import TricheRulesText

    return TricheRulesText()


def _sheet() -> FinalSheet:
    from triqueta_tui.games.triche.final_sheet import TricheSheet

    return TricheSheet()


def _guided() -> GuidedGame:
    from triqueta_tui.games.triche.guided import GUIDED

    return GUIDED


GAME: Final = Game(
    name="triche",
    locale=Path(__file__).with_name("locale"),
    colours=COLOURS,
    load_table=_table,
    load_commands=_commands,
    load_set_up=_set_up,
    load_rules=_rules,
    load_sheet=_sheet,
    load_guided=_guided,
)
