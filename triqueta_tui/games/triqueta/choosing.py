"""The player's side of the table: keys and clicks become decisions, and decisions are sent."""

from abc import abstractmethod
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.getters import app as app_of
from textual.screen import Screen

from protocol import requests
from protocol.codec import plain
from protocol.games.triqueta import AnyAction, Box, Draw, Keep
from protocol.mirror import Mirror
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.table import TURN, LeaveTable
from triqueta_tui.games.triqueta.chooser import Chooser
from triqueta_tui.games.triqueta.hand import Hand
from triqueta_tui.games.triqueta.rows import Rows
from triqueta_tui.games.triqueta.view_model import TableView
from triqueta_tui.locale import say


class ChoosingScreen(Screen[None]):
    """Lets the player choose from what the last view offers."""

    app = app_of(TriquetaApp)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(*TURN, LeaveTable)]

    def __init__(self, mirror: Mirror) -> None:
        super().__init__()
        self.mirror = mirror
        self.now = TableView.of(mirror)
        self.chooser = Chooser()
        self.notice = ""
        """What is said instead of the usual prompt, until something changes."""
        self.leaving = False
        """Whether the next press on the same key gets up."""
        self.waiting = False
        """Whether a decision was sent and has not been answered."""

    @abstractmethod
    def draw_choices(self) -> None:
        """Draw what may be chosen and where the cursor is."""

    def offer(self, now: TableView) -> None:
        """Let the player choose from what a view offers."""
        self.waiting, self.leaving, self.notice = False, False, ""
        self.chooser.confirm_take = self.app.settings.confirm_take
        self.chooser.renew(now.mine.choices if now.mine is not None else ())

    def refused(self) -> None:
        """Nothing came of it: let the player choose again."""
        if self.now is not None:
            self.offer(self.now)
            self.draw_choices()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what can be done now is offered."""
        chooser = self.chooser
        match action:
            case "up" | "down" | "choose":
                return chooser.open
            case "draw":
                return chooser.offers(Draw)
            case "keep":
                return chooser.offers(Keep)
            case "box":
                return chooser.offers(Box)
            case "row":
                return chooser.open and isinstance(parameters[0], int) and chooser.has_row(parameters[0])
            case "back":
                return chooser.armed or self.leaving
        return True

    def action_up(self) -> None:
        """Move the cursor to the choice above."""
        self._move(-1)

    def action_down(self) -> None:
        """Move the cursor to the choice below."""
        self._move(1)

    def action_choose(self) -> None:
        """Do what is under the cursor."""
        self._act(self.chooser.press())

    def action_draw(self) -> None:
        """Draw a token."""
        self._act(self.chooser.press_hand(Draw))

    def action_keep(self) -> None:
        """Keep the drawn token."""
        self._act(self.chooser.press_hand(Keep))

    def action_box(self) -> None:
        """Put the drawn token into the box."""
        self._act(self.chooser.press_hand(Box))

    def action_row(self, row: int) -> None:
        """Lay the drawn token in a row, or take it."""
        self._act(self.chooser.press_row(row))

    def action_back(self) -> None:
        """Take back a first press."""
        self.chooser.cancel()
        self.leaving = False
        self.draw_choices()

    def action_leave(self) -> None:
        """Get up, at the second press."""
        if self.leaving:
            self.app.leave_table()
            return
        self.chooser.cancel()
        self.leaving = True
        self.draw_choices()

    def _move(self, steps: int) -> None:
        self.leaving, self.notice = False, ""
        self.chooser.move(steps)
        self.draw_choices()

    def _act(self, action: AnyAction | None) -> None:
        self.leaving, self.notice = False, ""
        if action is not None:
            self.send(action)
        self.draw_choices()

    def send(self, action: AnyAction) -> None:
        """Send a decision; until the table answers, nothing more can be chosen."""
        link = self.app.link
        if link is None:
            self.notice = say("table.prompt.unsent")
            return
        self.waiting = True
        self.chooser.renew(())
        link.send(requests.Act, table=self.mirror.table, action=plain(action))
        state = self.app.link_state
        if state is not None and state.state == "reconnecting":
            self.notice = say("table.prompt.held")

    @on(Rows.Pressed)
    def _row_clicked(self, message: Rows.Pressed) -> None:
        self.action_row(message.row)

    @on(Hand.Pressed)
    def _hand_clicked(self, message: Hand.Pressed) -> None:
        self._act(self.chooser.press_hand(message.action))
