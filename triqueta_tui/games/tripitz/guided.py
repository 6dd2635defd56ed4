"""The guided first game: short, started by the new player, with a shuffle that brings most situations."""

from typing import Final

from triqueta_protocol.settings import TableSettings
from triqueta_tui.game import GuidedGame
from triqueta_tui.games.tripitz.hints import TripitzHints
from triqueta_tui.session.intents import PlayNow

GUIDED: Final = GuidedGame(
    intent=PlayNow(
        "tripitz",
        bots=("easy",),
        settings=TableSettings(coach=True, seed="agate"),
        options={"short": True},
        guided=True,
    ),
    hints=lambda board, given: TripitzHints(
        help=lambda: board.app.settings.help, arranged=board.chooser.order.arrange, given=given
    ),
)
