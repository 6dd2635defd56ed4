"""What a player's own screen showed while a game was played, to hold a replay against it."""

from typing import Any

from msgspec import Struct
from textual.pilot import Pilot
from textual.screen import Screen

from protocol.mirror import Mirror
from tests.triqueta_tui.games.playing import BareApp
from tests.triqueta_tui.replay.recorded import GAMES, played
from tests.triqueta_tui.replay.watching import boards
from triqueta_tui.replay.recording import Recording
from triqueta_tui.replay.table import _NoKeys

Shown = tuple[str, list[str]]
"""The boards, and the sentences of the log."""


async def played_live(pilot: Pilot[None], game: str, recording: Recording, stride: int) -> dict[int, Shown]:
    """What was shown at every so many steps, with the cursor where the player decided."""
    app, seat = pilot.app, recording.head.seat
    assert isinstance(app, BareApp)
    assert seat is not None
    table = GAMES[game](3, seat, "a quiet wood")
    shown: dict[int, Shown] = {}
    kind: Any = without_cards(app.games[game].load_table())
    screen = kind(table.mirror)
    await app.push_screen(screen)
    await pilot.pause()
    table.hear.append(screen.show)

    def look(step: int) -> None:
        screen.show_decision(recording.decision(step, seat))
        screen.draw_choices()
        shown[step] = boards(screen), [*screen.log_book.sentences]

    table.tell([table.began])
    look(0)
    for step, (mover, action) in enumerate(played(game).decisions, 1):
        table.act(mover, action)
        if step % stride == 0 or step == recording.last:
            look(step)
    return shown


def without_cards(table: type[Screen[Any]]) -> type[Screen[Any]]:
    """A live table below whose cards can be looked: nothing is drawn while one lies on top."""

    class Quiet(table):  # type: ignore[misc, valid-type]  # any game's table
        def show_overlays(self, now: Any, happenings: tuple[Struct, ...]) -> None:
            """No cards."""

        def open_once(self, *_: Any) -> None:
            """No cards."""

        def draw_choices(self) -> None:
            if self.now is not None:
                self.draw_marks(self.now, _NoKeys({}))

        def show(self, mirror: Mirror, happenings: tuple[Struct, ...]) -> None:
            super().show(mirror, happenings)
            self.renew(self.now)

    Quiet.__name__, Quiet.__module__ = table.__name__, table.__module__
    Quiet._css_type_names = table._css_type_names
    return Quiet
