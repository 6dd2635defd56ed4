"""What a game hands the rest of the client: one typed record, and the list of all games."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from triqueta_protocol.games import VOCABULARIES
from triqueta_protocol.games.vocabulary import Vocabulary
from triqueta_tui import locale
from triqueta_tui.locale import say
from triqueta_tui.settings import GameSettings, Settings
from triqueta_tui.themes import GameColours

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen

    from triqueta_protocol.mirror import Mirror
    from triqueta_tui.session.intents import PlayNow
    from triqueta_tui.table.game_board import GameTable
    from triqueta_tui.table.hints import AnyHints
    from triqueta_tui.widgets.canvas import Canvas
    from triqueta_tui.widgets.drawn_widget import Drawn
    from triqueta_tui.widgets.form import Line as FormLine
    from triqueta_tui.widgets.prose import Line


PACKAGES: Final[dict[str, str]] = {
    "triqueta": "triqueta_tui.games.triqueta",
    "triche": "triqueta_tui.games.triche",
    "tripitz": "triqueta_tui.games.tripitz",
}
"""The module with the record of each game (``GAME``), by the game's name on the wire."""


def lazy(where: str) -> Callable[[], Any]:
    """Load ``package.module:name``, or a whole ``package.module``, when called."""
    return partial(_load, where)


def lazy_instance(where: str) -> Callable[[], Any]:
    """Load the class ``package.module:name`` and create an instance, when called."""
    return partial(_create, where)


def _load(where: str) -> Any:
    module, _, name = where.partition(":")
    loaded = import_module(module)
    return getattr(loaded, name) if name else loaded


def _create(where: str) -> Any:
    return _load(where)()


class SetUp:
    """The options of a game: as lines of a form, and in words."""

    def lines(self, seats: int, options: Mapping[str, Any]) -> "list[FormLine]":
        """The lines of the form for this many players, with these options chosen."""
        return []

    def options(self, values: Mapping[str, str]) -> dict[str, Any]:
        """The options that a filled-in form stands for; default values are left out."""
        return {}

    def words(self, options: Mapping[str, Any]) -> list[str]:
        """What is good to know of the options, in words."""
        return []

    def advice(self, options: Mapping[str, Any]) -> str:
        """What speaks against these options, though they are allowed; empty if nothing does."""
        return ""


class RulesText(ABC):
    """The rules of a game as chapters."""

    practice: "Callable[[], Screen[None]] | None" = None
    """Makes a screen of exercises, if the game has any."""

    @abstractmethod
    def titles(self) -> Sequence[str]: ...

    @abstractmethod
    def chapters(self, cells: int, app: "App[Any]") -> "Sequence[Sequence[Line]]":
        """The chapters, each with its title, broken into lines of this width."""

    def legend(self, cells: int, app: "App[Any]") -> "Sequence[Line]":
        """What the letters and signs at the table stand for, in lines of this width."""
        return ()


class FinalSheet:
    """The final sheet of a game, to be drawn off the screen, and how the points came about."""

    def board(self, mirror: "Mirror") -> "Drawn | None":
        """The sheet of a game that is over; None if there is none."""
        return None

    def cells(self, seats: int, *, text: bool) -> tuple[int, int]:
        """Width and height of the drawing; as plain text it has to do without colours and half blocks."""
        return 0, 0

    def points(self, public: Any) -> Sequence[int]:
        """The points of each seat at some moment; empty if the game has none."""
        return ()

    def rounds_over(self, public: Any) -> int:
        """How many rounds are over at some moment; always 0 for a game without rounds."""
        return 0


class GuidedGame(Struct, frozen=True, kw_only=True):
    """A first game with hints."""

    intent: "PlayNow"
    hints: "Callable[[Any, set[str]], AnyHints]"
    """Given the game's board, and the names of the hints that were given before."""


class Mark(Struct, frozen=True):
    """What a game is known by on the home screen."""

    word: str = ""
    """Its name in capitals, for the pixel font."""
    small: tuple[str, ...] = ()
    """Rows of pixels, two to a line: a tint each, or a dot for none."""
    large: tuple[str, ...] = ()
    tints: Mapping[str, str] = {}
    """The theme's colours of tints other than those of the knot."""


class Game(Struct, frozen=True, kw_only=True):
    """One game as the rest of the client knows it. What is slow to import is loaded on demand.

    Its texts are two files per language in the folder ``texts``, see ``triqueta_tui.locale``. Every game has
    the areas ``game`` (``name``, ``summary``, ``motto``), ``errors`` (why a move is not allowed),
    ``commands`` and ``rules``.
    """

    name: str
    """As on the wire."""
    texts: Path = locale.FOLDER
    colours: GameColours
    mark: Mark = Mark()
    has_secrets: bool = True
    """Whether a player sees something that the others must not see."""
    load_table: "Callable[[], GameTable]"
    load_commands: Callable[[], ModuleType]
    """The module with the commands that can be remapped."""
    load_set_up: Callable[[], SetUp] = SetUp
    load_rules: Callable[[], RulesText]
    load_sheet: Callable[[], FinalSheet] = FinalSheet
    load_guided: Callable[[], GuidedGame] | None = None
    positions: Path | None = None
    """The file with its exercises and positions of the day, if it has any; see ``triqueta_tui.practice``."""
    load_preview: "Callable[[], Callable[[Canvas, App[Any]], int] | None]" = lambda: None
    """Draws what the settings change about its pieces, and returns the line below them."""

    @property
    def vocabulary(self) -> Vocabulary:
        return VOCABULARIES[self.name]

    @property
    def title(self) -> str:
        """The name in the player's language."""
        return say(f"{self.name}.game.name")

    def remembered(self, settings: Settings) -> GameSettings:
        """The settings for this game, clamped to what it allows."""
        about = settings.games.get(self.name, GameSettings())
        seats, levels = self.vocabulary.seats, self.vocabulary.levels
        players = min(max(about.players, seats[0]), seats[-1])
        level = about.level if about.level in levels else self.vocabulary.stand_in
        return GameSettings(level, players, about.guided_offered)

    def remember(self, settings: Settings, **fields: Any) -> dict[str, Any]:
        """The change of settings that stores these fields for this game."""
        about = msgspec.structs.replace(self.remembered(settings), **fields)
        return {"games": settings.games | {self.name: about}}

    def play_now(self, settings: Settings) -> "PlayNow":
        from triqueta_tui.session.intents import PlayNow

        about = self.remembered(settings)
        return PlayNow(self.name, bots=(about.level,) * (about.players - 1), offer_guided=True)


class Games:
    """The games of this program, by name, in the order in which they are listed."""

    def __init__(self, packages: Mapping[str, str]) -> None:
        """``packages`` maps a game's name to the module that has its record as ``GAME``."""
        self._packages: Final = packages
        for game in self:
            locale.add_game(game.name, game.texts)

    def __iter__(self) -> Iterator[Game]:
        return (self[name] for name in self._packages)

    def __len__(self) -> int:
        return len(self._packages)

    def __contains__(self, name: object) -> bool:
        return name in self._packages

    def __getitem__(self, name: str) -> Game:
        game: Game = import_module(self._packages[name]).GAME
        return game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._packages)

    def title(self, name: str) -> str:
        """A game's name in the player's language; as on the wire for one that this program does not know."""
        return self[name].title if name in self else name

    def chosen(self, name: str) -> Game:
        """The game of this name, or the first game if there is none."""
        return self[name if name in self else self.names[0]]
