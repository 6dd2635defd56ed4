"""Who may come to a table, as lines of a form, and the requests that follow from it."""

from collections.abc import Mapping
from typing import Any, Final

from protocol.events import Room
from protocol.requests import KickWatcher, Lock, TableRequest
from triqueta_tui.locale import say
from triqueta_tui.widgets.form import Line

DOOR_LINES: Final = frozenset({"door", "password", "send_away"})
"""The names of these lines, on a form that has others."""

_WHO: Final = ("anybody", "password", "nobody")


def door_lines(room: Room, now: Mapping[str, str]) -> list[Line]:
    """The form for a table's door; whoever watches can be sent away on it."""
    words = tuple(say(f"rooms.door.{who}") for who in _WHO)
    before = "nobody" if room.nobody_new else "password" if room.locked else "anybody"
    lines = [Line("door", say("rooms.door.who"), _WHO, words, before)]
    if now.get("door", before) == "password":
        hint = say("rooms.door.same" if room.locked else "rooms.door.missing")
        lines.append(Line("password", say("rooms.password"), secret=True, hint=hint))
    if room.watchers:
        names = ("", *room.watchers)
        words = (say("rooms.door.no_watcher"), *room.watchers)
        lines.append(Line("send_away", say("rooms.door.send_away"), names, words, ""))
    return lines


def door_requests(room: Room, values: Mapping[str, str]) -> list[tuple[type[TableRequest], dict[str, Any]]]:
    """What to ask for so that the door is as a form says: nothing, if it is so already."""
    who, password = values["door"], values.get("password", "")
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
