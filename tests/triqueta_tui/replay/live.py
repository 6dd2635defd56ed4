"""What a player's own screen showed while a game was played, to hold a replay against it."""

from msgspec import Struct
from textual.pilot import Pilot

from tests.triqueta_tui.games.playing import BareApp, PromptTable
from tests.triqueta_tui.replay.recorded import GAMES, played
from tests.triqueta_tui.replay.watching import boards
from triqueta_tui.session.feed import Change
from triqueta_tui.session.recorded_feed import Recording
from triqueta_tui.table.prompt import NoKeys

Shown = tuple[str, list[str]]
"""The boards, and the sentences of the log."""


async def played_live(pilot: Pilot[None], game: str, recording: Recording, stride: int) -> dict[int, Shown]:
    """What was shown at every so many steps, with the cursor where the player decided."""
    app, seat = pilot.app, recording.head.seat
    assert isinstance(app, BareApp)
    assert seat is not None
    table = GAMES[game](3, seat, "a quiet wood")
    shown: dict[int, Shown] = {}
    screen = QuietTable(table.feed, app.games[game])
    await app.push_screen(screen)
    await pilot.pause()

    def look(step: int) -> None:
        screen.board.show_decision(recording.decision(step, seat))
        screen.draw_choices()
        shown[step] = boards(screen), [*screen.table_log.sentences]

    table.tell([table.began])
    look(0)
    for step, (mover, action) in enumerate(played(game).decisions, 1):
        table.act(mover, action)
        if step % stride == 0 or step == recording.last:
            look(step)
    return shown


class QuietTable(PromptTable):
    """A live table without dialogs, below which nothing is drawn."""

    def follow(self, change: Change) -> None:
        super().follow(change)
        self._renew()

    def show_dialogs(self, events: tuple[Struct, ...] = ()) -> None:
        """None."""

    def draw_choices(self) -> None:
        if self.now is not None:
            self.board.draw_view(self.now)
            self.board.draw_marks(self.now, NoKeys({}))
