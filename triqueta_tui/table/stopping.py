"""Questions about a game that stops for tonight."""

from triqueta_protocol.events import Room
from triqueta_tui.locale import say
from triqueta_tui.session.view import AnyView
from triqueta_tui.widgets.menu import Entry
from triqueta_tui.widgets.text_panel import Question


def may_stop(room: Room) -> bool:
    """Whether a player may stop the game that runs at the table."""
    settings = room.settings
    return room.status == "playing" and settings.sleep_days > 0 and not settings.rated


class StopOrLeave(Question):
    """How to leave a running game; the result is ``stop``, ``leave`` or ``stay``."""

    def __init__(self, *, company: bool) -> None:
        """``company``: whether other people play."""
        super().__init__(
            say("table.stop.title"),
            say("table.stop.company" if company else "table.stop.alone"),
            Entry("stop", say("table.stop.stop"), "s"),
            Entry("leave", say("table.stop.leave"), "l"),
            Entry("stay", say("table.stop.stay"), "n"),
        )


class Stopped(Question):
    """What to do at a table whose game sleeps; the result is ``home`` or ``go_on``."""

    def __init__(self, now: AnyView) -> None:
        super().__init__(
            say("table.stopped.title"),
            say("table.stopped.text", what=stopped_words(now)),
            Entry("home", say("table.stopped.home"), "h"),
            Entry("go_on", say("table.stopped.go_on"), "p"),
        )


def stopped_words(now: AnyView) -> str:
    """Who has stopped the game."""
    asleep = now.room.asleep
    if asleep is None or asleep.seat is None:
        return say("log.all_gone")
    return say("log.fell_asleep", who=now.subject(asleep.seat))
