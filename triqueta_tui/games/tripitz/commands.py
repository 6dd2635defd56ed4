"""What can be done at a table of Tripitz, and on the cards over it."""

from triqueta_tui.commands.command import Command
from triqueta_tui.commands.table import CHOOSE

GO_UP = Command("tripitz.go_up", "up", footer=False)
GO_DOWN = Command("tripitz.go_down", "down", footer=False)
GO_LEFT = Command("tripitz.go_left", "left,h", footer=False)
GO_RIGHT = Command("tripitz.go_right", "right,l", footer=False)
GO_UP_LEFT = Command("tripitz.go_up_left", "y", footer=False)
GO_UP_RIGHT = Command("tripitz.go_up_right", "u", footer=False)
GO_DOWN_LEFT = Command("tripitz.go_down_left", "b", footer=False)
GO_DOWN_RIGHT = Command("tripitz.go_down_right", "n", footer=False)
NEXT_CELL = Command("tripitz.next_cell", "tab")
"""To the next cell in which the stone may lie, the best first where help shows points."""

NEXT_STONE = Command("tripitz.next_stone", "c")
EXCHANGE = Command("tripitz.exchange", "x")
SWAP = Command("tripitz.swap", "j")
"""Begin to lay a joker in the place of a stone, or leave that."""

STAND_BACK = Command("tripitz.stand_back", "z")
"""Leave the first move to the others."""

STONE_ONE = Command("tripitz.stone_1", "1", action="stone(0)", footer=False)
"""Choose the first stone of the rack. The others are alike."""

STONE_TWO = Command("tripitz.stone_2", "2", action="stone(1)", footer=False)
STONE_THREE = Command("tripitz.stone_3", "3", action="stone(2)", footer=False)
STONE_FOUR = Command("tripitz.stone_4", "4", action="stone(3)", footer=False)
STONE_FIVE = Command("tripitz.stone_5", "5", action="stone(4)", footer=False)
STONE_SIX = Command("tripitz.stone_6", "6", action="stone(5)", footer=False)
STONE_SEVEN = Command("tripitz.stone_7", "7", action="stone(6)", footer=False)

RACK = (STONE_ONE, STONE_TWO, STONE_THREE, STONE_FOUR, STONE_FIVE, STONE_SIX, STONE_SEVEN)
"""The keys of the rack, in its order."""

MARK = Command("tripitz.mark", "space")
"""Choose a stone to be exchanged."""
MARK_ALL = Command("tripitz.mark_all", "a")
DONE = Command("tripitz.done", "enter")
"""Confirm an exchange."""
PUT_ASIDE = Command("tripitz.put_aside", "escape,x")
"""Do not exchange after all."""

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
TURN = (CHOOSE, NEXT_CELL, NEXT_STONE, EXCHANGE, SWAP, STAND_BACK, *RACK, *MOVES)
"""What a player does in a turn."""
