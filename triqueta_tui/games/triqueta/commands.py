"""What can be done at a table of Triqueta, and on the cards over it."""

from triqueta_tui.commands.command import Command
from triqueta_tui.commands.table import CHOOSE, DOWN, UP

DRAW_TOKEN = Command("triqueta.draw", "d", formerly="table.draw")
"""Draw from the current tower."""

KEEP_TOKEN = Command("triqueta.keep", "f", formerly="table.keep")
"""Keep the drawn token face down."""

BOX_TOKEN = Command("triqueta.box", "b", formerly="table.box")
"""Put the drawn token into the box (variant for two)."""

ROW_ONE = Command("triqueta.row_1", "1", formerly="table.row_1", action="row(0)", footer=False)
"""Lay the token in row 1, or take it. The other rows are alike."""

ROW_TWO = Command("triqueta.row_2", "2", formerly="table.row_2", action="row(1)", footer=False)
ROW_THREE = Command("triqueta.row_3", "3", formerly="table.row_3", action="row(2)", footer=False)
ROW_FOUR = Command("triqueta.row_4", "4", formerly="table.row_4", action="row(3)", footer=False)
ROW_FIVE = Command("triqueta.row_5", "5", formerly="table.row_5", action="row(4)", footer=False)
PREVIOUS_TOWER = Command("triqueta.previous_tower", "left,h,up,k", formerly="table.previous_tower")
NEXT_TOWER = Command("triqueta.next_tower", "right,l,down,j", formerly="table.next_tower")
CHOOSE_TOWER = Command("triqueta.choose_tower", "enter,space", formerly="table.choose_tower")
"""Play the next round with this tower."""

OTHER_TOKEN = Command("triqueta.other_token", "right,left,l,h,down,up,j,k,tab", formerly="table.other_token")
"""Go to the other face-down token."""

TURN_TOKEN = Command("triqueta.turn_token", "space", formerly="table.turn_token")
"""Let a face-down token count, or send it back to the box."""

REVEAL = Command("triqueta.reveal", "enter", formerly="table.reveal")
"""Confirm which face-down tokens count."""

ROWS = (ROW_ONE, ROW_TWO, ROW_THREE, ROW_FOUR, ROW_FIVE)
"""The keys of the rows, in their order."""

TURN = (CHOOSE, DRAW_TOKEN, KEEP_TOKEN, BOX_TOKEN, *ROWS, UP, DOWN)
"""What a player does in a turn."""
