"""What a rated game has done to the ratings of those who played it, in words."""

from typing import Final

from rich.cells import cell_len

from protocol.events import RatingChange
from triqueta_tui.locale import say
from triqueta_tui.table.view_model import AnyView

_ONE_LINE: Final = 76
"""Cells that fit into a line of most terminals."""


def rating_words(now: AnyView) -> list[str]:
    """The own rating and the others', in one line if they fit into it; none if the game was not rated."""
    changes = list(enumerate(now.room.rating_changes))
    own = [say("ratings.own", **_numbers(one)) for seat, one in changes if one and seat == now.seat]
    others = [
        say("ratings.other", who=now.names[seat], **_numbers(one))
        for seat, one in changes
        if one and seat != now.seat
    ]
    rest = [say("log.comma").join(others)] if others else []
    whole = " · ".join(own + rest)
    return [whole] if whole and cell_len(whole) <= _ONE_LINE else own + rest


def rating_brief(now: AnyView) -> list[str]:
    """The own rating alone, where there is little room."""
    changes = enumerate(now.room.rating_changes)
    return [say("ratings.brief", **_numbers(one)) for seat, one in changes if one and seat == now.seat]


def _numbers(change: RatingChange) -> dict[str, str | int]:
    difference = change.after - change.before
    sign = "+" if difference > 0 else "−" if difference < 0 else "±"
    return {"after": change.after, "change": f"{sign}{abs(difference)}"}
