"""What helps people along: rules, keys and settings from everywhere, and moving about in a long text."""

from triqueta_tui.commands.command import Command


class OpenRules(Command):
    """How the game is played. The app offers it everywhere."""

    id = "help.rules"
    keys = "f1"
    action = "app.open_help('rules')"


class OpenKeys(Command):
    """What can be pressed on this screen. The app offers it everywhere."""

    id = "help.keys"
    keys = "question_mark"
    action = "app.open_help('keys')"


class OpenSettings(Command):
    """What can be set. The app offers it everywhere."""

    id = "help.settings"
    keys = "f2"
    action = "app.open_help('settings')"
    footer = False


class NextChapter(Command):
    """On to the next chapter."""

    id = "help.next"
    keys = "right,l,n,tab"


class PreviousChapter(Command):
    """Back to the chapter before."""

    id = "help.previous"
    keys = "left,h,p,shift+tab"


class LineDown(Command):
    """Read on."""

    id = "help.down"
    keys = "down,j"
    footer = False
    palette = False


class LineUp(Command):
    """Read back."""

    id = "help.up"
    keys = "up,k"
    footer = False
    palette = False


class PageDown(Command):
    """A screenful on."""

    id = "help.page_down"
    keys = "pagedown,space"
    footer = False
    palette = False


class PageUp(Command):
    """A screenful back."""

    id = "help.page_up"
    keys = "pageup,b"
    footer = False
    palette = False


class ToTop(Command):
    """To the beginning."""

    id = "help.top"
    keys = "home,g"
    footer = False
    palette = False


class ToEnd(Command):
    """To the end."""

    id = "help.end"
    keys = "end,G"
    footer = False
    palette = False


class Close(Command):
    """Back to where one came from."""

    id = "help.close"
    keys = "escape,q"


class CloseRules(Command):
    """The key that opens the rules closes them, too."""

    id = "help.close_rules"
    keys = "f1"
    action = "close"
    footer = False
    palette = False


class CloseKeys(Command):
    """The key that opens the list of keys closes it, too."""

    id = "help.close_keys"
    keys = "question_mark,enter"
    action = "close"
    footer = False
    palette = False


READING = (LineDown, LineUp, PageDown, PageUp, ToTop, ToEnd)
"""What a screen with a long text offers."""
