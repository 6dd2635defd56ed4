"""Checks a game's shuffle against its commitment and against everything this viewer has seen."""

import hashlib
from dataclasses import dataclass

from msgspec import Struct

from protocol.events import Shuffle
from protocol.happenings import GameBegan
from triqueta_tui.locale import say
from triqueta_tui.table.view_model import AnyView


@dataclass(frozen=True)
class Verdict:
    promise_kept: bool
    """Whether seed and salt hash to the commitment published before the first draw."""
    seen: int
    """How many pieces were seen."""
    matching: int
    """How many of them were where the seed puts them."""

    @property
    def fair(self) -> bool:
        return self.promise_kept and self.seen == self.matching


class ShuffleCheck:
    """Keeps the commitment. A game adds what was seen of its shuffle."""

    def __init__(self) -> None:
        self._promise: bytes | None = None

    def begin(self) -> None:
        """Called when a game begins: forget the last one."""

    def watch(self, now: AnyView, happenings: tuple[Struct, ...]) -> None:
        """Called with what happened and the view after it."""

    def compare(self, seed: bytes, now: AnyView) -> tuple[int, int]:
        """How many pieces were seen, and how many of them were where the seed puts them."""
        return 0, 0

    def see(self, now: AnyView, happenings: tuple[Struct, ...]) -> None:
        for one in happenings:
            if isinstance(one, GameBegan):
                self._promise = one.commitment
                self.begin()
        self.watch(now, happenings)
        if self._promise is None and now.room.shuffle is not None:
            self._promise = now.room.shuffle.commitment

    def rewind(self, now: AnyView, history: tuple[Struct, ...]) -> None:
        """A decision was taken back: what was seen counts as the history of the game tells it now."""
        self.begin()
        self.watch(now, history)

    def verdict(self, now: AnyView) -> Verdict | None:
        """None until the server has published seed and salt."""
        shuffle: Shuffle | None = now.room.shuffle
        if shuffle is None or shuffle.seed is None or shuffle.salt is None or self._promise is None:
            return None
        kept = hashlib.sha256(shuffle.seed + shuffle.salt).digest() == self._promise
        return Verdict(kept, *self.compare(shuffle.seed, now))


def verdict_words(verdict: Verdict | None, game: str) -> str:
    """The verdict in words; the game's catalogue names its pieces."""
    if verdict is None:
        return say("score.promise_open")
    key = "promise_kept" if verdict.fair else "promise_broken"
    return say(f"{game}.score.{key}", seen=verdict.seen, matching=verdict.matching)
