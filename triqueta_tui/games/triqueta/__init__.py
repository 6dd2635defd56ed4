"""Triqueta on the screen."""

from pathlib import Path
from typing import Final

from triqueta_tui.game import Game, lazy, lazy_instance
from triqueta_tui.games.triqueta.colours import COLOURS
from triqueta_tui.games.triqueta.mark import MARK

GAME: Final = Game(
    name="triqueta",
    colours=COLOURS,
    mark=MARK,
    load_table=lazy("triqueta_tui.games.triqueta.table:TABLE"),
    load_commands=lazy("triqueta_tui.games.triqueta.commands"),
    load_set_up=lazy_instance("triqueta_tui.games.triqueta.options:TriquetaOptions"),
    load_rules=lazy_instance("triqueta_tui.games.triqueta.rules_text:TriquetaRulesText"),
    load_sheet=lazy_instance("triqueta_tui.games.triqueta.result:TriquetaScoresheet"),
    load_guided=lazy("triqueta_tui.games.triqueta.guided:GUIDED"),
    positions=Path(__file__).with_name("positions.xz"),
    load_preview=lazy("triqueta_tui.games.triqueta.token_drawing:draw_preview"),
)
