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

    ``id`` is ``area.name``. People's key maps refer to it, so a renamed command keeps its old id in
    ``formerly``. The texts are ``<area>.commands.<name>.word`` (short, for the footer) and ``.help`` (a
    sentence, for the palette, the tooltip and the help screen). It runs ``action_<action>`` of the screen or
    app that binds it; ``check_action`` of that one says whether it can be done now.
    """

    id: ClassVar[str]
    formerly: ClassVar[str]
    """The id in earlier versions, if it was another one."""
    area: ClassVar[str]
    keys: ClassVar[str]
    """Separated by commas; the first is the one that is shown."""
    action: ClassVar[str]
    """With its arguments, if it has any; by default the second part of the id."""
    footer: ClassVar[bool]
    palette: ClassVar[bool]
    priority: ClassVar[bool]
    """Works even while a text field has the focus."""

    def __init_subclass__(
        cls,
        *,
        id: str,  # noqa: A002 - Textual's name for it
        keys: str,
        formerly: str = "",
        action: str = "",
        footer: bool = True,
        palette: bool = True,
        priority: bool = False,
    ) -> None:
        super().__init_subclass__()
        if id in _REGISTRY:
            raise ValueError(f"two commands are called {id}")
        cls.id, cls.formerly, cls.keys = id, formerly, keys
        cls.area, _, name = id.partition(".")
        cls.action = action or name
        cls.footer, cls.palette, cls.priority = footer, palette, priority
        _REGISTRY[id] = cls

    @classmethod
    def word(cls) -> str:
        return say(f"{cls._key()}.word")

    @classmethod
    def help(cls) -> str:
        key = f"{cls._key()}.help"
        return say(key) if knows(key) else cls.word()

    @classmethod
    def binding(cls) -> Binding:
        """The binding for Textual. Its description is the id: texts are looked up when they are shown."""
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
    """A key that would run two commands in the same place."""

    key: str
    commands: tuple[type[Command], ...]


def bindings(*commands: type[Command]) -> list[Binding]:
    """The ``BINDINGS`` of a screen that offers these commands."""
    return [command.binding() for command in commands]


def command(identifier: str | None) -> type[Command] | None:
    return _REGISTRY.get(identifier) if identifier else None


def keys_of(command: type[Command], keymap: Mapping[str, str]) -> tuple[str, ...]:
    """The keys of a command under a key map, in Textual's names."""
    named = Binding.make_bindings([Binding(keymap.get(command.id) or command.keys, command.action)])
    return tuple(binding.key for binding in named)


def first_key(command: type[Command], keymap: Mapping[str, str]) -> str:
    """The key of a command to mention in texts."""
    return show_key(keys_of(command, keymap)[0])


def clashes(commands: Iterable[type[Command]], keymap: Mapping[str, str]) -> list[Clash]:
    """The keys that several of these commands, which are offered together, share."""
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
