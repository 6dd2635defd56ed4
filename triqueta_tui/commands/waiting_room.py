"""Commands of the waiting room."""

from triqueta_tui.commands.command import Command


class Ready(Command, id="rooms.ready", keys="r"): ...


class Start(Command, id="rooms.start", keys="s"): ...


class AddBot(Command, id="rooms.add_bot", keys="b"): ...


class ChangeLevel(Command, id="rooms.change_level", keys="v"): ...


class Remove(Command, id="rooms.remove", keys="x,delete"): ...


class Options(Command, id="rooms.options", keys="o"): ...


class Talk(Command, id="rooms.talk", keys="t"): ...


class Leave(Command, id="rooms.leave", keys="escape"): ...
