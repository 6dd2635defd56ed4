"""The guided first game: short, started by the new player, with a deal that brings most situations."""

from typing import Final

from triqueta_protocol.settings import TableSettings
from triqueta_tui.game import GuidedGame
from triqueta_tui.games.triche.hints import TricheHints
from triqueta_tui.session.intents import PlayNow

GUIDED: Final = GuidedGame(
    intent=PlayNow(
        "triche",
        bots=("easy", "easy"),
        settings=TableSettings(coach=True, seed="croissant"),
        options={"target": 15, "start": 0},
        guided=True,
    ),
    hints=lambda _, given: TricheHints(given=given),
)
