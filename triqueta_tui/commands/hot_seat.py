"""What can be done when the keyboard is passed to the next player at one terminal."""

from triqueta_tui.commands.command import Command


class TakeKeyboard(Command, id="hot_seat.open", keys="enter,space"): ...
