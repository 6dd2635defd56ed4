"""Commands of every table, and of the end of every game."""

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
    id = "table.choose"
    keys = "enter,space"


class Back(Command):
    id = "table.back"
    keys = "escape"


class ShowScores(Command):
    id = "table.scores"
    formerly = "table.pad"
    keys = "s"


class Talk(Command):
    id = "table.talk"
    keys = "t"


class LeaveTable(Command):
    id = "table.leave"
    keys = "q"


class GoOn(Command):
    id = "table.go_on"
    keys = "enter,space,escape"


class Again(Command):
    id = "score.again"
    keys = "a"


class Review(Command):
    id = "score.review"
    keys = "r"


class GoHome(Command):
    id = "score.home"
    keys = "escape,q,h"
