"""The guided first game: short, begun by the new player, with a shuffle in which most situations come up."""

from functools import partial
from typing import Final

from triqueta_tui.client import Client
from triqueta_tui.game import GuidedGame
from triqueta_tui.games.tripitz.hints import TripitzHints
from triqueta_tui.games.tripitz.table import TripitzTable
from triqueta_tui.intents import PlayNow
from triqueta_tui.table.guided import HintGuide


def _arranged(app: Client, seat: int, rack: tuple[int, ...]) -> tuple[int, ...]:
    tables = (screen for screen in app.screen_stack if isinstance(screen, TripitzTable))
    return next((table.chooser.order.arrange(seat, rack) for table in tables), rack)


GUIDED: Final = GuidedGame(
    intent=PlayNow("tripitz", bots=("easy",), seed="agate", options={"short": True}, guided=True),
    guide=lambda app: HintGuide(
        app, TripitzHints(help=lambda: app.settings.help, arranged=partial(_arranged, app))
    ),
)
