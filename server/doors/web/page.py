"""The one page of the browser's door, in the guest's language."""

import html
import json
from pathlib import Path
from string import Template
from typing import Final

from server.doors.messages import MESSAGES, Message

_TEMPLATE: Final = Template(Path(__file__).with_name("index.html").read_text(encoding="utf-8"))

WORDS: Final = {
    "en": {
        "loading": "One moment: the forest is waking up …",
        "left": "You have left the table.",
        "lost": "The line to the game is lost. Your seat is kept; the page comes back by itself.",
        "again": "Back to the game",
        "password": "Password of this house",
        "enter": "Come in",
        "script": "The game needs JavaScript.",
    },
    "de": {
        "loading": "Einen Augenblick: Der Wald erwacht …",
        "left": "Du hast den Tisch verlassen.",
        "lost": "Die Verbindung zum Spiel ist weg. Dein Platz bleibt; die Seite kommt von selbst wieder.",
        "again": "Zurück zum Spiel",
        "password": "Passwort dieses Hauses",
        "enter": "Eintreten",
        "script": "Das Spiel braucht JavaScript.",
    },
    "zh_Hant": {
        "loading": "請稍候，森林正在甦醒……",
        "left": "你已離開牌桌。",
        "lost": "與遊戲的連線中斷了。你的座位還在，頁面會自動恢復。",
        "again": "回到遊戲",
        "password": "這裡的密碼",
        "enter": "進入",
        "script": "遊戲需要 JavaScript。",
    },
}
"""What only the page says. Why a connection has ended is in the messages of all doors."""

_TAGS: Final = {"en": "en", "de": "de", "zh_Hant": "zh-Hant"}


def page(server_name: str, language: str) -> str:
    words = {each.value: MESSAGES[language][each] for each in Message} | WORDS[language]
    return _TEMPLATE.substitute(
        language=_TAGS[language],
        title=html.escape(f"Triqueta · {server_name}"),
        words=html.escape(json.dumps(words, ensure_ascii=False), quote=True),
        **{name: html.escape(word) for name, word in WORDS[language].items()},
    )
