"""The commands of a table of Tripitz and its dialogs."""

from triqueta_tui.commands import TABLE_CHOOSE
from triqueta_tui.commands.command import Command

GO_UP = Command("tripitz.go_up", "up", action="go('up')", footer=False, palette=False)
GO_DOWN = Command("tripitz.go_down", "down", action="go('down')", footer=False, palette=False)
GO_LEFT = Command("tripitz.go_left", "left,h", action="go('left')", footer=False, palette=False)
GO_RIGHT = Command("tripitz.go_right", "right,l", action="go('right')", footer=False, palette=False)
GO_UP_LEFT = Command("tripitz.go_up_left", "y", action="go('up_left')", footer=False, palette=False)
GO_UP_RIGHT = Command("tripitz.go_up_right", "u", action="go('up_right')", footer=False, palette=False)
GO_DOWN_LEFT = Command("tripitz.go_down_left", "b", action="go('down_left')", footer=False, palette=False)
GO_DOWN_RIGHT = Command("tripitz.go_down_right", "n", action="go('down_right')", footer=False, palette=False)
NEXT_CELL = Command("tripitz.next_cell", "tab", palette=False)
"""Move to the next legal cell, best first where help shows points."""

NEXT_STONE = Command("tripitz.next_stone", "c", palette=False)
EXCHANGE = Command("tripitz.exchange", "x")
SWAP = Command("tripitz.swap", "j")
"""Start replacing a stone by a joker, or cancel that."""

STAND_BACK = Command("tripitz.stand_back", "z")
"""Pass on the first move."""

STONE_ONE = Command("tripitz.stone_1", "1", action="stone(0)", footer=False, palette=False)
"""Select the first stone of the rack. The others are alike."""

STONE_TWO = Command("tripitz.stone_2", "2", action="stone(1)", footer=False, palette=False)
STONE_THREE = Command("tripitz.stone_3", "3", action="stone(2)", footer=False, palette=False)
STONE_FOUR = Command("tripitz.stone_4", "4", action="stone(3)", footer=False, palette=False)
STONE_FIVE = Command("tripitz.stone_5", "5", action="stone(4)", footer=False, palette=False)
STONE_SIX = Command("tripitz.stone_6", "6", action="stone(5)", footer=False, palette=False)
STONE_SEVEN = Command("tripitz.stone_7", "7", action="stone(6)", footer=False, palette=False)

RACK = (STONE_ONE, STONE_TWO, STONE_THREE, STONE_FOUR, STONE_FIVE, STONE_SIX, STONE_SEVEN)
"""The keys of the rack, in its order."""

SELECT = Command("tripitz.mark", "space", action="select", palette=False)
"""Select a stone to exchange."""
SELECT_ALL = Command("tripitz.mark_all", "a", action="select_all")
DONE = Command("tripitz.done", "enter", footer=False, palette=False)
"""Confirm an exchange."""
PUT_ASIDE = Command("tripitz.put_aside", "escape,x")
"""Cancel the exchange."""

MOVES = (
    GO_UP,
    GO_DOWN,
    GO_LEFT,
    GO_RIGHT,
    GO_UP_LEFT,
    GO_UP_RIGHT,
    GO_DOWN_LEFT,
    GO_DOWN_RIGHT,
)
TURN = (TABLE_CHOOSE, NEXT_CELL, NEXT_STONE, EXCHANGE, SWAP, STAND_BACK, *RACK, *MOVES)
"""The commands of a turn."""
