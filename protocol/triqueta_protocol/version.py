"""The protocol version, and how two programs find out whether they are compatible."""

from collections.abc import Iterable
from typing import Final

from triqueta_protocol.games import VOCABULARIES

PROTOCOL: Final = 1
"""The protocol number of this program."""

OLDEST: Final = 1
"""The oldest protocol number that this program supports."""

BOT: Final = "bot"
"""The capability of a client without a person: it plays like a player and is shown as a bot."""


def capabilities() -> tuple[str, ...]:
    """What this program can do beyond the bare protocol: the games that it knows.

    A leading ``+`` marks what the other side must support.
    """
    return tuple(f"{one.game}/{one.version}" for one in VOCABULARIES.values())


def server_capabilities() -> tuple[str, ...]:
    """The capabilities of a server, which include those of its clients."""
    return (*capabilities(), BOT)


def missing_capability(theirs: Iterable[str], ours: Iterable[str]) -> str | None:
    """The first capability that one side requires (``+word``) and the other does not have."""
    their_words, our_words = list(theirs), list(ours)
    for insisting, knowing in ((their_words, our_words), (our_words, their_words)):
        known = {word.removeprefix("+") for word in knowing}
        for word in insisting:
            if word.startswith("+") and word[1:] not in known:
                return word[1:]
    return None
