"""The last reveal: which of the own face-down tokens count. The best choice is made already."""

from collections.abc import Callable
from typing import ClassVar

from msgspec import Struct
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from protocol.games import triqueta
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.table import COACH, UNDO
from triqueta_tui.games.triqueta.commands import OTHER_TOKEN, REVEAL, TURN_TOKEN
from triqueta_tui.games.triqueta.reveal_board import RevealBoard
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.locale import say
from triqueta_tui.table.card import TableCard
from triqueta_tui.table.numbers import signed
from triqueta_tui.widgets.footer import Footer


class LastReveal(TableCard):
    """A card over the table that closes when the player has decided."""

    CSS_PATH = "last_reveal.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(REVEAL, TURN_TOKEN, OTHER_TOKEN, COACH, UNDO)]

    def __init__(self, now: View, decide: Callable[[triqueta.Reveal], None]) -> None:
        super().__init__()
        self.now = now
        self._decide = decide
        self.board = RevealBoard()
        choices = reveal_choices(now)
        best = next((one for one in choices if one.best), choices[0])
        assert isinstance(best.action, triqueta.Reveal)
        self.board.tokens = now.mine.face_down if now.mine is not None else ()
        self.board.adds = best.action.add
        self._words = Static(self._worth(), id="worth", markup=False)

    def compose(self) -> ComposeResult:
        with Vertical(id="card") as card:
            card.border_title = say("triqueta.table.reveal.title")
            yield Static(say("triqueta.table.reveal.intro"), id="intro", markup=False)
            yield self.board
            yield self._words
        yield Footer()

    def look(self, now: View, happenings: tuple[Struct, ...]) -> None:
        self.now = now
        if not reveal_choices(now) and self.is_active:
            self.dismiss()

    def point_at(self, action: Struct) -> None:
        if isinstance(action, triqueta.Reveal) and len(action.add) == len(self.board.tokens):
            self.board.adds = action.add
            self.draw()

    def draw(self) -> None:
        self.board.redraw()
        self._words.update(self._worth(), layout=False)

    def _worth(self) -> str:
        for one in reveal_choices(self.now):
            if isinstance(one.action, triqueta.Reveal) and one.action.add == self.board.adds:
                key = "best_points" if one.best else "points"
                return say(f"triqueta.table.reveal.{key}", points=signed(one.points))
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "other_token":
            return len(self.board.tokens) > 1
        return super().check_action(action, parameters)

    def action_other_token(self) -> None:
        self.board.cursor = (self.board.cursor + 1) % len(self.board.tokens)
        self.draw()

    def action_turn_token(self) -> None:
        at = self.board.cursor
        self.board.adds = tuple(add != (index == at) for index, add in enumerate(self.board.adds))
        self.draw()

    def action_reveal(self) -> None:
        self._decide(triqueta.Reveal(self.board.adds))
        self.dismiss()

    @on(RevealBoard.Pressed)
    def _token_clicked(self, message: RevealBoard.Pressed) -> None:
        self.board.cursor = message.token
        self.action_turn_token()


def reveal_choices(now: View) -> tuple[triqueta.Choice, ...]:
    """The viewer's choices at the last reveal; none at other times."""
    choices = now.mine.choices if now.mine is not None else ()
    return tuple(one for one in choices if isinstance(one.action, triqueta.Reveal))
