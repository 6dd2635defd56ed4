"""The environment of a guest's client, from what SSH tells about the guest's terminal."""

import re
from collections.abc import Mapping
from typing import Final

from protocol.internal.languages import LANGUAGE_VARIABLES

_CHARACTERS: Final = ("LC_ALL", "LC_CTYPE", "LANG")
_PASSED_ON: Final = (*LANGUAGE_VARIABLES, "COLORTERM", "NO_COLOR")
_HARMLESS: Final = re.compile(r"[A-Za-z0-9_.@:+-]{1,64}")


def client_environment(term: str, sent: Mapping[str, str]) -> dict[str, str]:
    """The few variables that a guest's client gets: only these names, and only harmless values."""
    kept = {name: sent[name] for name in _PASSED_ON if _HARMLESS.fullmatch(sent.get(name, ""))}
    return {"TERM": term if _HARMLESS.fullmatch(term) else "xterm", **kept}


def speaks_utf8(sent: Mapping[str, str]) -> bool:
    """Whether the terminal shows more than ASCII. Terminals that do not say so mostly do."""
    wish = next((sent[name] for name in _CHARACTERS if sent.get(name)), "")
    if wish in {"C", "POSIX"}:
        return False
    _, named, codeset = wish.partition(".")
    return not named or codeset.partition("@")[0].replace("-", "").casefold() == "utf8"
