"""A second game for tables that change theirs: Triqueta for two or three under another name."""

from typing import Annotated

import pytest
from msgspec import Meta, Struct

from triqueta_protocol.games import VOCABULARIES
from triqueta_protocol.games.triqueta import AnyAction, AnyEvent, Mine, Options, Public
from triqueta_protocol.games.vocabulary import Vocabulary, Words
from triqueta_server.bots import BOTS
from triqueta_server.bots.triqueta import LEVELS
from triqueta_server.games import RULES
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.rules import TriquetaRules


class TrioOptions(Struct, frozen=True, forbid_unknown_fields=True):
    first: Annotated[int, Meta(ge=0, le=1)] = 0
    """The seat that begins."""


TRIO = Vocabulary(
    game="trio",
    seats=range(2, 4),
    levels=("easy", "plain"),
    stand_in="plain",
    module=__name__,
)
WORDS = Words(options=TrioOptions, public=Public, mine=Mine, action=AnyAction, event=AnyEvent)


class TrioRules:
    """Triqueta's rules behind another vocabulary."""

    vocabulary = TRIO

    def __init__(self) -> None:
        same = TriquetaRules()
        self.read, self.write, self.refusal = same.read, same.write, same.refusal
        self.public, self.mine, self.winners = same.public, same.mine, same.winners
        self._begin = same.begin

    def check(self, seats: int, options: TrioOptions) -> None:
        """Any number of seats goes with any options."""

    def begin(self, seats: int, options: TrioOptions, seed: bytes) -> Position:
        return self._begin(seats, Options(start=options.first), seed)


def register_trio(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the second game for one test, as plainly as any other."""
    monkeypatch.setitem(VOCABULARIES, "trio", TRIO)
    monkeypatch.setitem(RULES, "trio", TrioRules())
    monkeypatch.setitem(BOTS, "trio", {"easy": LEVELS["easy"], "plain": LEVELS["normal"]})
