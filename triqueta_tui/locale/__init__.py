"""The catalogues: all texts, in the player's language.

A language is a folder of a dozen TOML files. The first part of a key is its area, and ``AREAS`` names the
file of each area. A game has two files: in ``<game>.toml`` the second part of a key is the area; what is
read at leisure (``LATE``) is in ``<game>_rules.toml``. An area is parsed when a sentence of it is first
needed: to parse whole files would delay the first frame.
"""

import re
import string
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from triqueta_protocol.internal import languages
from triqueta_tui.locale.plurals import category

LANGUAGES: Final = languages.LANGUAGES
"""The first one is the fallback for missing sentences."""

FOLDER: Final = Path(__file__).parent
"""One folder per language. A game from elsewhere brings a folder of its own."""

AREAS: Final[Mapping[str, tuple[str, ...]]] = {
    "common": ("app", "keys", "buttons", "cursor", "help", "numbers", "dates", "link", "errors"),
    "home": ("home", "guest", "practice", "quit_host", "settings"),
    "lobby": ("connecting", "lobby", "rooms", "series", "ratings"),
    "table": ("table", "log", "chat", "absence", "hot_seat", "guided", "coach", "score"),
    "archive": ("my_games", "exports", "replay", "review", "statistics", "leaderboard"),
    "cli": ("cli",),
}
"""By file: the areas in it."""

LATE: Final = ("rules", "guided", "practice")
"""The areas of a game that are in its second file."""

_FILES: Final = {area: file for file, areas in AREAS.items() for area in areas}

_GAMES: Final[dict[str, Path]] = {}
"""By game: the folder of its languages."""

_TABLE: Final = re.compile(r"^(?=\[[\w.]+\]$)", re.MULTILINE)
"""Where a table of a TOML file begins."""


class MissingWordsError(KeyError):
    """Raised for a missing key, or a sentence with unfilled gaps."""


class _Voice:
    """The current language, and how missing sentences are handled."""

    language = LANGUAGES[0]
    strict = False


def use(language: str) -> None:
    """Switch to this language."""
    if language not in LANGUAGES:
        raise ValueError(f"not a language of this program: {language}")
    _Voice.language = language


def language() -> str:
    """The language in use."""
    return _Voice.language


def be_strict(strict: bool = True) -> None:
    """Raise on a missing sentence instead of using a fallback; for tests."""
    _Voice.strict = strict


def name_of(language: str) -> str:
    """A language's name in that language."""
    return catalogue(language, "common")["app.language"]


def add_game(game: str, folder: Path = FOLDER) -> None:
    """Add the catalogues of a game, whose keys start with its name."""
    if _GAMES.get(game) != folder:
        _GAMES[game] = folder
        _areas.cache_clear()
        sentences.cache_clear()


def say(key: str, /, **values: object) -> str:
    """A sentence in the current language with its gaps filled."""
    return _fill(key, _find(key), values)


def plural(key: str, count: int, /, **values: object) -> str:
    """A sentence that depends on a number: the form of its plural category."""
    return _fill(key, _form(key, count), {"count": count, **values})


def parts(key: str, count: int | None = None) -> list[tuple[str, str]]:
    """A sentence in the current language as parts: texts and gaps.

    Each part is a text and the empty name, or the empty text and the name of a gap. With a number it is the
    form for that number, as of ``plural``.
    """
    found = _find(key) if count is None else _form(key, count)
    split: list[tuple[str, str]] = []
    for text, gap, _, _ in string.Formatter().parse(found):
        split += [(text, "")] if text else []
        split += [("", gap)] if gap else []
    return split


def say_first(*keys: str, otherwise: str) -> str:
    """The sentence of the first known key, or else ``words``."""
    return next((say(key) for key in keys if knows(key)), otherwise)


def knows(key: str) -> bool:
    """Whether the current language has this sentence."""
    return _lookup(_Voice.language, key) is not None


def catalogue(language: str, file: str) -> Mapping[str, str]:
    """All sentences of a file by their full key."""
    areas = _areas(language, file)
    return {key: text for area in areas for key, text in sentences(language, file, area).items()}


@cache
def _areas(language: str, file: str) -> Mapping[str, str]:
    """The TOML of each area of a file; the tables of an area need not follow each other."""
    game = file.removesuffix("_rules")
    try:
        text = _GAMES.get(game, FOLDER).joinpath(language, f"{file}.toml").read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    areas: dict[str, str] = {}
    for table in _TABLE.split(text)[1:]:
        area = re.split(r"[].]", table[1:], maxsplit=1)[0]
        areas[area] = areas.get(area, "") + table
    return areas


@cache
def sentences(language: str, file: str, area: str) -> Mapping[str, str]:
    """The sentences of one area by their full key."""
    game = file.removesuffix("_rules")
    prefix = f"{game}." if game in _GAMES else ""
    return dict(_flat(prefix, tomllib.loads(_areas(language, file).get(area, ""))))


def file_of(key: str) -> str:
    """The name of the file that has this key, or that would have it."""
    return _place_of(key)[0]


def _place_of(key: str) -> tuple[str, str]:
    """The file and the area."""
    area, _, rest = key.partition(".")
    if area not in _GAMES:
        return _FILES.get(area, area), area
    game, area = area, rest.partition(".")[0]
    return f"{game}_rules" if area in LATE else game, area


def load_all() -> None:
    """Parse all catalogues of the program and its games."""
    for folder in {FOLDER, *_GAMES.values()}:
        for file in folder.glob("*/*.toml"):
            catalogue(file.parent.name, file.stem)


def _find(key: str) -> str:
    found = _lookup(_Voice.language, key)
    if found is None and _Voice.strict:
        raise MissingWordsError(f"{key} ({_Voice.language})")
    return found or _lookup(LANGUAGES[0], key) or key


def _form(key: str, count: int) -> str:
    """The sentence for a number: ``key.one``, ``key.few``; ``key.other`` is the last resort."""
    found = _lookup(_Voice.language, f"{key}.{category(_Voice.language, count)}")
    return found or _find(f"{key}.other")


def _lookup(language: str, key: str) -> str | None:
    return sentences(language, *_place_of(key)).get(key)


def _fill(key: str, sentence: str, values: Mapping[str, object]) -> str:
    try:
        return sentence.format_map(values)
    except (KeyError, IndexError, ValueError) as error:
        if _Voice.strict:
            raise MissingWordsError(f"{key} ({_Voice.language}): {error}") from error
        return sentence


def _flat(prefix: str, tree: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, branch in tree.items():
        key = f"{prefix}{name}"
        pairs += _flat(f"{key}.", branch) if isinstance(branch, dict) else [(key, str(branch))]
    return pairs
