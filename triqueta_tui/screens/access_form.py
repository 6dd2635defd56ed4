"""A table's access as lines of a form, and the requests to change it."""

from collections.abc import Mapping
from typing import Any, Final

from triqueta_protocol.events import Room
from triqueta_protocol.requests import KickWatcher, Lock, TableRequest
from triqueta_tui.locale import say
from triqueta_tui.widgets.form import Line

ACCESS_LINES: Final = frozenset({"access", "password", "send_away"})
"""The names of these lines within a longer form."""

_WHO: Final = ("anybody", "password", "nobody")


def access_lines(room: Room, now: Mapping[str, str]) -> list[Line]:
    """The form for a table's access, which can also remove watchers."""
    words = tuple(say(f"rooms.access.{who}") for who in _WHO)
    before = "nobody" if room.nobody_new else "password" if room.locked else "anybody"
    lines = [Line("access", say("rooms.access.who"), _WHO, words, before)]
    if now.get("access", before) == "password":
        hint = say("rooms.access.same" if room.locked else "rooms.access.missing")
        lines.append(Line("password", say("rooms.password"), secret=True, hint=hint))
    if room.watchers:
        names = ("", *room.watchers)
        words = (say("rooms.access.no_watcher"), *room.watchers)
        lines.append(Line("send_away", say("rooms.access.send_away"), names, words, ""))
    return lines


def lacks_password(room: Room, values: Mapping[str, str]) -> bool:
    """Whether a password is to keep strangers out, and there is none."""
    return values["access"] == "password" and not room.locked and not values.get("password")


def access_requests(room: Room, values: Mapping[str, str]) -> list[tuple[type[TableRequest], dict[str, Any]]]:
    """The requests that change the access to a form's; none if it is the same."""
    who, password = values["access"], values.get("password", "")
    changes: dict[str, Any] = {}
    if (who == "nobody") != room.nobody_new:
        changes["nobody_new"] = who == "nobody"
    if who == "password" and password:
        changes["password"] = password
    elif who == "anybody" and room.locked:
        changes["password"] = None
    asked: list[tuple[type[TableRequest], dict[str, Any]]] = [(Lock, changes)] if changes else []
    if values.get("send_away"):
        asked.append((KickWatcher, {"name": values["send_away"]}))
    return asked
