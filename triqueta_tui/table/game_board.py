"""What a game contributes to its table: a board with its keys, and the words and checks that go with it."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widget import Widget

from triqueta_tui.app import TriquetaApp
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.session.feed import TableFeed
from triqueta_tui.session.view import MineT, PublicT, TableView
from triqueta_tui.table.advice_text import AdviceText
from triqueta_tui.table.dialog import Dialogs
from triqueta_tui.table.log_text import LogText
from triqueta_tui.table.prompt import Keys, Prompt
from triqueta_tui.table.result_sheet import ResultSheet
from triqueta_tui.table.shuffle_check import ShuffleCheck
from triqueta_tui.table.status import StatusLine
from triqueta_tui.widgets.log import Log


class Table(Protocol):
    """What a board may ask of the table it lies on."""

    feed: TableFeed
    dialogs: Dialogs
    prompt: Prompt
    status: StatusLine[Any]
    ticker: Log
    """The log below the board, on small terminals."""
    notice: str
    """Replaces the prompt until something changes."""
    glowing: bool
    """Whether the last move of another player glows."""
    leaving: bool
    """Whether the player has been asked whether to leave."""

    @property
    def waiting(self) -> bool:
        """Whether a decision was sent and has not been answered."""

    def decide(self, action: Struct) -> None:
        """Send a decision; until it is answered, nothing more can be chosen."""

    def clear_notice(self) -> None:
        """Withdraw notice and question: the player goes on."""

    def draw_choices(self) -> None:
        """Draw the choices, the cursor and the prompt."""

    def show_dialogs(self, events: tuple[Struct, ...] = ()) -> None:
        """Update the dialogs over the table, and open what the view calls for."""

    def set_side(self, cells: int) -> None:
        """Set the width of the right column; 0 hides it."""

    def set_class(self, add: bool, *names: str) -> Any: ...


class GameBoard(Vertical, Generic[PublicT, MineT], can_focus=True, inherit_bindings=False):
    """The middle of a table. It has the focus, and so its keys, unless a chat line or a dialog has it."""

    app = app_of(TriquetaApp)
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, table: Table) -> None:
        super().__init__(id="main")
        self.table = table
        self.can_focus = table.feed.can_decide

    @property
    def now(self) -> TableView[PublicT, MineT]:
        """What is seen; a board is shown while there is a game."""
        view = self.table.feed.view
        assert view is not None
        return view

    def compose(self) -> ComposeResult:
        yield from self.compose_main()
        yield self.table.ticker

    @abstractmethod
    def compose_main(self) -> ComposeResult:
        """The parts that must always be seen."""

    def compose_side(self) -> ComposeResult:
        """What stands above log and chat in the right column, where there is room for one."""
        return ()

    def titles(self) -> dict[Widget, str]:
        """The border titles of the parts, in the language in use."""
        return {}

    def lay_out(self, width: int, height: int) -> None:
        """Give the parts their sizes, and the right column its width with ``set_side``."""
        self.table.set_side(0)

    @abstractmethod
    def offer(self, now: TableView[PublicT, MineT]) -> None:
        """Offer the choices of a view; there may be none."""

    def withdraw(self) -> None:
        """Offer nothing while a decision is unanswered."""

    def cancel(self) -> bool:
        """Drop unfinished input; returns whether there was any."""
        return False

    @property
    def unfinished(self) -> bool:
        """Whether there is input that Esc would drop."""
        return False

    def point_at(self, action: Struct) -> None:
        """Put the cursor on an action, if the board has a place for it."""

    def show_decision(self, action: Struct | None) -> None:
        """In a replay: show what is decided next, None if it is not to be known."""
        if action is not None:
            self.point_at(action)

    def forget_views(self) -> None:
        """In a replay: forget what the board has kept of earlier views."""

    def remember_view(self, now: TableView[PublicT, MineT]) -> None:
        """In a replay: keep of a view what the board would have kept, had it been drawn."""

    @abstractmethod
    def draw_view(self, now: TableView[PublicT, MineT]) -> None:
        """Draw what does not depend on the cursor."""

    def draw_marks(self, now: TableView[PublicT, MineT], keys: Keys) -> None:
        """Draw the choices and the cursor."""

    @abstractmethod
    def own_prompt(self, now: TableView[PublicT, MineT], keys: Keys, cells: int) -> str:
        """What the player may do now, in at most so many cells; empty if nothing."""

    def others_prompt(self, now: TableView[PublicT, MineT]) -> str:
        return say("table.prompt.other_turn", who=listed(map(now.who, now.public.owing)))

    def detail(self, now: TableView[PublicT, MineT], cells: int) -> str:
        """More about what is under the cursor."""
        return ""

    def open_dialogs(self, now: TableView[PublicT, MineT], events: tuple[Struct, ...]) -> None:
        """Open the dialogs that this view calls for, while the game runs."""

    def open_before_result(self, now: TableView[PublicT, MineT], events: tuple[Struct, ...]) -> bool:
        """Open what is to be seen before the result of the game; returns whether something is open."""
        return False

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why an action cannot be done on the player's own turn; empty for no particular reason."""
        return ""


class GameTable(Struct, frozen=True, kw_only=True):
    """The parts of a game's table."""

    board: Callable[[Table], GameBoard[Any, Any]]
    result: type[ResultSheet[Any, Any]]
    scores: Callable[[Any], Screen[Any]] | None = None
    """Makes a dialog with everybody's points so far from a view."""
    sheets: tuple[Path, ...] = ()
    """Style sheets, besides that of every table."""
    log_text: type[LogText] = LogText
    advice_text: type[AdviceText] = AdviceText
    status: type[StatusLine[Any]] = StatusLine
    shuffle_check: type[ShuffleCheck] = ShuffleCheck
    begins_round: Callable[[Struct], bool] = lambda _: False
    """Whether a round begins with this."""
    rounds: Callable[[Sequence[tuple[Struct, ...]]], list[int]] | None = None
    """The steps at which rounds begin, for a game in which nothing that happens says so."""
    standing: Callable[[Any], Sequence[int]] = lambda now: getattr(now.public, "points", ())
    """Everybody's points in a view, by which it is told who is ahead; empty if there are none."""

    def round_starts(self, story: Sequence[tuple[Struct, ...]]) -> list[int]:
        """The steps of a replay at which a round begins; ``story`` is what has happened in each."""
        if self.rounds is not None:
            return self.rounds(story)
        begun = (step for step, what in enumerate(story) if any(map(self.begins_round, what)))
        return [0, *(step for step in begun if step)]
