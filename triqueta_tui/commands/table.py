"""What can be done at a table of Triqueta, and on the screens of its overlays."""

from triqueta_tui.commands.command import Command


class Up(Command):
    """Move the cursor to the choice above."""

    id = "table.up"
    keys = "up,k,left,h"
    footer = False


class Down(Command):
    """Move the cursor to the choice below."""

    id = "table.down"
    keys = "down,j,right,l"
    footer = False


class Choose(Command):
    """Do what is under the cursor."""

    id = "table.choose"
    keys = "enter,space"


class DrawToken(Command):
    """Draw from the current tower."""

    id = "table.draw"
    keys = "d"


class KeepToken(Command):
    """Keep the drawn token face down."""

    id = "table.keep"
    keys = "f"


class BoxToken(Command):
    """Put the drawn token into the box (variant for two)."""

    id = "table.box"
    keys = "b"


class RowOne(Command):
    """Lay the token in row 1, or take it."""

    id = "table.row_1"
    keys = "1"
    action = "row(0)"
    footer = False


class RowTwo(Command):
    """Lay the token in row 2, or take it."""

    id = "table.row_2"
    keys = "2"
    action = "row(1)"
    footer = False


class RowThree(Command):
    """Lay the token in row 3, or take it."""

    id = "table.row_3"
    keys = "3"
    action = "row(2)"
    footer = False


class RowFour(Command):
    """Lay the token in row 4, or take it."""

    id = "table.row_4"
    keys = "4"
    action = "row(3)"
    footer = False


class RowFive(Command):
    """Lay the token in row 5, or take it."""

    id = "table.row_5"
    keys = "5"
    action = "row(4)"
    footer = False


class Back(Command):
    """Take back a first press."""

    id = "table.back"
    keys = "escape"


class ShowPad(Command):
    """See the whole score pad."""

    id = "table.pad"
    keys = "s"


class Talk(Command):
    """Write to the others at the table."""

    id = "table.talk"
    keys = "t"


class LeaveTable(Command):
    """Get up from the table; the seat is kept while the game runs."""

    id = "table.leave"
    keys = "q"


class GoOn(Command):
    """On with the game."""

    id = "table.go_on"
    keys = "enter,space,escape"


class PreviousTower(Command):
    """The tower to the left."""

    id = "table.previous_tower"
    keys = "left,h,up,k"
    footer = False


class NextTower(Command):
    """The tower to the right."""

    id = "table.next_tower"
    keys = "right,l,down,j"
    footer = False


class ChooseTower(Command):
    """Play the next round with this tower."""

    id = "table.choose_tower"
    keys = "enter,space"


class OtherToken(Command):
    """The other face-down token."""

    id = "table.other_token"
    keys = "left,right,h,l,up,down,k,j,tab"
    footer = False


class TurnToken(Command):
    """Let a face-down token count, or send it back to the box."""

    id = "table.turn_token"
    keys = "space"


class Reveal(Command):
    """Settle it: these count, those do not."""

    id = "table.reveal"
    keys = "enter"


class Again(Command):
    """Another game at this table."""

    id = "score.again"
    keys = "a"


class Review(Command):
    """Read the whole game once more."""

    id = "score.review"
    keys = "r"


class GoHome(Command):
    """Leave the table and go home."""

    id = "score.home"
    keys = "escape,q,h"


ROWS = (RowOne, RowTwo, RowThree, RowFour, RowFive)
"""The keys of the rows, in their order."""

TURN = (Choose, DrawToken, KeepToken, BoxToken, *ROWS, Up, Down, Back)
"""What a player does in a turn."""
