"""Tripitz on the screen."""

from pathlib import Path
from typing import Final

from triqueta_tui.game import Game, lazy, lazy_instance
from triqueta_tui.games.tripitz.colours import COLOURS
from triqueta_tui.games.tripitz.mark import MARK

GAME: Final = Game(
    name="tripitz",
    colours=COLOURS,
    mark=MARK,
    has_secrets=False,
    load_table=lazy("triqueta_tui.games.tripitz.table:TABLE"),
    load_commands=lazy("triqueta_tui.games.tripitz.commands"),
    load_set_up=lazy_instance("triqueta_tui.games.tripitz.options:TripitzOptions"),
    load_rules=lazy_instance("triqueta_tui.games.tripitz.rules_text:TripitzRulesText"),
    load_sheet=lazy_instance("triqueta_tui.games.tripitz.result:TripitzScoresheet"),
    load_guided=lazy("triqueta_tui.games.tripitz.guided:GUIDED"),
    positions=Path(__file__).with_name("positions.xz"),
)
