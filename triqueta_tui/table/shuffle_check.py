"""The check of a game's shuffle against its commitment and all that this viewer has seen."""

import hashlib
from dataclasses import dataclass

from msgspec import Struct

from triqueta_protocol.events import Shuffle
from triqueta_protocol.table_events import GameBegan
from triqueta_tui.locale import say
from triqueta_tui.session.feed import Advanced, Change
from triqueta_tui.session.view import AnyView


@dataclass(frozen=True)
class Verdict:
    promise_kept: bool
    """Whether seed and salt hash to the commitment published before the first draw."""
    seen: int
    """The pieces seen."""
    matching: int
    """The pieces seen where the seed puts them."""

    @property
    def fair(self) -> bool:
        return self.promise_kept and self.seen == self.matching


class ShuffleCheck:
    """Keeps the commitment. A game adds what was seen of its shuffle."""

    def __init__(self) -> None:
        self._promise: bytes | None = None

    def begin(self) -> None:
        """Called when a game starts: forget the last one."""

    def watch(self, now: AnyView, events: tuple[Struct, ...]) -> None:
        """Called with events and the view after them."""

    def compare(self, seed: bytes, now: AnyView) -> tuple[int, int]:
        """Count the pieces seen, and those where the seed puts them."""
        return 0, 0

    def see(self, now: AnyView, events: tuple[Struct, ...]) -> None:
        for one in events:
            if isinstance(one, GameBegan):
                self._promise = one.commitment
                self.begin()
        self.watch(now, events)
        if self._promise is None and now.room.shuffle is not None:
            self._promise = now.room.shuffle.commitment

    def lose_track(self) -> None:
        """Events were missed: leave out what they may have been about."""

    def follow(self, change: Change) -> None:
        """Take in a change of the table."""
        now = change.view
        if now is None:
            return
        if isinstance(change, Advanced):
            self.see(now, change.events)
            return
        if change.reason == "undo":
            self.rewind(now, change.history)
            return
        if change.reason == "arrived" and (change.before is None or change.before.public != now.public):
            self.lose_track()
        self.see(now, ())

    def rewind(self, now: AnyView, history: tuple[Struct, ...]) -> None:
        """A decision was undone: count what was seen according to the new history."""
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
