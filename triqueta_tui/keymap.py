"""The key map in the settings: which commands can be remapped, and what is wrong with a person's map."""

from collections.abc import Mapping

from triqueta_tui import commands
from triqueta_tui.commands.command import Command, clashes, command, show_key
from triqueta_tui.game import Games
from triqueta_tui.locale import say

_EVERYWHERE = frozenset({"app", "help"})
_ON_THE_SCREEN_OF = {"guided.start": "home"}
"""Commands that are offered together with those of another area than their own."""


def every_command(games: Games) -> list[Command]:
    """All commands, those of these games included, sorted by area."""
    modules = [commands, *(game.load_commands() for game in games)]
    every = (one for module in modules for one in vars(module).values() if isinstance(one, Command))
    return sorted(dict.fromkeys(every), key=lambda one: one.area)


def beside(one: Command, games: Games) -> list[Command]:
    """The other commands that may be offered together with this one."""
    area = _offered_in(one)
    areas = {area} | _EVERYWHERE
    if area in games:
        areas.add("table")
    elif area == "table":
        areas.update(games.names)
    return [other for other in every_command(games) if other is not one and _offered_in(other) in areas]


def _offered_in(one: Command) -> str:
    return _ON_THE_SCREEN_OF.get(one.id, one.area)


def key_troubles(keymap: Mapping[str, str], games: Games) -> list[str]:
    """A sentence for each mistake in the key map; only what the person has set is checked."""
    every_command(games)
    troubles: list[str] = []
    for name in keymap:
        one = command(name)
        if one is None:
            troubles.append(say("app.unknown_command", name=name))
            continue
        for clash in clashes([one, *beside(one, games)], keymap):
            others = [other for other in clash.commands if other is not one]
            if one in clash.commands:
                words = {"key": show_key(clash.key), "one": one.word(), "other": others[0].word()}
                troubles.append(say("app.clash", **words))
    return troubles
