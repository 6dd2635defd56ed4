"""Which dialect is spoken, and how two programs find out whether they understand each other."""

from collections.abc import Iterable
from typing import Final

from protocol.games import VOCABULARIES

PROTOCOL: Final = 1
"""The protocol number this program speaks."""

OLDEST: Final = 1
"""The oldest protocol number this program still understands."""

BOT: Final = "bot"
"""The word of a client that is a program without a person: it plays like a player and is shown as a bot."""

ARCHIVE: Final = "archive"
"""The word of a server that answers requests about finished games."""

RATED: Final = "rated"
"""The word of a client that shows whether a game is rated."""

ANSWERED: Final = "answered"
"""The word of a client that finds the answer to a decision in the event that tells of it."""

_FEATURES: Final = (
    "chat",
    "watch",
    "clock",
    "resume",
    "substitute",
    "coach",
    ARCHIVE,
    RATED,
    "series",
    ANSWERED,
)


def capabilities() -> tuple[str, ...]:
    """What this program can do beyond the bare protocol: its games and some features.

    A leading ``+`` marks what the other side must know.
    """
    return (*(f"{one.game}/{one.version}" for one in VOCABULARIES.values()), *_FEATURES)


def server_capabilities() -> tuple[str, ...]:
    """The words of a server: it knows those of its clients, too."""
    return (*capabilities(), BOT)


def missing_capability(theirs: Iterable[str], ours: Iterable[str]) -> str | None:
    """The first word that one side insists on (``+word``) and the other does not know."""
    their_words, our_words = list(theirs), list(ours)
    for insisting, knowing in ((their_words, our_words), (our_words, their_words)):
        known = {word.removeprefix("+") for word in knowing}
        for word in insisting:
            if word.startswith("+") and word[1:] not in known:
                return word[1:]
    return None
