"""The card at the end of a round, also after decisions were taken back."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from msgspec import Struct, structs
from textual.screen import Screen

from tests.triqueta_tui.games.triqueta.local import LocalTable
from triqueta_protocol.games.triqueta import RoundEnded, Took, TowerChosen
from triqueta_protocol.table_events import TookBack
from triqueta_tui.games.triqueta.dialogs import Overlays
from triqueta_tui.games.triqueta.round_end import RoundEnd
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.session.view import TableView

LAST = RoundEnded(1, 0, 6)


class Table:
    """Notes the cards that are opened."""

    def __init__(self) -> None:
        self.dialogs = self
        self.overlays = Overlays(cast("Any", self))
        self.opened: list[RoundEnd] = []

    def decide(self, action: Struct) -> None: ...

    def of(self, kind: type[Screen[None]]) -> list[Screen[None]]:
        """None is open any more."""
        return []

    def open_once(self, kind: type[Screen[None]], make: Callable[[], Screen[None]]) -> None:
        self.opened.append(cast("RoundEnd", make()))

    def see(self, phase: str, *events: Struct) -> None:
        self.overlays.open(view(phase), events)

    @property
    def last(self) -> tuple[RoundEnded | None, dict[int, int]]:
        card: Any = self.opened[-1]
        return card._ended, dict(card._gains)


def view(phase: str) -> View:
    table = LocalTable(2, 0)
    public = structs.replace(table.public, phase=phase, owing=(0,))
    return TableView("KNOT", table.room, public, table.rules.mine(table.position, 0), 0)


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_row_that_was_taken_again_counts_once(table: Table) -> None:
    table.see("turn", Took(1, 0, (1,), 3))
    table.see("place", TookBack(0))
    table.see("turn", Took(1, 0, (1,), 4))
    table.see("tower", Took(0, 1, (2,), 8), LAST)
    assert table.last == (LAST, {1: 4, 0: 8})


def test_the_choice_of_a_tower_taken_back_shows_the_same_card(table: Table) -> None:
    table.see("turn", Took(1, 0, (1,), 3))
    table.see("tower", Took(0, 1, (2,), 8), LAST)
    table.see("turn", TowerChosen(0, 1, 2))
    table.see("tower", TookBack(0))
    assert len(table.opened) == 2
    assert table.last == (LAST, {1: 3, 0: 8})


def test_the_last_row_of_a_round_taken_back_and_taken_again(table: Table) -> None:
    table.see("turn", Took(1, 0, (1,), 3))
    table.see("tower", Took(0, 1, (2,), 8), LAST)
    table.see("turn", TookBack(0))
    table.see("tower", Took(0, 1, (2,), 5), LAST)
    assert table.last == (LAST, {1: 3, 0: 5})


def test_a_new_round_begins_with_nothing_gained(table: Table) -> None:
    table.see("turn", Took(1, 0, (1,), 3))
    table.see("tower", Took(0, 1, (2,), 8), LAST)
    table.see("turn", TowerChosen(0, 1, 2))
    table.see("turn", Took(0, 0, (1,), 2))
    table.see("tower", Took(1, 1, (1,), 1), second := RoundEnded(2, 1, 0))
    assert table.last == (second, {0: 2, 1: 1})
