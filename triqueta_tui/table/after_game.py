"""What players may do together after a game: ask for another one, or leave."""

from collections.abc import Mapping

from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import SCORE_AGAIN
from triqueta_tui.commands.command import first_key
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.session.view import AnyView
from triqueta_tui.widgets.menu import Entry
from triqueta_tui.widgets.text_panel import Question


def may_ask_again(now: AnyView) -> bool:
    """Whether the viewer can ask for another game; a host can prepare it."""
    if now.replayed is not None:
        return False
    return now.hosting or (now.seat is not None and not now.room.seats[now.seat].ready)


def rematch_words(now: AnyView, keymap: Mapping[str, str]) -> list[str]:
    """Who decides about another game, and who wants one."""
    room = now.room
    if now.replayed is not None or now.solo or room.status != "over":
        return []
    words: list[str] = []
    host = next((seat.name for seat in room.seats if seat.player == room.host), None)
    if not now.hosting and host is not None:
        how = "watching" if now.seat is None else "asked" if room.seats[now.seat].ready else "waits"
        words.append(say(f"score.rematch.{how}", who=host, key=first_key(SCORE_AGAIN, keymap)))
    others = [
        seat.name
        for at, seat in enumerate(room.seats)
        if seat.kind == "player" and seat.ready and at != now.seat
    ]
    if others:
        words.append(say("score.rematch.wanted", who=listed(others)))
    return [" · ".join(words)] if words else []


def leave(app: TriquetaApp, now: AnyView) -> None:
    """Leave the table, after a question where a place in the next game is lost."""
    if now.seat is None or now.solo or not now.company:
        app.navigator.leave_table()
        return

    def answered(answer: str | None) -> None:
        if answer == "leave":
            app.navigator.leave_table()

    app.push_screen(
        Question(
            say("score.leave.title"),
            say("score.leave.text"),
            Entry("leave", say("score.leave.leave"), "l"),
            Entry("stay", say("score.leave.stay"), "s"),
            at=1,
        ),
        answered,
    )
