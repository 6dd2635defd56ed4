"""Commands of the chat line."""

from triqueta_tui.commands.command import Command


class Say(Command, id="chat.say", keys="enter", palette=False): ...


class Hush(Command, id="chat.hush", keys="escape,tab", palette=False): ...
