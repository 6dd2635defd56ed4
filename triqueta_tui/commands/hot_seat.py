"""Commands for passing the keyboard to the next player."""

from triqueta_tui.commands.command import Command

TAKE_KEYBOARD = Command("hot_seat.open", "enter,space")
