"""What can be done at every table, whatever is played, and at the end of every game."""

from triqueta_tui.commands.command import Command


class Up(Command):
    id = "table.up"
    keys = "up,k,left,h"
    footer = False


class Down(Command):
    id = "table.down"
    keys = "down,j,right,l"
    footer = False


class Choose(Command):
    """Do what is under the cursor."""

    id = "table.choose"
    keys = "enter,space"


class Back(Command):
    """Take back a first press."""

    id = "table.back"
    keys = "escape"


class ShowScores(Command):
    """See how everybody stands, in full."""

    id = "table.scores"
    formerly = "table.pad"
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
    """Close a card over the table."""

    id = "table.go_on"
    keys = "enter,space,escape"


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
