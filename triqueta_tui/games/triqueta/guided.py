"""The guided first game: a deal in which the new player begins and most situations come up."""

from typing import Final

from triqueta_tui.game import GuidedGame
from triqueta_tui.games.triqueta.hints import TriquetaHints
from triqueta_tui.intents import PlayNow
from triqueta_tui.table.guided import HintGuide

GUIDED: Final = GuidedGame(
    intent=PlayNow("triqueta", bots=("easy", "easy"), seed="mistletoe", guided=True),
    guide=lambda app: HintGuide(app, TriquetaHints()),
)
