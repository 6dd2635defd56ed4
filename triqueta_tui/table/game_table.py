"""What a game implements of its table: the board, the choices, the prompt, and what happens around them."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Generic

from msgspec import Struct
from textual.app import ComposeResult
from textual.getters import app as app_of
from textual.widget import Widget

from triqueta_tui.client import Client
from triqueta_tui.locale import say
from triqueta_tui.table.log_text import LogText
from triqueta_tui.table.prompt import Keys
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.shuffle_check import ShuffleCheck
from triqueta_tui.table.status import StatusLine
from triqueta_tui.table.view_model import MineT, PublicT, TableView
from triqueta_tui.widgets.quiet_screen import QuietScreen

CHAT_CELLS: Final = 30
"""From this width on the right column has room for the chat."""


class GameTable(QuietScreen[None], Generic[PublicT, MineT]):
    app = app_of(Client)
    LOG_TEXT: ClassVar[type[LogText]] = LogText
    STATUS: ClassVar[type[StatusLine[Any]]] = StatusLine
    SHUFFLE_CHECK: ClassVar[type[ShuffleCheck]] = ShuffleCheck

    @abstractmethod
    def compose_main(self) -> ComposeResult:
        """The board and what must always be seen."""

    def compose_side(self) -> ComposeResult:
        """What stands above log and chat in the right column, where there is room for one."""
        return ()

    @abstractmethod
    def titles(self) -> dict[Widget, str]:
        """The border titles of the board's widgets, in the language in use."""

    def set_side(self, cells: int) -> None:
        """Set the width of the right column; 0 hides it. In a slim one there is no room for the chat."""
        self.set_class(cells > 0, "-side")
        self.set_class(cells >= CHAT_CELLS, "-chat-beside")
        self.query_one("#side").styles.width = cells

    @abstractmethod
    def share_out(self, width: int, height: int) -> None:
        """Give the widgets their sizes, and the right column its width with ``set_side``."""

    @abstractmethod
    def offer(self, now: TableView[PublicT, MineT]) -> None:
        """Offer the choices of a view; there may be none."""

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
    def draw_board(self, now: TableView[PublicT, MineT]) -> None:
        """Draw what does not depend on the cursor."""

    @abstractmethod
    def draw_marks(self, now: TableView[PublicT, MineT], keys: Keys) -> None:
        """Draw the choices and the cursor."""

    @abstractmethod
    def own_prompt(self, now: TableView[PublicT, MineT], keys: Keys, cells: int) -> str:
        """What the player may do now, in at most so many cells; empty if nothing."""

    def others_prompt(self, now: TableView[PublicT, MineT]) -> str:
        return say("table.prompt.other_turn", who=say("log.comma").join(map(now.who, now.public.owing)))

    def detail(self, now: TableView[PublicT, MineT], cells: int) -> str:
        """More about what is under the cursor."""
        return ""

    @abstractmethod
    def make_result(self, now: TableView[PublicT, MineT]) -> ResultScreen[PublicT, MineT]: ...

    @abstractmethod
    def open_scores(self, now: TableView[PublicT, MineT]) -> None: ...

    def open_overlays(self, now: TableView[PublicT, MineT], happenings: tuple[Struct, ...]) -> None:
        """Open the cards over the table that this view calls for, while the game runs."""

    def open_before_result(self, now: TableView[PublicT, MineT], happenings: tuple[Struct, ...]) -> bool:
        """Open what is to be seen before the result of the game; returns whether something is open."""
        return False

    def light_up(self, happenings: tuple[Struct, ...]) -> None:
        """Highlight what has just happened for a moment."""

    def why_not_now(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why an action cannot be done on the own turn; empty for no particular reason."""
        return ""

    @classmethod
    def begins_round(cls, happening: Struct) -> bool:
        """Whether a round begins with this."""
        return False

    @classmethod
    def round_starts(cls, story: Sequence[tuple[Struct, ...]]) -> list[int]:
        """The steps of a replay at which a round begins; ``story`` is what has happened in each."""
        begun = (step for step, what in enumerate(story) if any(map(cls.begins_round, what)))
        return [0, *(step for step in begun if step)]

    def standing(self, now: TableView[PublicT, MineT]) -> Sequence[int]:
        """Everybody's points, by which it is told who is ahead; empty if there are none."""
        return getattr(now.public, "points", ())

    def recount(self, story: Sequence[Struct]) -> None:
        """Count anew what has happened in a game, for its result."""
