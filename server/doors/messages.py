"""What a door itself tells a guest, in the guest's language. Everything else is told by the client."""

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

LANGUAGE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name a language, the first that is set counts."""


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


class Words(Struct, frozen=True):
    """All words of the doors in one language."""

    guest: str
    """What a guest without a name is called."""
    message: dict[Message, str]
    page: dict[str, str]
    """What only the browser's page says."""


WORDS: Final[Mapping[str, Words]] = {
    file.stem: msgspec.toml.decode(file.read_bytes(), type=Words)
    for file in Path(__file__).with_name("locale").glob("*.toml")
}


def language(environment: Mapping[str, str]) -> str:
    """The language a guest's variables ask for; English if there are no messages in it."""
    wish = next((environment[name] for name in LANGUAGE_VARIABLES if environment.get(name)), "")
    word = wish.replace("-", "_").partition("_")[0].partition(".")[0].casefold()
    return {"de": "de", "zh": "zh_Hant"}.get(word, "en")


def translated(message: Message, environment: Mapping[str, str]) -> str:
    return WORDS[language(environment)].message[message]
