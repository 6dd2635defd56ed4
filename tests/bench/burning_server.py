"""``python -m tests.bench.burning_server``: the real server, with a level of Triqueta that only burns time.

It takes a core for as long as an expert may think, however strong the real levels are by now. The processes
of its bots import this module again, under another name, and so know the level as well.
"""

import sys
import time
from random import Random
from typing import Any, Final

from triqueta_protocol.games import VOCABULARIES, triqueta
from triqueta_server.bots import BOTS
from triqueta_server.bots.clock import SECONDS
from triqueta_server.games.triqueta.rules import TriquetaRules

LEVEL: Final = "burns"


def burn(_public: triqueta.Public, mine: triqueta.Mine, _seat: int, rng: Random) -> triqueta.AnyAction:
    until = time.perf_counter() + SECONDS["expert"]
    while time.perf_counter() < until:
        pass
    # Drawing where it can be makes games of some length.
    first, *others = [choice.action for choice in mine.choices]
    return first if isinstance(first, triqueta.Draw) and rng.random() < 0.9 else rng.choice([first, *others])


known = VOCABULARIES["triqueta"]
fields: dict[str, Any] = {name: getattr(known, name) for name in type(known).__annotations__}
VOCABULARIES["triqueta"] = TriquetaRules.vocabulary = type(known)(
    **fields | {"levels": (*known.levels, LEVEL)}
)
BOTS["triqueta"] = {**BOTS["triqueta"], LEVEL: burn}
SECONDS[LEVEL] = SECONDS["expert"]

if __name__ == "__main__":
    from triqueta_server.cli import main

    sys.exit(main())
