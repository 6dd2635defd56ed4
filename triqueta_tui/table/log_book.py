"""The log of a table: what happened, told again whenever the reader or the language changes."""

from collections.abc import Sequence
from typing import Final, get_args

from msgspec import Struct

from protocol.happenings import GameBegan, GameOver, TableHappening, TookBack
from protocol.mirror import Mirror
from triqueta_tui.table.log_text import LogText

_AROUND_THE_GAME: Final = tuple(
    kind for kind in get_args(TableHappening) if kind not in {GameBegan, GameOver}
)
"""What the history of a game, as the server keeps it, does not have."""


class LogBook:
    """Who comes late or back has not heard all: there is a gap, which the history fills."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        """Always the same list: widgets show it."""
        self._heard: list[Struct] = []
        self._gap: int | None = None
        """Before which of the happenings some are missing."""
        self.rewritten = False
        """Whether what was told has not happened: a decision was taken back."""
        self._following = False
        """Whether a view of the table was seen before."""

    @property
    def has_gap(self) -> bool:
        return self._gap is not None

    def clear(self) -> None:
        """Begin anew, with another game."""
        self._heard.clear()
        self.sentences.clear()
        self._gap = None
        self.rewritten = False

    def follow(self, seen: Mirror, mirror: Mirror, happenings: Sequence[Struct], text: LogText) -> bool:
        """Whether the history is to be asked for: something was missed, or has not happened after all."""
        if seen.you != mirror.you:
            # Another player at this keyboard has heard the same.
            self.retell(text)
            return False
        return self.misses(seen, mirror, happenings)

    def misses(self, before: Mirror, mirror: Mirror, happenings: Sequence[Struct]) -> bool:
        """Whether something led to this view that was not told: after coming late, or back after long."""
        first, self._following = not self._following, True
        if before.room.games != mirror.room.games:
            self.clear()
        if any(isinstance(one, TookBack) for one in happenings):
            # Shown until the history is there.
            self._heard = [one for one in self._heard if not _in_history(one)]
            self._gap, self.rewritten = 0, True
            return True
        if any(isinstance(one, GameBegan) for one in happenings) or not (first or before is not mirror):
            return False
        self.note_gap()
        return True

    def note_gap(self) -> None:
        """Call when a view of the whole table has come: what led to it was not told."""
        if self._gap is None:
            self._gap = len(self._heard)
        else:
            # What came since the first gap is part of the gap now, as far as the history has it.
            self._heard[self._gap :] = [one for one in self._heard[self._gap :] if not _in_history(one)]

    def add(self, happenings: Sequence[Struct], text: LogText) -> None:
        for one in happenings:
            self._heard.append(one)
            if (sentence := text.tell(one)) is not None:
                self.sentences.append(sentence)

    def fill_gap(self, history: Sequence[Struct], text: LogText) -> None:
        """Put in what is missing. The history reaches up to the present: what was heard is part of it."""
        if self._gap is None:
            return
        before = sum(map(_in_history, self._heard[: self._gap]))
        after = sum(map(_in_history, self._heard[self._gap :]))
        self._heard[self._gap : self._gap] = history[before : len(history) - after]
        self._gap = None
        self.rewritten = False
        self.retell(text)

    def retell(self, text: LogText) -> None:
        """Write all sentences again, for another reader: "you" may be somebody else."""
        told = (text.tell(one) for one in self._heard)
        self.sentences[:] = [sentence for sentence in told if sentence is not None]


def _in_history(one: Struct) -> bool:
    return not isinstance(one, _AROUND_THE_GAME)
