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
        r"\bdoors?\b|\bthis house\b": "gateway, or the way in: SSH, browser",
        r"\bmarked (game|line|bot|seat|player|stone)|\b[Mm]ark (a|the|another)\b": "selected, select",
        r"\bforg[eo]t(ten)? (me|you)\b|\bare forgotten\b": "delete my data",
        r"\btaken? back a decision|^take back$|^Take back$": "undo",
        r"\bscore pad\b|\bfinal sheet\b|\bsheet of the last\b": "scoresheet",
        r"\bplays? on for\b|\bsat in\b|\bsit in\b|\bstand-in\b": "a bot fills in",
        r"\bget(s)? up\b|\bgot up\b": "leave",
        r"(?<!{)\b([Ll]ay|[Ll]aid|[Ll]ays)\b": "place (tokens, stones), play (cards)",
        r"\bmay lie\b": "can go",
        r"\bthe own\b": "your own, their own",
        r"\bwhoever\b|\bWhoever\b": "the noun: player, host, guest, watcher",
        r"\banybody\b|\beverybody\b|\bEverybody\b|\bAnybody\b|\bSomebody\b": "anyone, everyone, someone",
        r"\banew\b|\breckon|\bfor good\b": "again, calculate, permanently",
        r"\bcomes into question\b": "possible",
        r"\b[Dd]raw(ing)? on(?! it|\.)": "keep drawing",
        r"\bin no network\b": "not on a network",
        r"\btime(s)? is begun\b|\bbegins the (game|numbers)\b|\bBegin the game\b": "start",
        r"\bin points it promises\b|\bworth a thought\b": "Worth about … points more",
        r"\breview by expert\b": "expert review",
        r" …": "no space before …",
        r"\w'\w": "’",
        r"\d %|} %": "33%",
        r"}\.,": "#4",
        r"\b(do|does|is|can|could|has|have|are|was)n't\b|\b[Cc]annot\b": "can’t, doesn’t, isn’t",
    },
    "de": {
        r"Startbildschirm": "Startseite",
        r"Wartezimmer": "Warteraum",
        r"Zeiger": "Cursor",
        r"\blaufende[sn]? Spiel|\bkurze[sn]? Spiel\b": "Partie",
        r"\bist das Spiel aus|\bNach dem Spiel\b|\bDieses Spiel ist\b": "Partie",
        r"Platz bleibt frei\b|Platz eine Weile frei\b": "reserviert",
        r"\bGastgeber": "Host",
        r"\bZuschauer(?!n?d)": "Zuschauende, beim Zuschauen",
        r"\bMitspieler(?!n?d)|\bSpieler(n|s)?\b|Spielerzahl": "Personen, Mitspielende, wer mitspielt",
        r"\bBesitzer|\bErbauer|\bGegner\b|\bExperten?\b": "wer …, Personen, Profis",
        r"\bGewinner|\bVerlierer|\bNutzer": "wer …, Personen",
        r"\bjede[nr]?, der\b|\bjemand(en|em)?, der\b": "Abwesende, wer …",
        r"\bDurchsicht\b|\bdurchseh": "Analyse, analysieren",
        r"\bWiederholung|\bWiedersehen": "Wiedergabe, Replays",
        r"\bmarkierte": "gewählt",
        r"\bvergiss mich|\bvergessen\b": "Daten löschen",
        r"\bTüren\b|dieses Hauses": "--ssh, --web; Server",
        r"\b(täte|nähmst|nützte|brächte|ergäbe|entstünde)\b": "würde …, or the indicative",
        r"\bWähle\b|\bSchließe\b": "Wähl, Schließ",
        r"\d %": "numbers.percent",
        r"\bTischs\b": "Tisches",
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
        r"等級分|等級賽": "積分，積分賽",
        r"悔步": "收回",
        r"(?<!一)旁觀": "觀戰",
        r"擺設": "布置",
        r"主持人|伺服器主人": "桌主，架設伺服器的人",
        r"外來電腦|(?<!由)電腦(代打|出手|速度)": "電腦玩家，外部電腦玩家",
        r"換一(張|顆)": "選別張，選別顆",
        r"(下|打)完": "玩完",
        r"複盤": "覆盤",
        r"秘|佔": "祕，占",
        r"忘記我|忘記你": "刪除我的資料",
        r"這張桌": "這張遊戲桌",
        r"標示的(對局|座位|玩家|電腦)": "選取的",
        r"先手": "第一手",
        r"(?<![…/])…(?!…)": "……",
    },
}
"""By language: what is not said, and what is said for it."""

MAINLAND = [
    "服務器",
    "軟件",
    "硬件",
    "默認",
    "信息",
    "屏幕",
    "光標",
    "剪貼板",
    "回放",
    "複盤",
    "網絡",
    "程序員",
    "註冊表",
    "文件夾",
    "菜單",
    "鼠標",
    "視頻",
    "打印",
    "數據",
    "字符",
    "界面",
    "缺省",
    "窗口",
    "激活",
    "卸載",
    "互聯網",
    "數組",
    "端口",
    "緩存",
]
"""Words of the Mainland for which Taiwan has others."""


def texts(language: str) -> Iterator[tuple[str, str]]:
    yield from words(language).items()
    for part, sentences in tomllib.loads((GATEWAYS / f"{language}.toml").read_text(encoding="utf-8")).items():
        yield from ((f"gateways.{part}.{key}", text) for key, text in sentences.items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_a_settled_word_is_called_by_it(language: str) -> None:
    found = [
        f"{key}: “{match[0]}” is called “{word}”"
        for key, text in texts(language)
        for pattern, word in SETTLED.get(language, {}).items()
        if (match := re.search(pattern, text)) and not ("牌" in pattern and key.startswith(WITH_CARDS))
    ]
    assert not found


def test_chinese_has_the_words_of_taiwan() -> None:
    found = [f"{key}: {word}" for key, text in texts("zh_Hant") for word in MAINLAND if word in text]
    assert not found
