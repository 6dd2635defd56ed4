"""What helps people along: rules, keys and settings from everywhere, and moving about in a long text."""

from triqueta_tui.commands.command import Command

OPEN_RULES = Command("help.rules", "f1", action="app.open_help('rules')")
OPEN_KEYS = Command("help.keys", "question_mark", action="app.open_help('keys')")
OPEN_SETTINGS = Command("help.settings", "f2", action="app.open_help('settings')", footer=False)
NEXT_CHAPTER = Command("help.next", "right,l,n,tab")
PREVIOUS_CHAPTER = Command("help.previous", "left,h,p,shift+tab")
LINE_DOWN = Command("help.down", "down,j", footer=False, palette=False)
LINE_UP = Command("help.up", "up,k", footer=False, palette=False)
PAGE_DOWN = Command("help.page_down", "pagedown,space", footer=False, palette=False)
PAGE_UP = Command("help.page_up", "pageup,b", footer=False, palette=False)
TO_TOP = Command("help.top", "home,g", footer=False, palette=False)
TO_END = Command("help.end", "end,G", footer=False, palette=False)
CLOSE = Command("help.close", "escape,q")
CLOSE_RULES = Command("help.close_rules", "f1", action="close", footer=False, palette=False)
"""The key that opens the rules closes them, too."""

CLOSE_KEYS = Command("help.close_keys", "question_mark,enter", action="close", footer=False, palette=False)
"""The key that opens the list of keys closes it, too."""

READING = (LINE_DOWN, LINE_UP, PAGE_DOWN, PAGE_UP, TO_TOP, TO_END)
"""What a screen with a long text offers."""
