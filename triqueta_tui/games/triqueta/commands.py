"""The commands of a table of Triqueta and its dialogs."""

from triqueta_tui.commands import TABLE_CHOOSE, TABLE_DOWN, TABLE_UP
from triqueta_tui.commands.command import Command

DRAW_TOKEN = Command("triqueta.draw", "d")
"""Draw from the current tower."""

KEEP_TOKEN = Command("triqueta.keep", "f")
"""Keep the drawn token face down."""

BOX_TOKEN = Command("triqueta.box", "b")
"""Put the drawn token into the box (variant for two)."""

ROW_ONE = Command("triqueta.row_1", "1", action="row(0)", footer=False, palette=False)
"""Lay the token in row 1, or take the row. The other rows are alike."""

ROW_TWO = Command("triqueta.row_2", "2", action="row(1)", footer=False, palette=False)
ROW_THREE = Command("triqueta.row_3", "3", action="row(2)", footer=False, palette=False)
ROW_FOUR = Command("triqueta.row_4", "4", action="row(3)", footer=False, palette=False)
ROW_FIVE = Command("triqueta.row_5", "5", action="row(4)", footer=False, palette=False)
PREVIOUS_TOWER = Command("triqueta.previous_tower", "left,h,up,k", palette=False)
NEXT_TOWER = Command("triqueta.next_tower", "right,l,down,j", palette=False)
CHOOSE_TOWER = Command("triqueta.choose_tower", "enter,space", palette=False)
"""Play the next round with this tower."""

OTHER_TOKEN = Command("triqueta.other_token", "right,left,l,h,down,up,j,k,tab", palette=False)
"""Move to the other face-down token."""

TURN_TOKEN = Command("triqueta.turn_token", "space", palette=False)
"""Count a face-down token, or return it to the box."""

REVEAL = Command("triqueta.reveal", "enter")
"""Confirm which face-down tokens count."""

ROWS = (ROW_ONE, ROW_TWO, ROW_THREE, ROW_FOUR, ROW_FIVE)
"""The keys of the rows, in their order."""

TURN = (TABLE_CHOOSE, DRAW_TOKEN, KEEP_TOKEN, BOX_TOKEN, *ROWS, TABLE_UP, TABLE_DOWN)
"""The commands of a turn."""
