"""The overlays of a game that get a screen of their own, and when each is shown."""

from collections import Counter
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from msgspec import Struct
from textual.app import App

from protocol.games.triqueta import TOWERS, AnyAction, Drew, RoundEnded, Took, TowerChosen
from triqueta_tui.games.triqueta.final_scoresheet import FinalScoresheet
from triqueta_tui.games.triqueta.last_reveal import LastReveal, reveal_choices
from triqueta_tui.games.triqueta.pad_card import PadCard
from triqueta_tui.games.triqueta.round_end import RoundEnd
from triqueta_tui.games.triqueta.shuffle_check import Verdict
from triqueta_tui.games.triqueta.view_model import TableView


@runtime_checkable
class Overlay(Protocol):
    """A screen above the table that wants to know when the table changes."""

    def look(self, now: TableView, happenings: tuple[Struct, ...]) -> None:
        """The table has changed."""


class Table(Protocol):
    """The table the overlays belong to."""

    @property
    def app(self) -> App[None]:
        """Where screens are opened."""

    def send(self, action: AnyAction) -> None:
        """Send a decision."""

    def verdict(self, now: TableView) -> Verdict | None:
        """Whether the shuffle was the promised one."""


class Overlays:
    """Opens the screens of the overlays above the table and keeps them up to date."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._gains: Counter[int] = Counter()
        """What the rows of this round brought each seat."""

    def show(self, now: TableView, happenings: tuple[Struct, ...]) -> None:
        """Update what is open, and open what this view calls for."""
        ended = self._follow(happenings)
        self._end_for_watchers(now, happenings)
        for screen in list(self._table.app.screen_stack):
            if isinstance(screen, Overlay):
                screen.look(now, happenings)
        match now.public.phase:
            case "over":
                self._open_once(FinalScoresheet, lambda: FinalScoresheet(now, self._table.verdict(now)))
            case "reveal" if reveal_choices(now):
                self._open_once(LastReveal, lambda: LastReveal(now, self._table.send))
            case _ if (ended is not None and ended.round < TOWERS) or _chooses_tower(now):
                gains = dict(self._gains)
                self._open_once(RoundEnd, lambda: RoundEnd(now, ended, gains, self._table.send))

    def open_pad(self, now: TableView) -> None:
        """Show the score pad."""
        self._table.app.push_screen(PadCard(now))

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

    def _end_for_watchers(self, now: TableView, happenings: tuple[Struct, ...]) -> None:
        """Watchers look on without pressing keys: the next draw takes the card away."""
        top = self._table.app.screen
        if (
            now.seat is None
            and isinstance(top, RoundEnd)
            and any(isinstance(one, Drew) for one in happenings)
        ):
            top.dismiss()

    def _open_once(self, kind: type, make: Callable[[], RoundEnd | LastReveal | FinalScoresheet]) -> None:
        if not any(isinstance(screen, kind) for screen in self._table.app.screen_stack):
            self._table.app.push_screen(make())


def _chooses_tower(now: TableView) -> bool:
    return now.public.phase == "tower" and now.my_turn
