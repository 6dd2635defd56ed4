"""The guided first game: short, begun by the new player, with a shuffle in which most situations come up."""

from typing import Final

from triqueta_tui.game import GuidedGame
from triqueta_tui.games.tripitz.hints import TripitzHints
from triqueta_tui.intents import PlayNow
from triqueta_tui.table.guided import HintGuide

GUIDED: Final = GuidedGame(
    intent=PlayNow("tripitz", bots=("easy",), seed="agate", options={"short": True}, guided=True),
    guide=lambda app: HintGuide(app, TripitzHints(help=lambda: app.settings.help)),
)
