"""A game's board at one step of a finished game, to look at."""

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.geometry import Size

from triqueta_tui.session.feed import TableFeed
from triqueta_tui.session.recorded_feed import RecordedFeed, Recording
from triqueta_tui.table.dialog import Dialogs
from triqueta_tui.table.game_board import GameTable
from triqueta_tui.table.prompt import NoKeys, Prompt
from triqueta_tui.widgets.log import Log

_BARS = 4
"""The lines of a table that are missing here: status, prompt and footer."""


class Still(Horizontal):
    """The board, with the decision that was taken at this step."""

    DEFAULT_CSS = """
    Still #main { width: 1fr; height: 1fr; }
    Still #side { display: none; border-left: solid $border; }
    Still #ticker { display: none; }
    Still #side > Board, Still.-ruled #main > Board { border-top: solid $border; border-title-color: $muted; }
    Still Board { background: $background; }
    """

    def __init__(self, recording: Recording, parts: GameTable) -> None:
        super().__init__(id="still")
        self.recorded = RecordedFeed(recording, round_starts=parts.round_starts, standing=parts.standing)
        self.feed: TableFeed = self.recorded
        self.dialogs = Dialogs(self)
        self.prompt = Prompt()
        self.status = parts.status()
        self.ticker = Log((), id="ticker")
        self.notice = ""
        self.leaving = self.waiting = self.glowing = False
        self.board = parts.board(self)
        self._side = Vertical(id="side")

    def compose(self) -> ComposeResult:
        yield self.board
        with self._side:
            yield from self.board.compose_side()

    def seek(self, step: int) -> None:
        """Show the table as it was before a decision, and the decision."""
        if step != self.recorded.step and self.display:
            self.recorded.seek(step)
            self.show()

    def on_resize(self, event: Resize) -> None:
        self.board.lay_out(event.size.width, event.size.height + _BARS)
        self.show()

    def show(self) -> None:
        now, board = self.recorded.view, self.board
        for part, title in board.titles().items():
            part.border_title = title
        board.forget_views()
        for view in self.recorded.views_before():
            board.remember_view(view)
        board.offer(now)
        board.show_decision(self.recorded.decision)
        board.draw_view(now)
        board.draw_marks(now, NoKeys({}))

    # What a board asks of its table

    def decide(self, action: Struct) -> None:
        """Nothing is decided here."""

    def clear_notice(self) -> None:
        """There is none."""

    def draw_choices(self) -> None:
        """They do not change."""

    def show_dialogs(self, events: tuple[Struct, ...] = ()) -> None:
        """None."""

    def set_side(self, cells: int) -> None:
        self._side.display = cells > 0
        self._side.styles.width = cells


def fits(size: Size) -> bool:
    """Whether a screen of this size has room for it beside other things."""
    return size.width >= 140 and size.height >= 44
