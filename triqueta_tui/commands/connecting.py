"""Commands while connecting to a server."""

from triqueta_tui.commands.command import Command


class TryAgain(Command, id="connecting.try_again", keys="r,enter"): ...


class GiveUp(Command, id="connecting.give_up", keys="escape,q"): ...
