"""Each setting as the settings screen offers it: its values, its words, and how it is changed."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from triqueta_tui.locale import LANGUAGES, NAMES, say
from triqueta_tui.settings import LEVELS, Settings
from triqueta_tui.themes import THEMES


@dataclass(frozen=True)
class Field:
    """One setting."""

    name: str
    """Where it is: ``bell``, or ``bots.level`` for one inside another."""
    values: tuple[Any, ...] = ()
    """What it can be, in the order in which the arrows go through it; none for free text."""

    @property
    def label(self) -> str:
        """What it is called."""
        return say(f"settings.{self.name}.label")

    def value(self, settings: Settings) -> Any:
        """What it is set to."""
        found: Any = settings
        for part in self.name.split("."):
            found = getattr(found, part)
        return found

    def shown(self, settings: Settings) -> str:
        """What it is set to, in words."""
        return self._words(self.value(settings))

    def put(self, settings: Settings, value: Any) -> dict[str, Any]:
        """What has to change for it to have this value."""
        outer, _, inner = self.name.partition(".")
        if inner:
            value = msgspec.structs.replace(getattr(settings, outer), **{inner: value})
        return {outer: value}

    def step(self, settings: Settings, by: int) -> dict[str, Any]:
        """What has to change for the next value, or the one before; round and round."""
        if not self.values:
            return {}
        now = self.value(settings)
        place = self.values.index(now) if now in self.values else 0
        return self.put(settings, self.values[(place + by) % len(self.values)])

    def _words(self, value: Any) -> str:
        if isinstance(value, bool):
            return say("settings.on") if value else say("settings.off")
        if isinstance(value, int):
            return str(value)
        if value in NAMES:
            return NAMES[value]
        if value and value not in self.values:
            return str(value)
        return say(f"settings.{self.name}.values.{value or 'auto'}")


GROUPS: Final = (
    ("you", (Field("name"), Field("language", ("", *LANGUAGES)))),
    (
        "look",
        (
            Field("theme", ("", *(theme.name for theme in THEMES))),
            Field("tiles", ("auto", "pictures", "letters")),
            Field("motion", (None, True, False)),
        ),
    ),
    ("table", (Field("confirm_take", (True, False)), Field("bell", (True, False)))),
    ("bots", (Field("bots.players", (2, 3, 4, 5)), Field("bots.level", LEVELS))),
)
"""The settings in the order of the screen, each group under its heading."""
