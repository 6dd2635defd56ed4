"""The catalogues as data, and which of their keys the program asks for."""

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import triqueta_tui
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.keymap import every_command
from triqueta_tui.locale import FOLDER, LANGUAGES, catalogue
from triqueta_tui.locale.plurals import CATEGORIES

CLIENT = Path(triqueta_tui.__file__).parent
GAMES = Games(PACKAGES)
OF_EVERY_GAME = (
    "game.name",
    "game.summary",
    "game.motto",
    "rules.title",
    "rules.motto",
    "score.promise_kept",
    "score.promise_broken",
)
"""Keys that follow the name of a game wherever the program speaks of games."""
SPEAKERS = {"say", "plural", "knows"}


def files() -> list[str]:
    """The names of all catalogue files of any language."""
    return sorted({file.stem for file in FOLDER.glob("*/*.toml")})


@cache
def words(language: str) -> dict[str, str]:
    """Every sentence of a language by its key."""
    return {key: text for file in files() for key, text in catalogue(language, file).items()}


def section(language: str, area: str) -> dict[str, str]:
    """The sentences of an area such as ``chat`` or ``triche.guided``."""
    return {key: text for key, text in words(language).items() if key.startswith(f"{area}.")}


def keys() -> set[str]:
    """Every key that any language has."""
    return {key for language in LANGUAGES for key in words(language)}


def gaps(sentence: str) -> set[str]:
    """The names of the gaps of a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def meaning(key: str) -> str:
    """What the program asks for to get this key: a plural is asked for without its form."""
    return re.sub(rf"\.({'|'.join(CATEGORIES)})$", "", key)


@cache
def plurals() -> set[str]:
    """What has a form for each kind of number: in English one for 1."""
    return {
        meaning(key) for key in words("en") if key.endswith(".one") and f"{meaning(key)}.other" in words("en")
    }


def form(key: str) -> str | None:
    """The plural category of a key, if it has one."""
    name = meaning(key)
    return key.removeprefix(f"{name}.") if name != key and name in plurals() else None


def asked_for() -> tuple[set[str], list[re.Pattern[str]]]:
    """The keys that stand in the program, and a pattern for each key that it puts together."""
    exact: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for file in CLIENT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                exact.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                patterns += _pattern(node)
    for command in every_command(GAMES):
        name = command.id.partition(".")[2]
        exact |= {f"{command.area}.commands.{name}.word", f"{command.area}.commands.{name}.help"}
    for game in GAMES:
        exact |= {f"{game.name}.{key}" for key in OF_EVERY_GAME}
        patterns.append(
            re.compile(
                rf"{game.name}\.((errors|set_up\.wrong|score\.slips|practice\.question)\.\w+"
                r"|score\.(tie_break|decisive)|practice\.about)"
            )
        )
    return exact, patterns


def spoken() -> Iterator[tuple[Path, int, str]]:
    """Each place where the program says a sentence whose key stands there in full."""
    for file in CLIENT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPEAKERS:
                key = node.args[0]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield file, node.lineno, key.value


@cache
def _asking() -> tuple[dict[str, list[str]], list[tuple[re.Pattern[str], str]]]:
    """The texts of the program with their places, and the patterns of those that it puts together."""
    exact: dict[str, list[str]] = {}
    patterns: list[tuple[re.Pattern[str], str]] = []
    for file in CLIENT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                exact.setdefault(node.value, []).append(f"{file.relative_to(CLIENT.parent)}:{node.lineno}")
            elif isinstance(node, ast.JoinedStr):
                place = f"{file.relative_to(CLIENT.parent)}:{node.lineno}"
                patterns += [(one, place) for one in _pattern(node, for_games=True)]
    return exact, patterns


def places(key: str) -> list[str]:
    """Where the program asks for a key: in full, by its command, or by a pattern that it puts together."""
    exact, patterns = _asking()
    command = re.sub(r"^(\w+)\.commands\.(\w+)\.(word|help)$", r"\1.\2", key)
    names = {key, meaning(key), command}
    written = [place for name in names for place in exact.get(name, [])]
    return written or [place for one, place in patterns if any(map(one.fullmatch, names))]


def parsed(language: str, file: str) -> dict[str, Any]:
    """A catalogue file as it is."""
    return tomllib.loads((FOLDER / language / f"{file}.toml").read_text(encoding="utf-8"))


def _pattern(node: ast.JoinedStr, *, for_games: bool = False) -> list[re.Pattern[str]]:
    parts = [
        re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else r"[\w.]+"
        for part in node.values
    ]
    fixed = "".join(
        part.value for part in node.values if isinstance(part, ast.Constant) and isinstance(part.value, str)
    )
    if for_games and re.match(r"\.[a-z_]+", fixed) and parts[0] == r"[\w.]+":
        return [re.compile(f"({'|'.join(game.name for game in GAMES)}){''.join(parts[1:])}")]
    # "errors.{code}" names its area; "{one}.{other}" could be anything and proves nothing.
    return [re.compile("".join(parts))] if re.match(r"[a-z_]+\.", fixed) else []
