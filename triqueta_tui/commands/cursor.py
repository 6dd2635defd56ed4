"""Moving about in a menu, a list or a form."""

from triqueta_tui.commands.command import Command

UP = Command("cursor.up", "up,k", footer=False, palette=False)
DOWN = Command("cursor.down", "down,j", footer=False, palette=False)
BEFORE = Command("cursor.before", "left,h", palette=False)
AFTER = Command("cursor.after", "right,l", palette=False)
CHOOSE = Command("cursor.choose", "enter", palette=False)
BACK = Command("cursor.back", "escape")
PAGE_UP = Command("cursor.page_up", "pageup", footer=False, palette=False)
PAGE_DOWN = Command("cursor.page_down", "pagedown", footer=False, palette=False)
FIRST = Command("cursor.first", "home", footer=False, palette=False)
LAST = Command("cursor.last", "end", footer=False, palette=False)
