"""The commands of a table of Triché and its dialogs."""

from triqueta_tui.commands import TABLE_CHOOSE
from triqueta_tui.commands.command import Command

GO_UP = Command("triche.go_up", "up,k", action="go('up')", footer=False, palette=False)
GO_DOWN = Command("triche.go_down", "down,j", action="go('down')", footer=False, palette=False)
GO_LEFT = Command("triche.go_left", "left,h", action="go('left')", footer=False, palette=False)
GO_RIGHT = Command("triche.go_right", "right,l", action="go('right')", footer=False, palette=False)
NEXT_CARRE = Command("triche.next_carre", "tab", palette=False)
NEXT_CARD = Command("triche.next_card", "c", palette=False)
WHY_NOT = Command("triche.why_not", "w")
"""Say why the selected card does not fit in a cell; again for the next cell."""

TURN_CARD = Command("triche.turn_card", "r")
"""Turn the selected card round; cards of one colour look the same both ways."""

CARD_ONE = Command("triche.card_1", "1", action="card(0)", footer=False, palette=False)
"""Select the first card of the hand. The others are alike."""

CARD_TWO = Command("triche.card_2", "2", action="card(1)", footer=False, palette=False)
CARD_THREE = Command("triche.card_3", "3", action="card(2)", footer=False, palette=False)
CARD_FOUR = Command("triche.card_4", "4", action="card(3)", footer=False, palette=False)
CARD_FIVE = Command("triche.card_5", "5", action="card(4)", footer=False, palette=False)
CARD_SIX = Command("triche.card_6", "6", action="card(5)", footer=False, palette=False)

CARDS = (CARD_ONE, CARD_TWO, CARD_THREE, CARD_FOUR, CARD_FIVE, CARD_SIX)
"""The keys of the hand, in its order."""

YES = Command("triche.yes", "y", footer=False, palette=False)
NO = Command("triche.no", "n", footer=False, palette=False)
SELECT = Command("triche.mark", "space", action="select", palette=False)
"""Select a card to exchange."""
DONE = Command("triche.done", "enter", footer=False, palette=False)
"""Confirm an exchange."""
STEP_BACK = Command("triche.step_back", "escape,backspace")
"""Undo the last step of the opening."""

PUT_ASIDE = Command("triche.put_aside", "escape")
"""Close the dialog to see the table, and decide later."""

MOVES = (GO_UP, GO_DOWN, GO_LEFT, GO_RIGHT)
TURN = (TABLE_CHOOSE, NEXT_CARRE, NEXT_CARD, TURN_CARD, WHY_NOT, *CARDS, *MOVES)
"""The commands of a turn."""
