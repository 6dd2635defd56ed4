"""What is wrong with a person's key map: names that mean nothing, and keys that mean two things."""

from collections.abc import Mapping

from triqueta_tui.commands.command import clashes, command, show_key
from triqueta_tui.commands.every import beside, every_command
from triqueta_tui.locale import say


def key_troubles(keymap: Mapping[str, str]) -> list[str]:
    """A sentence for each thing that is wrong; only what the person has set is looked at."""
    every_command()
    troubles: list[str] = []
    for name in keymap:
        one = command(name)
        if one is None:
            troubles.append(say("app.unknown_command", name=name))
            continue
        for clash in clashes([one, *beside(one)], keymap):
            others = [other for other in clash.commands if other is not one]
            if one in clash.commands:
                words = {"key": show_key(clash.key), "one": one.word(), "other": others[0].word()}
                troubles.append(say("app.clash", **words))
    return troubles
