"""What can be picked on the home screen, by its number in the menu or by a letter.

Somebody at their own machine and a guest of a server have different menus made of the same commands.
"""

from triqueta_tui.commands.command import Command


class GoBack(Command, id="home.go_back", keys="0", footer=False): ...


class ChooseGame(Command, id="home.game", keys="g", footer=False): ...


class Play(Command, id="home.play", keys="p", footer=False): ...


class NewGame(Command, id="home.new_game", keys="n", footer=False): ...


class Host(Command, id="home.host", keys="o", footer=False): ...


class Tables(Command, id="home.tables", keys="l", footer=False):
    """The tables of the server that a guest's client is bound to."""


class Join(Command, id="home.join", keys="c", footer=False): ...


class Watch(Command, id="home.watch", keys="w", footer=False): ...


class Rules(Command, id="home.rules", keys="r", footer=False, palette=False): ...


class Settings(Command, id="home.settings", keys="s", footer=False, palette=False): ...


class Leave(Command, id="home.leave", keys="q", footer=False, palette=False): ...
