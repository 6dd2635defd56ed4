"""Fetches finished games from the connected server, and shows them as a replay or with an expert's review."""

import sys
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from textual.screen import Screen

from triqueta_protocol.archive import GamesFound
from triqueta_protocol.mirror import UnknownGameError
from triqueta_protocol.requests import ImportGame
from triqueta_tui.app import TriquetaApp
from triqueta_tui.archive.asking import find
from triqueta_tui.locale import say
from triqueta_tui.review.screen import ReviewScreen
from triqueta_tui.session.error_words import TROUBLES, explain, reason
from triqueta_tui.session.intents import ReplayFile
from triqueta_tui.session.recorded_feed import RecordedFeed, Recording
from triqueta_tui.table.screen import TableScreen

_THE_END: Final = sys.maxsize
"""A step beyond all others."""
_WAIT_UNSAID: Final = 0.5
"""Seconds of waiting after which the player is told what for."""
_SAID_FOR: Final = 1.5
"""Seconds for which that is shown."""


async def show_replay(app: TriquetaApp, game: str, *, at: int = 0, decisive: int | None = None) -> None:
    """Show the first part as soon as it has come, over what is shown now, and fetch the others meanwhile."""
    recording = await _fetch(app, game)
    if recording is None:
        return
    feed = _feed(app, recording, at=at, decisive=decisive)
    screen = TableScreen(feed, app.games[feed.room.game])
    await app.navigator.screens.show_over(screen)
    await _fetch_rest(app, recording, screen, feed.grow)


async def show_file(app: TriquetaApp, intent: ReplayFile, close: Callable[[], Awaitable[None]]) -> None:
    """Show the game of a file in place of all others; raises ``RefusalError``.

    ``close`` is what closing it does: the person came for nothing else.
    """
    found = await find(app, ImportGame, file=intent.data, keep=False)
    games = found.games if isinstance(found, GamesFound) else ()
    recording = await _fetch(app, games[0].id) if games else None
    if recording is None:
        return
    feed = _feed(app, recording)
    screen = TableScreen(feed, app.games[feed.room.game], close)
    await app.navigator.screens.show_alone(screen)
    await _fetch_rest(app, recording, screen, feed.grow)


async def show_result(app: TriquetaApp, game: str, close: Callable[[], Awaitable[None]]) -> bool:
    """Show how a game ended, in place of all other screens; ``close`` is what closing it does.

    Returns False if the game cannot be had; the person knows why.
    """
    recording = await _fetch(app, game)
    if recording is None:
        return False
    feed = _feed(app, recording, at=_THE_END)
    screen = TableScreen(feed, app.games[feed.room.game], close)
    await app.navigator.screens.show_alone(screen)
    await _fetch_rest(app, recording, screen, feed.grow)
    if screen.replay_bar is not None:
        screen.replay_bar.action_replay_result()
    return True


async def show_review(app: TriquetaApp, game: str) -> None:
    """Let an expert go through a game, over what is shown now; a review that is open already comes back."""
    screens = app.navigator.screens
    reviews = (one for one in app.screen_stack if isinstance(one, ReviewScreen))
    if open_one := next((one for one in reviews if one.reviews == game), None):
        # The replay was opened from it.
        await screens.close_above(open_one)
        return
    recording = await _fetch(app, game)
    if recording is None:
        return
    played = app.games[recording.head.room.game]
    screen = ReviewScreen(recording, played.load_table(), say("review.title", game=played.title))
    await screens.show_over(screen)
    await _fetch_rest(app, recording, screen, screen.take)


def _feed(
    app: TriquetaApp, recording: Recording, *, at: int = 0, decisive: int | None = None
) -> RecordedFeed:
    parts = app.games[recording.head.room.game].load_table()
    return RecordedFeed(
        recording, at=at, decisive=decisive, round_starts=parts.round_starts, standing=parts.standing
    )


async def _fetch(app: TriquetaApp, game: str) -> Recording | None:
    """The first part of a finished game; None if it cannot be had, and the person knows why."""

    def say_what_for() -> None:
        app.notify(say("replay.fetching"), timeout=_SAID_FOR, markup=False)

    patience = app.set_timer(_WAIT_UNSAID, say_what_for)
    try:
        return await Recording.fetch(partial(find, app), game)
    except TROUBLES as error:
        app.notify(explain(error), severity="error", markup=False)
    except UnknownGameError as unknown:
        words = reason("unknown_table_game", {"game": unknown.game})
        app.notify(words, severity="error", timeout=15, markup=False)
    finally:
        patience.stop()
    return None


async def _fetch_rest(
    app: TriquetaApp, recording: Recording, screen: Screen[Any], grown: Callable[[], object]
) -> None:
    def show() -> bool:
        grown()
        return screen in app.navigator.screens

    try:
        await recording.fetch_rest(partial(find, app), show)
    except TROUBLES as error:
        app.notify(explain(error), severity="error", markup=False)
