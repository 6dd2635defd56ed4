"""A table of Triché without a network."""

import msgspec
from msgspec import Struct

from tests.triqueta_tui.games.local import LocalGame
from triqueta_protocol.games.triche import Mine, Options, Public
from triqueta_server.games.triche.rules import RULES

EXPANSION = Options(expansion=True)


class LocalTable(LocalGame[Public]):
    rules = RULES

    def sensible(self, mine: Mine) -> Struct:
        """The most points at once, and chance among the rest; the hand is never exchanged."""
        best = max(mine.choices, key=lambda one: (one.points, one.conquer, self._chance.random()))
        pick = best.pick
        if pick is None or pick.field == "cards":
            return best.action
        values = self._chance.sample(pick.values, pick.most)
        chosen = values[0] if pick.single else tuple(sorted(values))
        return msgspec.structs.replace(best.action, **{pick.field: chosen})
