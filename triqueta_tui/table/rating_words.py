"""What a rated game has done to the ratings of those who played it, in words."""

from triqueta_tui.locale import say
from triqueta_tui.table.view_model import AnyView


def rating_words(now: AnyView) -> list[str]:
    """A line about the own rating, and one about the others'; none if the game was not rated."""
    own: list[str] = []
    others: list[str] = []
    for seat, change in enumerate(now.room.rating_changes):
        if change is None:
            continue
        difference = change.after - change.before
        sign = "+" if difference > 0 else "−" if difference < 0 else "±"
        said = {"after": change.after, "change": f"{sign}{abs(difference)}"}
        if seat == now.seat:
            own.append(say("ratings.own", **said))
        else:
            others.append(say("ratings.other", who=now.names[seat], **said))
    return own + ([say("log.comma").join(others)] if others else [])
