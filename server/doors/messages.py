"""What a door itself tells a guest, in the guest's language. Everything else is told by the client."""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from protocol.internal.languages import preferred_language


class Message(Enum):
    """What there is to tell; the values are known to the browser's page."""

    FULL = "full"
    FULL_FROM_YOU = "full_from_you"
    IDLE = "idle"
    CLOSING = "closing"
    BROKEN = "broken"
    NO_TERMINAL = "no_terminal"
    PASSWORD = "password"  # noqa: S105 - a question, not an answer
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - a message


MESSAGES: Final[Mapping[str, Mapping[Message, str]]] = {
    "en": {
        Message.FULL: "Every chair here is taken right now. Please come back in a little while.",
        Message.FULL_FROM_YOU: "There are already as many guests from your address as there may be.",
        Message.IDLE: "You have not pressed a key for a long time, so the line was closed. "
        "A running game keeps your seat for a while.",
        Message.CLOSING: "The server is closing. Running games are saved; come back in a moment.",
        Message.BROKEN: "The game has run into a fault of its own. Your seat is kept; please connect again.",
        Message.NO_TERMINAL: "The game needs a terminal it can draw on: ssh -t, and no command after it.",
        Message.PASSWORD: "Password of this house: ",
        Message.WRONG_PASSWORD: "That is not the password.",
    },
    "de": {
        Message.FULL: "Hier ist gerade jeder Stuhl besetzt. Bitte versuch es etwas später noch einmal.",
        Message.FULL_FROM_YOU: "Von deiner Adresse sind schon so viele Gäste da, wie es sein dürfen.",
        Message.IDLE: "Du hast lange keine Taste gedrückt, darum wurde die Verbindung beendet. "
        "Ein laufendes Spiel hält deinen Platz eine Weile frei.",
        Message.CLOSING: "Der Server macht zu. Laufende Spiele sind gesichert; komm gleich wieder.",
        Message.BROKEN: "Im Spiel ist ein Fehler passiert. Dein Platz bleibt; verbinde dich noch einmal.",
        Message.NO_TERMINAL: "Das Spiel braucht ein Terminal zum Zeichnen: ssh -t, ohne Befehl dahinter.",
        Message.PASSWORD: "Passwort dieses Hauses: ",
        Message.WRONG_PASSWORD: "Das ist nicht das Passwort.",
    },
    "zh_Hant": {
        Message.FULL: "目前座無虛席，請稍後再來。",
        Message.FULL_FROM_YOU: "從你的位址連進來的訪客已達上限。",
        Message.IDLE: "你很久沒有按鍵，連線已關閉。進行中的遊戲會暫時保留你的座位。",
        Message.CLOSING: "伺服器即將關閉。進行中的遊戲都已存檔，請稍後再回來。",
        Message.BROKEN: "遊戲發生了錯誤。你的座位還在，請重新連線。",
        Message.NO_TERMINAL: "遊戲需要能繪圖的終端機：請用 ssh -t，後面不要加指令。",
        Message.PASSWORD: "這裡的密碼：",
        Message.WRONG_PASSWORD: "密碼不正確。",
    },
}


def translated(message: Message, environment: Mapping[str, str]) -> str:
    """The message in the guest's language."""
    return MESSAGES[preferred_language(environment)][message]
