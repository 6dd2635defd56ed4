"""Moving about in a menu, a list or a form."""

from triqueta_tui.commands.command import Command


class Up(Command, id="cursor.up", keys="up,k", footer=False, palette=False): ...


class Down(Command, id="cursor.down", keys="down,j", footer=False, palette=False): ...


class Before(Command, id="cursor.before", keys="left,h", palette=False): ...


class After(Command, id="cursor.after", keys="right,l", palette=False): ...


class Choose(Command, id="cursor.choose", keys="enter", palette=False): ...


class Back(Command, id="cursor.back", keys="escape"): ...
