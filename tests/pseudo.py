"""A language that nobody speaks: English with accents and half as long again.

It shows texts that are not from the catalogues, and those that have no room to be longer in another
language. ``python -m tests.pseudo FOLDER`` writes its catalogue; the name of that folder in ``LANGUAGES``
makes it one of the languages of the program.
"""

import re
import sys
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.triqueta_tui.locale.catalogues import words
from triqueta_tui import locale
from triqueta_tui.game import PACKAGES, Games

LONGER: Final = 0.4
"""What German or French take more than English, for all but the shortest words."""
BEGIN: Final = "⟦"
END: Final = "⟧"
"""Around every sentence: one that was cut lacks its end."""

_ACCENTS: Final = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ")
_FIXED: Final = re.compile(r"(\{[^}]*\}|\[/?b\]|\s+)")
"""Gaps, marks and spaces stay as they are."""


def pseudo(text: str) -> str:
    """A sentence in the language."""
    words = (part if _FIXED.fullmatch(part) else _word(part) for part in _FIXED.split(text) if part)
    return f"{BEGIN}{''.join(words)}{END}" if re.search("[A-Za-z]{3}", _FIXED.sub("", text)) else text


def _word(word: str) -> str:
    letters = sum(map(str.isalpha, word))
    head = word.rstrip(".,:;?!…”)")
    longer = "ö" * round(LONGER * letters)
    return head.translate(_ACCENTS) + longer + word[len(head) :].replace("…", "...")


def speak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the English catalogue in the language while a test runs."""
    real = locale.sentences
    words("en")  # what tests know of the catalogue stays English

    @cache
    def sentences(language: str, file: str, area: str) -> dict[str, str]:
        return {key: pseudo(text) for key, text in real(language, file, area).items()}

    monkeypatch.setattr(locale, "sentences", sentences)


def write(folder: Path) -> int:
    """Write the catalogue; returns the number of its sentences."""
    games = {game.name for game in Games(PACKAGES)}
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for file in (locale.FOLDER / "en").glob("*.toml"):
        name = file.stem.removesuffix("_rules")
        areas: dict[str, list[str]] = {}
        for key, text in locale.catalogue("en", file.stem).items():
            area, _, rest = key.removeprefix(f"{name}." if name in games else "").partition(".")
            areas.setdefault(area, []).append(f"{rest} = {_quoted(pseudo(text))}\n")
            count += 1
        written = "\n".join(f"[{area}]\n{''.join(lines)}" for area, lines in areas.items())
        (folder / file.name).write_text(written, encoding="utf-8")
    return count


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


if __name__ == "__main__":
    print(write(Path(sys.argv[1])), "sentences")
