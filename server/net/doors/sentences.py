"""What a door itself says to a guest, in the guest's language. Everything else is said by the client."""

from collections.abc import Mapping
from enum import Enum
from typing import Final

_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


class Sentence(Enum):
    """What there is to say."""

    FULL = "full"
    FULL_FROM_YOU = "full_from_you"
    IDLE = "idle"
    CLOSING = "closing"
    BROKEN = "broken"
    NO_TERMINAL = "no_terminal"
    PASSWORD = "password"  # noqa: S105 - a question, not an answer
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - a sentence


SENTENCES: Final[Mapping[str, Mapping[Sentence, str]]] = {
    "en": {
        Sentence.FULL: "Every chair here is taken right now. Please come back in a little while.",
        Sentence.FULL_FROM_YOU: "There are already as many guests from your address as there may be.",
        Sentence.IDLE: "You have not pressed a key for a long time, so the line was closed. "
        "A running game keeps your seat for a while.",
        Sentence.CLOSING: "The server is closing. Running games are saved; come back in a moment.",
        Sentence.BROKEN: "The game has run into a fault of its own. Your seat is kept; please connect again.",
        Sentence.NO_TERMINAL: "The game needs a terminal it can draw on: ssh -t, and no command after it.",
        Sentence.PASSWORD: "Password of this house: ",
        Sentence.WRONG_PASSWORD: "That is not the password.",
    },
    "de": {
        Sentence.FULL: "Hier ist gerade jeder Stuhl besetzt. Bitte versuch es etwas später noch einmal.",
        Sentence.FULL_FROM_YOU: "Von deiner Adresse sind schon so viele Gäste da, wie es sein dürfen.",
        Sentence.IDLE: "Du hast lange keine Taste gedrückt, darum wurde die Verbindung beendet. "
        "Ein laufendes Spiel hält deinen Platz eine Weile frei.",
        Sentence.CLOSING: "Der Server macht zu. Laufende Spiele sind gesichert; komm gleich wieder.",
        Sentence.BROKEN: "Im Spiel ist ein Fehler passiert. Dein Platz bleibt; verbinde dich noch einmal.",
        Sentence.NO_TERMINAL: "Das Spiel braucht ein Terminal zum Zeichnen: ssh -t, ohne Befehl dahinter.",
        Sentence.PASSWORD: "Passwort dieses Hauses: ",
        Sentence.WRONG_PASSWORD: "Das ist nicht das Passwort.",
    },
    "zh_Hant": {
        Sentence.FULL: "目前座無虛席，請稍後再來。",
        Sentence.FULL_FROM_YOU: "從你的位址連進來的訪客已達上限。",
        Sentence.IDLE: "你很久沒有按鍵，連線已關閉。進行中的遊戲會暫時保留你的座位。",
        Sentence.CLOSING: "伺服器即將關閉。進行中的遊戲都已存檔，請稍後再回來。",
        Sentence.BROKEN: "遊戲發生了錯誤。你的座位還在，請重新連線。",
        Sentence.NO_TERMINAL: "遊戲需要能繪圖的終端機：請用 ssh -t，後面不要加指令。",
        Sentence.PASSWORD: "這裡的密碼：",
        Sentence.WRONG_PASSWORD: "密碼不正確。",
    },
}


def language(environment: Mapping[str, str]) -> str:
    """The language a guest's variables ask for; English if it is none of those spoken here."""
    wish = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    word = wish.replace("-", "_").partition("_")[0].partition(".")[0].casefold()
    return {"de": "de", "zh": "zh_Hant"}.get(word, "en")


def say(sentence: Sentence, environment: Mapping[str, str]) -> str:
    """The sentence in the guest's language."""
    return SENTENCES[language(environment)][sentence]
