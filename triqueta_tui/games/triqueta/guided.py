"""The guided first game: a deal in which the new player starts and most situations come up."""

from typing import Final

from triqueta_protocol.settings import TableSettings
from triqueta_tui.game import GuidedGame
from triqueta_tui.games.triqueta.hints import TriquetaHints
from triqueta_tui.session.intents import PlayNow

GUIDED: Final = GuidedGame(
    intent=PlayNow(
        "triqueta", bots=("easy", "easy"), settings=TableSettings(coach=True, seed="mistletoe"), guided=True
    ),
    hints=lambda _, given: TriquetaHints(given=given),
)
