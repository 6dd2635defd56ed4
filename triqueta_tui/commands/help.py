"""Commands for rules, keys and settings on every screen, and for scrolling a long text."""

from triqueta_tui.commands.command import Command


class OpenRules(Command):
    id = "help.rules"
    keys = "f1"
    action = "app.open_help('rules')"


class OpenKeys(Command):
    id = "help.keys"
    keys = "question_mark"
    action = "app.open_help('keys')"


class OpenSettings(Command):
    id = "help.settings"
    keys = "f2"
    action = "app.open_help('settings')"
    footer = False


class NextChapter(Command):
    id = "help.next"
    keys = "right,l,n,tab"


class PreviousChapter(Command):
    id = "help.previous"
    keys = "left,h,p,shift+tab"


class LineDown(Command, listed=False):
    id = "help.down"
    keys = "down,j"


class LineUp(Command, listed=False):
    id = "help.up"
    keys = "up,k"


class PageDown(Command, listed=False):
    id = "help.page_down"
    keys = "pagedown,space"


class PageUp(Command, listed=False):
    id = "help.page_up"
    keys = "pageup,b"


class ToTop(Command, listed=False):
    id = "help.top"
    keys = "home,g"


class ToEnd(Command, listed=False):
    id = "help.end"
    keys = "end,G"


class Close(Command):
    id = "help.close"
    keys = "escape,q"


class CloseRules(Command, listed=False):
    id = "help.close_rules"
    keys = "f1"
    action = "close"


class CloseKeys(Command, listed=False):
    id = "help.close_keys"
    keys = "question_mark,enter"
    action = "close"


READING = (LineDown, LineUp, PageDown, PageUp, ToTop, ToEnd)
"""What a screen with a long text offers."""
