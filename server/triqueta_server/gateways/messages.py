"""What a gateway itself tells a guest, in the guest's language. Everything else is told by the client."""

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from triqueta_protocol.internal.languages import LANGUAGES, preferred_language
from triqueta_server.limits.declared import GuestLimits


class Message(Enum):
    """What there is to tell; the values are known to the browser's page."""

    FULL = "full"
    FULL_FROM_YOU = "full_from_you"
    IDLE = "idle"
    CLOSING = "closing"
    BROKEN = "broken"
    NO_TERMINAL = "no_terminal"
    DUMB_TERMINAL = "dumb_terminal"
    NO_COMMANDS = "no_commands"
    PASSWORD = "password"  # noqa: S105 - a question, not an answer
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - a message
    TOO_MANY_GUESSES = "too_many_guesses"


class Words(Struct, frozen=True):
    """All words of the gateways in one language."""

    message: dict[Message, str]
    page: dict[str, str]
    """What only the browser's page says."""


WORDS: Final[Mapping[str, Words]] = {
    file.stem: msgspec.toml.decode(file.read_bytes(), type=Words)
    for file in Path(__file__).with_name("locale").glob("*.toml")
}


def words_of(language: str) -> Words:
    """In English where nobody has translated the gateways yet."""
    return WORDS.get(language, WORDS[LANGUAGES[0]])


def translated(
    message: Message, environment: Mapping[str, str], limits: GuestLimits, chosen: str | None = None
) -> str:
    """The message in the language that was chosen, or else in the one that the environment asks for."""
    return words_for(chosen or preferred_language(environment), limits)[message]


def words_for(language: str, limits: GuestLimits) -> Mapping[Message, str]:
    """All messages of a gateway with these limits."""
    words = words_of(language).message
    return words | {Message.FULL_FROM_YOU: words[Message.FULL_FROM_YOU].format(limit=limits.per_address)}
