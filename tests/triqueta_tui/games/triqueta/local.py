"""A table of Triqueta without a network."""

from msgspec import Struct

from tests.triqueta_tui.games.local import SALT, LocalGame
from triqueta_protocol.games.triqueta import Draw, Mine, Place, Public, Take
from triqueta_server.games.triqueta.rules import RULES

__all__ = ["SALT", "LocalTable"]


class LocalTable(LocalGame[Public]):
    rules = RULES

    def sensible(self, mine: Mine) -> Struct:
        """A decision that makes for a game worth looking at: good rows are taken, others grow."""
        best = max(mine.choices, key=lambda one: (one.best, one.points))
        if best.best:
            return best.action
        takes = [one for one in mine.choices if isinstance(one.action, Take)]
        if takes:
            draw = next((one for one in mine.choices if isinstance(one.action, Draw)), None)
            top = max(takes, key=lambda one: one.points)
            return top.action if draw is None or top.points >= 6 else draw.action
        paths = [one for one in mine.choices if isinstance(one.action, Place)]
        if paths and self._chance.random() < 0.85:
            return self._chance.choice(paths).action
        return self._chance.choice(mine.choices).action
