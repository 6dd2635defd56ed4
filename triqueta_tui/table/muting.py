"""Whose chat lines the viewer does not want to read."""

from triqueta_tui.app import TriquetaApp
from triqueta_tui.locale import say
from triqueta_tui.session.feed import TableFeed
from triqueta_tui.widgets.menu import Entry
from triqueta_tui.widgets.text_panel import Question


def people(app: TriquetaApp, feed: TableFeed) -> list[str]:
    """The names of all others who can be heard at a table."""
    seated = {seat.name for seat in feed.room.seats if seat.kind == "player" and seat.player != feed.you}
    watching = set(feed.room.watchers)
    if app.session is not None and app.session.welcome is not None:
        watching.discard(app.session.welcome.name)
    return sorted(seated | watching | feed.muted)


def ask_whom_to_mute(app: TriquetaApp, feed: TableFeed) -> None:
    """Let the viewer choose one of the others, whose lines are left out from then on, or shown again."""
    named = people(app, feed)

    def answered(answer: str | None) -> None:
        if answer is not None:
            feed.muted ^= {named[int(answer)]}

    entries = [
        Entry(str(at), name, str(at + 1) if at < 9 else "", say(f"chat.mute.{_state(feed, name)}"))
        for at, name in enumerate(named)
    ]
    app.push_screen(Question(say("chat.mute.title"), say("chat.mute.text"), *entries), answered)


def _state(feed: TableFeed, name: str) -> str:
    return "muted" if name in feed.muted else "heard"
