"""Whether a table's games are rated, as a line of a form, and what that means."""

from collections.abc import Mapping
from typing import Final

from triqueta_tui.locale import say
from triqueta_tui.widgets.form import Line

_YES_NO: Final = ("yes", "no")


def rated_line(rated: bool | None) -> list[Line]:
    """The choice; no line where the server knows of no ratings."""
    if rated is None:
        return []
    words = tuple(say(f"rooms.{answer}") for answer in _YES_NO)
    return [Line("rated", say("ratings.label"), _YES_NO, words, "yes" if rated else "no")]


def rated_in(values: Mapping[str, str]) -> bool | None:
    """Whether a filled-in form wants rated games; None if it does not ask."""
    return values["rated"] == "yes" if "rated" in values else None


def rated_now(now: Mapping[str, str], before: bool | None) -> bool:
    """The same while it is being filled in: some lines make no sense for a game that counts."""
    return before is not None and now.get("rated", "yes" if before else "no") == "yes"


def rated_caution(values: Mapping[str, str]) -> str:
    """What follows from rated games; empty if they are not."""
    if not rated_in(values):
        return ""
    clock = [say("ratings.needs_clock")] if values.get("clock") == "none" else []
    return " ".join([say("ratings.caution"), *clock])
