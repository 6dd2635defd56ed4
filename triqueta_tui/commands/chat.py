"""Commands of the chat line."""

from triqueta_tui.commands.command import Command

SAY = Command("chat.say", "enter", palette=False)
HUSH = Command("chat.hush", "escape,tab", palette=False)
