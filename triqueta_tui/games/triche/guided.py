"""The guided first game: short, begun by the new player, with a deal in which most situations come up."""

from typing import Final

from triqueta_tui.game import GuidedGame
from triqueta_tui.games.triche.hints import TricheHints
from triqueta_tui.intents import PlayNow
from triqueta_tui.table.guided import HintGuide

GUIDED: Final = GuidedGame(
    intent=PlayNow(
        "triche",
        bots=("easy", "easy"),
        seed="croissant",
        options={"target": 15, "start": 0},
        guided=True,
    ),
    guide=lambda app: HintGuide(app, TricheHints()),
)
