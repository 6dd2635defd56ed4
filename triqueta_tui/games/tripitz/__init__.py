"""Tripitz on the screen."""

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from triqueta_tui.game import FinalSheet, Game, GuidedGame, RulesText, SetUp
from triqueta_tui.games.tripitz.colours import COLOURS

if TYPE_CHECKING:
    from textual.screen import Screen


def _table() -> "type[Screen[Any]]":
    from triqueta_tui.games.tripitz.table import TripitzTable

    return TripitzTable


def _commands() -> ModuleType:
    from triqueta_tui.games.tripitz import commands

    return commands


def _set_up() -> SetUp:
    from triqueta_tui.games.tripitz.set_up import TripitzSetUp

    return TripitzSetUp()


def _rules() -> RulesText:
    from triqueta_tui.games.tripitz.rules_text import TripitzRulesText

    return TripitzRulesText()


def _sheet() -> FinalSheet:
    from triqueta_tui.games.tripitz.final_sheet import TripitzSheet

    return TripitzSheet()


def _guided() -> GuidedGame:
    from triqueta_tui.games.tripitz.guided import GUIDED

    return GUIDED


GAME: Final = Game(
    name="tripitz",
    locale=Path(__file__).with_name("locale"),
    colours=COLOURS,
    load_table=_table,
    load_commands=_commands,
    load_set_up=_set_up,
    load_rules=_rules,
    load_sheet=_sheet,
    load_guided=_guided,
)
