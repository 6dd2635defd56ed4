"""What can be done on the settings screen."""

from triqueta_tui.commands.command import Command


class NextValue(Command, id="settings.next", keys="right,l"): ...


class PreviousValue(Command, id="settings.previous", keys="left,h", footer=False, palette=False): ...


class Edit(Command, id="settings.edit", keys="enter,space"): ...


class Reset(Command, id="settings.reset", keys="backspace,delete"): ...


class Leave(Command, id="settings.leave", keys="escape,q,f2"): ...


class Down(Command, id="settings.down", keys="down,j", footer=False, palette=False): ...


class Up(Command, id="settings.up", keys="up,k", footer=False, palette=False): ...
