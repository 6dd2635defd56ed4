"""The settings on the settings screen: values, texts, and how each is changed."""

from dataclasses import dataclass, field
from typing import Any, Final

from triqueta_tui import themes
from triqueta_tui.game import Game, Games
from triqueta_tui.locale import LANGUAGES, name_of, say
from triqueta_tui.settings import PACES, Settings
from triqueta_tui.widgets.level_words import level_words


@dataclass(frozen=True)
class Field:
    name: str
    values: tuple[Any, ...] = ()
    """In the order of the arrow keys; none for free text."""

    @property
    def label(self) -> str:
        return say(f"settings.{self.name}.label")

    @property
    def about(self) -> str:
        """The catalogue key of the explanation."""
        return f"settings.{self.name}.about"

    def value(self, settings: Settings) -> Any:
        return getattr(settings, self.name)

    def shown(self, settings: Settings) -> str:
        """The text of the value."""
        return self._words(self.value(settings))

    def changed_to(self, settings: Settings, value: Any) -> dict[str, Any]:
        """The settings fields that set this value."""
        return {self.name: value}

    def step(self, settings: Settings, by: int) -> dict[str, Any]:
        """The settings fields that set the next or previous value, cyclically."""
        if not self.values:
            return {}
        now = self.value(settings)
        place = self.values.index(now) if now in self.values else 0
        return self.changed_to(settings, self.values[(place + by) % len(self.values)])

    def _words(self, value: Any) -> str:
        if isinstance(value, bool):
            return say("settings.on") if value else say("settings.off")
        if isinstance(value, int):
            return str(value)
        if value in LANGUAGES:
            return name_of(value)
        if value and value not in self.values:
            return str(value)
        return say(f"settings.{self.name}.values.{value or 'auto'}")


@dataclass(frozen=True)
class GameField(Field):
    """One setting of one game; the texts are the same for all games."""

    game: Game = field(kw_only=True)

    def value(self, settings: Settings) -> Any:
        return getattr(self.game.remembered(settings), self.name)

    def _words(self, value: Any) -> str:
        return level_words(self.game.name, value) if self.name == "level" else str(value)

    def changed_to(self, settings: Settings, value: Any) -> dict[str, Any]:
        return self.game.remember(settings, **{self.name: value})


_GROUPS: Final = (
    ("you", (Field("name"), Field("language", ("", *LANGUAGES)))),
    (
        "look",
        (
            Field("theme", ("", *themes.NAMES)),
            Field("tiles", ("auto", "pictures", "letters")),
            Field("motion", (None, True, False)),
        ),
    ),
    (
        "table",
        (
            Field("confirm", (True, False)),
            Field("turn_alert", (True, False)),
            Field("help", ("points", "cells", "nothing")),
            Field("bot_speed", tuple(PACES)),
        ),
    ),
)


def groups(games: Games) -> list[tuple[str, tuple[Field, ...]]]:
    """The settings in the order of the screen, by heading."""
    every: list[tuple[str, tuple[Field, ...]]] = [
        (say(f"settings.groups.{name}"), fields) for name, fields in _GROUPS
    ]
    for game in games:
        words = game.vocabulary
        players = GameField("players", tuple(words.seats), game=game)
        fields = players, GameField("level", words.levels, game=game)
        every.append((say("settings.groups.game", game=game.title), fields))
    return every
