"""Opens the cards over the table: at the end of a round, and for the last reveal."""

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct
from textual.app import App
from textual.screen import Screen

from protocol.games.triqueta import TOWERS, Drew, RoundEnded, Took, TowerChosen
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
        self._gains: Counter[int] = Counter()
        """What the rows of this round brought each seat."""

    def open(self, now: View, happenings: tuple[Struct, ...]) -> None:
        """Open what this view calls for."""
        ended = self._follow(happenings)
        self._end_for_watchers(now, happenings)
        if now.public.phase == "reveal":
            if reveal_choices(now):
                self._table.open_once(LastReveal, lambda: LastReveal(now, self._table.send))
        elif (ended is not None and ended.round < TOWERS) or _chooses_tower(now):
            gains = dict(self._gains)
            self._table.open_once(RoundEnd, lambda: RoundEnd(now, ended, gains, self._table.send))

    def _follow(self, happenings: tuple[Struct, ...]) -> RoundEnded | None:
        ended = None
        for one in happenings:
            if isinstance(one, Took):
                self._gains[one.seat] += one.points
            elif isinstance(one, TowerChosen):
                self._gains.clear()
            elif isinstance(one, RoundEnded):
                ended = one
        return ended

    def _end_for_watchers(self, now: View, happenings: tuple[Struct, ...]) -> None:
        """Watchers press no keys: the next draw takes the card away."""
        top = self._table.app.screen
        drew = any(isinstance(one, Drew) for one in happenings)
        if now.seat is None and drew and isinstance(top, RoundEnd):
            top.dismiss()


def _chooses_tower(now: View) -> bool:
    return now.public.phase == "tower" and now.my_turn
