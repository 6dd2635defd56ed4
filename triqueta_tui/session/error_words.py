"""Errors between an intent and a table, and the sentence for each in the player's language."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from triqueta_protocol.errors import Code, RefusalError
from triqueta_tui.locale import knows, say


class NoServerError(Exception):
    """A server process did not start; its log says why."""

    def __init__(self, log: Path, said: str = "", status: int | None = None) -> None:
        super().__init__(said)
        self.log = log
        self.status = status
        """The exit status of the process, if it has ended by itself."""


class LinkGoneError(Exception):
    """The link is gone; ``reason`` is a ``triqueta_protocol.errors.Code`` or a key under ``link.why``."""

    def __init__(self, reason: str, detail: Mapping[str, str | int] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = dict(detail or {})


TROUBLES: Final = (RefusalError, LinkGoneError, NoServerError, TimeoutError)
"""What can go wrong between an intent and a table."""

SEAT_GONE: Final = "seat_gone"
"""Why a link is of no use: the seat that it was for is not there any more."""


def reason(code: str, detail: Mapping[str, str | int] | None = None, game: str = "") -> str:
    """The sentence for a code of the protocol, an error of a game's rules, or a key under ``link.why``."""
    why = (detail or {}).get("why")
    if code == Code.ILLEGAL_ACTION and knows(f"{game}.errors.{why}"):
        return say(f"{game}.errors.{why}")
    if code == Code.BAD_OPTIONS and knows(f"rooms.wrong_options.{why}"):
        return say(f"rooms.wrong_options.{why}")
    if code == Code.CANNOT_BE_RATED and knows(f"ratings.cannot.{why}"):
        return say(f"ratings.cannot.{why}", **(detail or {}))
    for key in (f"errors.{code}", f"link.why.{code}"):
        if knows(key):
            return say(key, **(detail or {}))
    return say("link.why.unknown", code=code)


def asks_for_password(error: Exception) -> bool:
    """Whether the error is that a password is missing or wrong."""
    return _code(error) == Code.WRONG_PASSWORD


def open_elsewhere(error: Exception) -> str | None:
    """The table that is open in another window of the same player, if that is the error."""
    if isinstance(error, RefusalError) and error.code == Code.OPEN_ELSEWHERE:
        return str(error.detail.get("table", ""))
    return None


def wants_another_name(error: Exception) -> bool:
    """Whether the error is that another player has the name."""
    return _code(error) == Code.NAME_TAKEN


def comes_too_fast(error: Exception) -> bool:
    """Whether the error is that something was tried too often in too short a time."""
    return _code(error) == Code.FLOODING


def refuses_place(error: Exception) -> bool:
    """Whether the server has answered that there is no place at the table."""
    return isinstance(error, RefusalError) or _code(error) == SEAT_GONE


def leaves_watching(error: Exception) -> bool:
    """Whether the error is about a seat only, so that one may still watch."""
    return isinstance(error, RefusalError) and error.code in {
        Code.GAME_RUNNING,
        Code.GAME_OVER,
        Code.TABLE_FULL,
    }


def _code(error: Exception) -> str:
    return error.code if isinstance(error, RefusalError) else getattr(error, "reason", "")


def explain(error: Exception) -> str:
    """The sentence for an error between an intent and a table."""
    match error:
        case RefusalError():
            return reason(error.code, error.detail)
        case LinkGoneError():
            return reason(error.reason, error.detail)
        case NoServerError():
            return reason("no_server", {"log": str(error.log)})
        case TimeoutError():
            return reason("no_answer")
        case _:
            return str(error)
