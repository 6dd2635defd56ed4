"""What can be done at a table of Triqueta, and on the cards over it."""

from triqueta_tui.commands.command import Command
from triqueta_tui.commands.table import Choose, Down, Up


class DrawToken(Command, id="triqueta.draw", formerly="table.draw", keys="d"):
    """Draw from the current tower."""


class KeepToken(Command, id="triqueta.keep", formerly="table.keep", keys="f"):
    """Keep the drawn token face down."""


class BoxToken(Command, id="triqueta.box", formerly="table.box", keys="b"):
    """Put the drawn token into the box (variant for two)."""


class RowOne(Command, id="triqueta.row_1", formerly="table.row_1", keys="1", action="row(0)", footer=False):
    """Lay the token in row 1, or take it. The other rows are alike."""


class RowTwo(
    Command, id="triqueta.row_2", formerly="table.row_2", keys="2", action="row(1)", footer=False
): ...


class RowThree(
    Command, id="triqueta.row_3", formerly="table.row_3", keys="3", action="row(2)", footer=False
): ...


class RowFour(
    Command, id="triqueta.row_4", formerly="table.row_4", keys="4", action="row(3)", footer=False
): ...


class RowFive(
    Command, id="triqueta.row_5", formerly="table.row_5", keys="5", action="row(4)", footer=False
): ...


class PreviousTower(
    Command, id="triqueta.previous_tower", formerly="table.previous_tower", keys="left,h,up,k", footer=False
): ...


class NextTower(
    Command, id="triqueta.next_tower", formerly="table.next_tower", keys="right,l,down,j", footer=False
): ...


class ChooseTower(Command, id="triqueta.choose_tower", formerly="table.choose_tower", keys="enter,space"):
    """Play the next round with this tower."""


class OtherToken(
    Command,
    id="triqueta.other_token",
    formerly="table.other_token",
    keys="left,right,h,l,up,down,k,j,tab",
    footer=False,
):
    """Go to the other face-down token."""


class TurnToken(Command, id="triqueta.turn_token", formerly="table.turn_token", keys="space"):
    """Let a face-down token count, or send it back to the box."""


class Reveal(Command, id="triqueta.reveal", formerly="table.reveal", keys="enter"):
    """Confirm which face-down tokens count."""


ROWS = (RowOne, RowTwo, RowThree, RowFour, RowFive)
"""The keys of the rows, in their order."""

TURN = (Choose, DrawToken, KeepToken, BoxToken, *ROWS, Up, Down)
"""What a player does in a turn."""
