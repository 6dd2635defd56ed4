"""The catalogues: all texts, in the player's language.

A catalogue is one TOML file per language and area; the area is the first part of a key. What belongs to a
game lies with the game: there the first part of a key is the game and the second the area. A file is parsed
when a sentence of it is first needed, so that starting the program does not read the rules of a game.
"""

import string
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from triqueta_protocol.internal import languages

LANGUAGES: Final = languages.LANGUAGES
"""The first one is the fallback for missing sentences."""

NAMES: Final = {"en": "English", "de": "Deutsch", "zh_Hant": "繁體中文"}
"""Each language in its own name."""

_GAMES: Final[dict[str, Path]] = {}
"""By game: the folder of its catalogues."""


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


def add_game(game: str, folder: Path) -> None:
    """Add the catalogues of a game, whose keys start with its name."""
    if _GAMES.get(game) != folder:
        _GAMES[game] = folder
        catalogue.cache_clear()


def say(key: str, /, **values: object) -> str:
    """A sentence in the current language with its gaps filled."""
    return _fill(key, _find(key), values)


def plural(key: str, count: int, /, **values: object) -> str:
    """A sentence that depends on a number: ``key.one`` (where a language has it) or ``key.other``."""
    if count == 1:
        single = _lookup(_Voice.language, f"{key}.one")
        if single is not None:
            return _fill(key, single, {"count": count, **values})
    return _fill(key, _find(f"{key}.other"), {"count": count, **values})


def parts(key: str, count: int | None = None) -> list[tuple[str, str]]:
    """A sentence in the current language as parts: texts and gaps.

    Each part is a text and the empty name, or the empty text and the name of a gap. With a number it is the
    form for that number, as of ``plural``.
    """
    found = None if count is None else _lookup(_Voice.language, f"{key}.one") if count == 1 else None
    found = found or _find(key if count is None else f"{key}.other")
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


@cache
def catalogue(language: str, area: str) -> Mapping[str, str]:
    """All sentences of an area, or of ``game.area``, by their full key."""
    game, _, part = area.rpartition(".")
    folder = _GAMES[game] if game else Path(__file__).parent
    try:
        text = folder.joinpath(language, f"{part}.toml").read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    return dict(_flat(area, tomllib.loads(text)))


def load_all() -> None:
    """Parse all catalogues of the program and its games."""
    for game, folder in {"": Path(__file__).parent, **_GAMES}.items():
        for file in folder.glob("*/*.toml"):
            catalogue(file.parent.name, f"{game}.{file.stem}".removeprefix("."))


def _find(key: str) -> str:
    found = _lookup(_Voice.language, key)
    if found is None and _Voice.strict:
        raise MissingWordsError(f"{key} ({_Voice.language})")
    return found or _lookup(LANGUAGES[0], key) or key


def _lookup(language: str, key: str) -> str | None:
    area, _, rest = key.partition(".")
    if area in _GAMES:
        area += "." + rest.partition(".")[0]
    return catalogue(language, area).get(key)


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
        key = f"{prefix}.{name}"
        pairs += _flat(key, branch) if isinstance(branch, dict) else [(key, str(branch))]
    return pairs
