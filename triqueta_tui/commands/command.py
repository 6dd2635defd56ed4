"""One class per user action: its key, footer word, tooltip, palette entry and help all come from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.binding import Binding
from textual.keys import format_key

from triqueta_tui.locale import knows, say

_REGISTRY: dict[str, type["Command"]] = {}

_SHOWN: Final = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}


class Command:
    """An action a person can take.

    ``id`` is ``area.name``. People's key maps refer to it, so a command that gets another one says what it
    was. The words are ``<area>.commands.<name>.word`` (short, for the footer) and ``.help`` (a sentence, for
    the palette, the tooltip and the help screen). It runs the method ``action_<action>`` of the screen or app
    that binds it; whether it can be done now is asked of that one's ``check_action``, in Textual's way.
    """

    id: ClassVar[str]
    formerly: ClassVar[str] = ""
    """The id it had in earlier versions, if that was another one."""
    area: ClassVar[str]
    keys: ClassVar[str]
    """One or more keys, with commas between; the first is the one that is shown."""
    action: ClassVar[str] = ""
    """The action, with its arguments if it has any; by default the second part of the id."""
    footer: ClassVar[bool] = True
    palette: ClassVar[bool] = True
    priority: ClassVar[bool] = False
    """Works even while a text field has the focus."""

    def __init_subclass__(cls) -> None:
        """Register the command; two with one id are a mistake of ours."""
        super().__init_subclass__()
        if cls.id in _REGISTRY:
            raise ValueError(f"two commands are called {cls.id}")
        cls.area, _, name = cls.id.partition(".")
        cls.action = cls.action or name
        _REGISTRY[cls.id] = cls

    @classmethod
    def word(cls) -> str:
        """The word in the footer."""
        return say(f"{cls._key()}.word")

    @classmethod
    def help(cls) -> str:
        """A sentence about what it does."""
        key = f"{cls._key()}.help"
        return say(key) if knows(key) else cls.word()

    @classmethod
    def binding(cls) -> Binding:
        """The command for Textual. Its description is the id: words are looked up when they are shown."""
        return Binding(
            cls.keys,
            cls.action,
            description=cls.id,
            show=cls.footer,
            priority=cls.priority,
            id=cls.id,
        )

    @classmethod
    def _key(cls) -> str:
        return f"{cls.area}.commands.{cls.id.partition('.')[2]}"


@dataclass(frozen=True)
class Clash:
    """A key that would do two things in the same place."""

    key: str
    commands: tuple[type[Command], ...]


def bindings(*commands: type[Command]) -> list[Binding]:
    """The ``BINDINGS`` of a screen that offers these commands."""
    return [command.binding() for command in commands]


def command(identifier: str | None) -> type[Command] | None:
    """The command with this id."""
    return _REGISTRY.get(identifier) if identifier else None


def keys_of(command: type[Command], keymap: Mapping[str, str]) -> tuple[str, ...]:
    """The keys a command listens to, in Textual's names, a person's key map considered."""
    named = Binding.make_bindings([Binding(keymap.get(command.id) or command.keys, command.action)])
    return tuple(binding.key for binding in named)


def first_key(command: type[Command], keymap: Mapping[str, str]) -> str:
    """The key of a command that sentences speak of."""
    return show_key(keys_of(command, keymap)[0])


def clashes(commands: Iterable[type[Command]], keymap: Mapping[str, str]) -> list[Clash]:
    """Keys that two of these commands, which are offered together, would both answer to."""
    users: dict[str, list[type[Command]]] = {}
    for one in commands:
        for key in keys_of(one, keymap):
            users.setdefault(key, []).append(one)
    return [Clash(key, tuple(both)) for key, both in users.items() if len(both) > 1]


def show_key(key: str) -> str:
    """A key as people write it: ``?``, ``F1``, ``^p``, ``↑``."""
    *modifiers, name = key.split("+")
    shown = _SHOWN.get(name) or format_key(name)
    if len(shown) > 1 and name not in _SHOWN:
        shown = shown.capitalize()
    prefix = "".join("^" if modifier == "ctrl" else f"{modifier}+" for modifier in modifiers)
    return prefix + shown
