"""What can be done on the settings screen."""

from triqueta_tui.commands.command import Command

NEXT_VALUE = Command("settings.next", "right,l")
PREVIOUS_VALUE = Command("settings.previous", "left,h", footer=False, palette=False)
EDIT = Command("settings.edit", "enter,space")
RESET = Command("settings.reset", "backspace,delete")
FORGET = Command("settings.forget", "f")
"""For a guest, whose settings a server keeps."""

LEAVE = Command("settings.leave", "escape,q,f2")
DOWN = Command("settings.down", "down,j", footer=False, palette=False)
UP = Command("settings.up", "up,k", footer=False, palette=False)
