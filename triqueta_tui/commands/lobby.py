"""Commands of the lobby."""

from triqueta_tui.commands.command import Command


class OpenTable(Command, id="lobby.open_table", keys="n"): ...


class Leave(Command, id="lobby.leave", keys="escape,q"): ...
