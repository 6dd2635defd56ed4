"""One record per user action: its key, footer word, tooltip, palette entry and help all come from it."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct, structs
from textual.binding import Binding
from textual.keys import format_key

from triqueta_tui.locale import knows, say

_REGISTRY: dict[str, "Command"] = {}

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


class Command(Struct, frozen=True, eq=False):
    """An action of a player.

    Key maps refer to its id. Its texts are ``<area>.commands.<name>.word`` (short, for the footer) and
    ``.help`` (a sentence, for the palette, the tooltip and the help screen). It runs ``action_<action>`` of
    the screen or app that binds it, if ``check_action`` there allows it.
    """

    id: str
    """``area.name``."""
    keys: str
    """Separated by commas; the first is the one that is shown."""
    action: str = ""
    """With its arguments, if it has any; by default the name."""
    footer: bool = True
    palette: bool = True
    priority: bool = False
    """Works even while a text field has the focus, and before the next key is looked at."""

    def __post_init__(self) -> None:
        if self.id in _REGISTRY:
            raise ValueError(f"two commands are called {self.id}")
        if not self.action:
            structs.force_setattr(self, "action", self.id.partition(".")[2])
        _REGISTRY[self.id] = self

    @property
    def area(self) -> str:
        return self.id.partition(".")[0]

    def word(self) -> str:
        return say(f"{self._texts}.word")

    def help(self) -> str:
        key = f"{self._texts}.help"
        return say(key) if knows(key) else self.word()

    def binding(self) -> Binding:
        """The binding for Textual. Its description is the id: texts are looked up when they are shown."""
        return Binding(self.keys, self.action, self.id, show=self.footer, priority=self.priority, id=self.id)

    @property
    def _texts(self) -> str:
        return self.id.replace(".", ".commands.", 1)


class Clash(Struct, frozen=True):
    """A key that would run two commands in the same place."""

    key: str
    commands: tuple[Command, ...]


def bindings(*commands: Command) -> list[Binding]:
    """The ``BINDINGS`` of a screen that offers these commands."""
    return [command.binding() for command in commands]


def command(identifier: str | None) -> Command | None:
    return _REGISTRY.get(identifier) if identifier else None


def keys_of(command: Command, keymap: Mapping[str, str]) -> tuple[str, ...]:
    """The keys of a command under a key map, in Textual's names."""
    return _named(keymap.get(command.id) or command.keys)


@lru_cache(maxsize=512)
def _named(keys: str) -> tuple[str, ...]:
    return tuple(binding.key for binding in Binding.make_bindings([Binding(keys, "")]))


def first_key(command: Command, keymap: Mapping[str, str]) -> str:
    """The key of a command to mention in texts."""
    return show_key(keys_of(command, keymap)[0])


def all_keys(command: Command, keymap: Mapping[str, str]) -> str:
    """The keys of a command for a list of keys."""
    return " ".join(map(show_key, keys_of(command, keymap)))


def clashes(commands: Iterable[Command], keymap: Mapping[str, str]) -> list[Clash]:
    """The keys that several of these commands, which are offered together, share."""
    users: dict[str, list[Command]] = {}
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
