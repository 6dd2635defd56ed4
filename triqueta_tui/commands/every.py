"""All commands of the program, for those who list them: the settings, and tests."""

from importlib import import_module
from pkgutil import iter_modules

from triqueta_tui import commands
from triqueta_tui.commands.command import Command


def every_command() -> list[type[Command]]:
    """Every command there is, those of one area together."""
    for module in iter_modules(commands.__path__, f"{commands.__name__}."):
        import_module(module.name)
    return sorted(Command.__subclasses__(), key=lambda one: one.id.partition(".")[0])


def beside(one: type[Command]) -> list[type[Command]]:
    """The other commands that may be offered together with this one: those of its area and of the app's."""
    area = one.id.partition(".")[0]
    return [
        other
        for other in every_command()
        if other is not one and other.id.partition(".")[0] in {area, "app", "help"}
    ]
