"""Triqueta on the screen."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from triqueta_tui.game import FinalSheet, Game, GuidedGame, RulesText, SetUp
from triqueta_tui.games.triqueta.colours import COLOURS

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen

    from triqueta_tui.widgets.canvas import Canvas


def _table() -> "type[Screen[Any]]":
    from triqueta_tui.games.triqueta.table import TriquetaTable

    return TriquetaTable


def _commands() -> ModuleType:
    from triqueta_tui.games.triqueta import commands

    return commands


def _set_up() -> SetUp:
    from triqueta_tui.games.triqueta.set_up import TriquetaSetUp

    return TriquetaSetUp()


def _rules() -> RulesText:
    from triqueta_tui.games.triqueta.rules_text import TriquetaRulesText

    return TriquetaRulesText()


def _sheet() -> FinalSheet:
    from triqueta_tui.games.triqueta.final_sheet import TriquetaSheet

    return TriquetaSheet()


def _guided() -> GuidedGame:
    from triqueta_tui.games.triqueta.guided import GUIDED

    return GUIDED


def _preview() -> "Callable[[Canvas, App[Any]], int]":
    from triqueta_tui.games.triqueta.preview import draw_preview

    return draw_preview


GAME: Final = Game(
    name="triqueta",
    locale=Path(__file__).with_name("locale"),
    colours=COLOURS,
    load_table=_table,
    load_commands=_commands,
    load_set_up=_set_up,
    load_rules=_rules,
    load_sheet=_sheet,
    load_guided=_guided,
    load_preview=_preview,
)
