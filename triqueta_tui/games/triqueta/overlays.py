"""Opens the cards over the table: at the end of a round, and for the last reveal."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct
from textual.app import App
from textual.screen import Screen

from protocol.games.triqueta import TOWERS, Drew, RoundEnded, Took
from protocol.happenings import TookBack
from triqueta_tui.games.triqueta.last_reveal import LastReveal, reveal_choices
from triqueta_tui.games.triqueta.round_end import RoundEnd
from triqueta_tui.games.triqueta.view import View


class Table(Protocol):
    """What the cards need of their table."""

    @property
    def app(self) -> App[None]: ...

    def send(self, action: Struct) -> None: ...

    def open_once(self, kind: type[Screen[None]], make: Callable[[], Screen[None]]) -> None: ...


class Overlays:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._gains: dict[int, int] = {}
        """What the rows of this round, or of the one that is just over, brought each seat."""
        self._ended: RoundEnded | None = None
        """The end of the last round, until somebody takes a row of the next one."""

    def open(self, now: View, happenings: tuple[Struct, ...]) -> None:
        """Open what this view calls for."""
        ended = self._follow(now, happenings)
        self._end_for_watchers(now, happenings)
        if now.public.phase == "reveal":
            if reveal_choices(now):
                self._table.open_once(LastReveal, lambda: LastReveal(now, self._table.send))
        elif (ended and self._ended is not None and self._ended.round < TOWERS) or _chooses_tower(now):
            last, gains = self._ended, dict(self._gains) if self._ended is not None else {}
            self._table.open_once(RoundEnd, lambda: RoundEnd(now, last, gains, self._table.send))

    def _follow(self, now: View, happenings: tuple[Struct, ...]) -> bool:
        """Whether a round has ended with this."""
        if now.public.phase != "tower" and any(isinstance(one, TookBack) for one in happenings):
            # If its last row was taken back, the round goes on.
            self._ended = None
        ended = False
        for one in happenings:
            if isinstance(one, Took):
                if self._ended is not None:
                    self._ended = None
                    self._gains.clear()
                # A row that was taken back, and perhaps taken again, counts once.
                self._gains[one.seat] = one.points
            elif isinstance(one, RoundEnded):
                self._ended, ended = one, True
        return ended

    def _end_for_watchers(self, now: View, happenings: tuple[Struct, ...]) -> None:
        """Watchers press no keys: the next draw takes the card away."""
        top = self._table.app.screen
        drew = any(isinstance(one, Drew) for one in happenings)
        if now.seat is None and drew and isinstance(top, RoundEnd):
            top.dismiss()


def _chooses_tower(now: View) -> bool:
    return now.public.phase == "tower" and now.my_turn
