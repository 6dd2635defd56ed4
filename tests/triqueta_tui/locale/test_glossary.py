"""One word for one thing, in the client and at the gateways: those that were settled against stay away."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import triqueta_server.gateways
from tests.triqueta_tui.locale.catalogues import words
from triqueta_tui.locale import LANGUAGES

WITH_CARDS = ("triche.",)
"""Areas of games in which there are cards: words for these are right there."""

GATEWAYS = Path(triqueta_server.gateways.__file__).parent / "locale"

SETTLED = {
    "en": {
        r"\blook(s|ing)? on\b|shoulder": "watch",
        r"\b(un)?linked\b|\bno link\b": "connected, not connected",
        r"\bevicted\b": "You took this seat in another window",
        r"^What happened$": "log",
    },
    "de": {
        r"Startbildschirm": "Startseite",
        r"Wartezimmer": "Warteraum",
        r"Zeiger": "Cursor",
        r"\blaufende[sn]? Spiel": "Partie",
        r"Platz bleibt frei\b|Platz eine Weile frei\b": "reserviert",
    },
    "zh_Hant": {
        r"牌桌": "遊戲桌",
        r"翻牌": "翻開",
        r"牌序": "順序",
        r"首頁": "主畫面",
        r"盒子": "盒中",
        r"此路不通": "無法連線",
        r"三個(同|動物|一樣)": "三隻",
        r"梟": "貓頭鷹",
    },
}


def texts(language: str) -> Iterator[tuple[str, str]]:
    yield from words(language).items()
    for part, sentences in tomllib.loads((GATEWAYS / f"{language}.toml").read_text(encoding="utf-8")).items():
        yield from ((f"gateways.{part}.{key}", text) for key, text in sentences.items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_a_settled_word_is_called_by_it(language: str) -> None:
    found = [
        f"{key}: “{match[0]}” is called “{word}”"
        for key, text in texts(language)
        for pattern, word in SETTLED[language].items()
        if (match := re.search(pattern, text)) and not ("牌" in pattern and key.startswith(WITH_CARDS))
    ]
    assert not found
