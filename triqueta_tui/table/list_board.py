"""A board whose choices are one list: a cursor goes up and down, and Enter chooses."""

from typing import Any

from msgspec import Struct

from triqueta_tui.session.view import MineT, PublicT, TableView
from triqueta_tui.table.game_board import GameBoard, Table
from triqueta_tui.table.list_chooser import ListChooser


class ListBoard(GameBoard[PublicT, MineT]):
    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.chooser: ListChooser[Any] = ListChooser()

    def offer(self, now: TableView[PublicT, MineT]) -> None:
        mine: Any = now.mine
        self.chooser.renew(mine.choices if mine is not None else ())

    def withdraw(self) -> None:
        self.chooser.renew(())

    def cancel(self) -> bool:
        return self.chooser.cancel()

    def point_at(self, action: Struct) -> None:
        self.table.clear_notice()
        self.chooser.point_at(action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "up" | "down":
                return self.chooser.open
            case "choose":
                return self.chooser.open and not self.table.leaving
        return super().check_action(action, parameters)

    def action_up(self) -> None:
        self._move(-1)

    def action_down(self) -> None:
        self._move(1)

    def action_choose(self) -> None:
        self.act(self.chooser.press())

    def act(self, action: Struct | None) -> None:
        """Send the action of a press, if there is one."""
        self.table.clear_notice()
        if action is not None:
            self.table.decide(action)
        self.table.draw_choices()

    def _move(self, steps: int) -> None:
        self.table.clear_notice()
        self.chooser.move(steps)
        self.table.draw_choices()
