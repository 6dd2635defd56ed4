"""What helps people along: rules, keys and settings from everywhere, and moving about in a long text."""

from triqueta_tui.commands.command import Command


class OpenRules(Command, id="help.rules", keys="f1", action="app.open_help('rules')"): ...


class OpenKeys(Command, id="help.keys", keys="question_mark", action="app.open_help('keys')"): ...


class OpenSettings(
    Command, id="help.settings", keys="f2", action="app.open_help('settings')", footer=False
): ...


class NextChapter(Command, id="help.next", keys="right,l,n,tab"): ...


class PreviousChapter(Command, id="help.previous", keys="left,h,p,shift+tab"): ...


class LineDown(Command, id="help.down", keys="down,j", footer=False, palette=False): ...


class LineUp(Command, id="help.up", keys="up,k", footer=False, palette=False): ...


class PageDown(Command, id="help.page_down", keys="pagedown,space", footer=False, palette=False): ...


class PageUp(Command, id="help.page_up", keys="pageup,b", footer=False, palette=False): ...


class ToTop(Command, id="help.top", keys="home,g", footer=False, palette=False): ...


class ToEnd(Command, id="help.end", keys="end,G", footer=False, palette=False): ...


class Close(Command, id="help.close", keys="escape,q"): ...


class CloseRules(Command, id="help.close_rules", keys="f1", action="close", footer=False, palette=False):
    """The key that opens the rules closes them, too."""


class CloseKeys(
    Command, id="help.close_keys", keys="question_mark,enter", action="close", footer=False, palette=False
):
    """The key that opens the list of keys closes it, too."""


READING = (LineDown, LineUp, PageDown, PageUp, ToTop, ToEnd)
"""What a screen with a long text offers."""
