"""Triché on the screen."""

from pathlib import Path
from typing import Final

from triqueta_tui.game import Game, lazy, lazy_instance
from triqueta_tui.games.triche.colours import COLOURS
from triqueta_tui.games.triche.mark import MARK

GAME: Final = Game(
    name="triche",
    colours=COLOURS,
    mark=MARK,
    load_table=lazy("triqueta_tui.games.triche.table:TABLE"),
    load_commands=lazy("triqueta_tui.games.triche.commands"),
    load_set_up=lazy_instance("triqueta_tui.games.triche.options:TricheOptions"),
    load_rules=lazy_instance("triqueta_tui.games.triche.rules_text:TricheRulesText"),
    load_sheet=lazy_instance("triqueta_tui.games.triche.scoresheet:TricheScoresheet"),
    load_guided=lazy("triqueta_tui.games.triche.guided:GUIDED"),
    positions=Path(__file__).with_name("positions.xz"),
)
