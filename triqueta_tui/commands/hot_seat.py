"""Commands for passing the keyboard to the next player."""

from triqueta_tui.commands.command import Command


class TakeKeyboard(Command, id="hot_seat.open", keys="enter,space"): ...
