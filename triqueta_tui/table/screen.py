"""The screen of a table, whatever is played: follows the mirror, offers decisions, keeps log and chat."""

from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, Protocol, runtime_checkable

from msgspec import Struct
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.timer import Timer
from textual.types import CSSPathType
from textual.widget import Widget

from protocol import requests
from protocol.codec import plain
from protocol.happenings import Said
from protocol.mirror import Mirror
from triqueta_tui.client import Client
from triqueta_tui.commands.table import BACK, DOOR, LEAVE_TABLE, SHOW_SCORES, TALK
from triqueta_tui.locale import say
from triqueta_tui.table.clock import ClockFace
from triqueta_tui.table.log_text import LogText
from triqueta_tui.table.prompt import Keys, Prompt, fitting
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.review import ReviewGame
from triqueta_tui.table.shuffle_check import ShuffleCheck
from triqueta_tui.table.status import StatusLine
from triqueta_tui.table.view_model import AnyView, MineT, PublicT, TableView
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.log import Log
from triqueta_tui.widgets.quiet_screen import QuietScreen
from triqueta_tui.widgets.terminal_title import TerminalTitle

CSS: Final = Path(__file__).with_name("table.tcss")
"""A game's table lists this sheet before its own."""

TABLE_COMMANDS: Final = (BACK, LEAVE_TABLE, SHOW_SCORES, TALK, DOOR)
"""A game's table binds these after its own."""


@runtime_checkable
class Overlay(Protocol):
    """A screen above the table that follows it."""

    def look(self, now: AnyView, happenings: tuple[Struct, ...]) -> None:
        """Called when the table has changed."""


class TableScreen(QuietScreen[None], Generic[PublicT, MineT]):
    """A game in progress, for a player or a watcher.

    A game's subclass composes, draws and arranges the board, offers the choices and writes the prompt. It
    calls ``send`` with a decision, and ``draw_choices`` after a key that changes what is marked.
    """

    app = app_of(Client)
    # Keys are for the game until somebody goes to the chat.
    AUTO_FOCUS = ""
    CSS_PATH: ClassVar[CSSPathType | None] = [CSS]
    LOG_TEXT: ClassVar[type[LogText]] = LogText
    STATUS: ClassVar[type[StatusLine[Any]]] = StatusLine
    SHUFFLE_CHECK: ClassVar[type[ShuffleCheck]] = ShuffleCheck

    def __init__(self, mirror: Mirror) -> None:
        super().__init__()
        self.mirror = mirror
        self.now: TableView[PublicT, MineT] | None = TableView.of(mirror)
        self.shuffle_check = self.SHUFFLE_CHECK()
        self.sentences: list[str] = []
        self._heard: list[Struct] = []
        """The happenings behind ``sentences``."""
        self.notice = ""
        """Replaces the prompt until something changes."""
        self.leaving = False
        """Whether the next press of the same key leaves the table."""
        self.waiting = False
        """Whether a decision was sent and has not been answered."""
        self._clock = ClockFace()
        self._ticking: Timer | None = None
        self._title = TerminalTitle(self)
        self.status = self.STATUS()
        self.prompt = Prompt()
        self.logs = (Log(self.sentences, id="ticker"), Log(self.sentences, id="log"))
        """One below the board for small terminals, one beside it."""
        self.chats = (Chat(), Chat())
        """One beside the board, one in a drawer over it for small terminals."""
        self.chats[1].id = "drawer"

    # What a game implements

    @abstractmethod
    def compose_main(self) -> ComposeResult:
        """The board and what must always be seen."""

    def compose_side(self) -> ComposeResult:
        """What stands above log and chat in the right column, where there is room for one."""
        return ()

    @abstractmethod
    def titles(self) -> dict[Widget, str]:
        """The border titles of the board's widgets, in the language in use."""

    @abstractmethod
    def share_out(self, width: int, height: int) -> None:
        """Give the widgets their sizes, and the right column its width with ``set_side``."""

    @abstractmethod
    def offer(self, now: TableView[PublicT, MineT]) -> None:
        """Offer the choices of a view; there may be none."""

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
        """Open the cards over the table that this view calls for."""

    def light_up(self, happenings: tuple[Struct, ...]) -> None:
        """Highlight what has just happened for a moment."""

    def begins_round(self, happening: Struct) -> bool:
        """Whether a chapter of the review begins here."""
        return False

    def ends_round(self, happening: Struct) -> bool:
        return False

    # Following the table

    def set_side(self, cells: int) -> None:
        """Set the width of the right column; 0 hides it."""
        self.set_class(cells > 0, "-side")
        self.query_one("#side").styles.width = cells

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield self.status
            yield LinkStatus(self.app.link_state)
        with Horizontal(id="middle"):
            with Vertical(id="main"):
                yield from self.compose_main()
                yield self.logs[0]
            with Vertical(id="side"):
                yield from self.compose_side()
                yield self.logs[1]
                yield self.chats[0]
        yield self.chats[1]
        yield self.prompt
        yield Footer()

    def on_mount(self) -> None:
        self._set_titles()
        self._title.take()
        if self.now is not None:
            self.renew(self.now)
            self.draw()
            self._update_clock()
            self.show_overlays(self.now, ())

    def on_unmount(self) -> None:
        self._title.give_back()

    def on_screen_resume(self) -> None:
        """Nothing was drawn below a card, and the language may have changed."""
        self._set_titles()
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        if self.now is not None:
            self.share_out(event.size.width, event.size.height)

    def show(self, mirror: Mirror, happenings: tuple[Struct, ...]) -> None:
        another = mirror.you != self.mirror.you
        before, self.mirror, self.now = self.now, mirror, TableView.of(mirror)
        now = self.now
        if now is None:
            return
        if another:
            self._retell(now)
        self.shuffle_check.see(now, happenings)
        self._write_down(now, happenings)
        if not self.is_running:
            return
        if before is None or (before.public, before.mine) != (now.public, now.mine):
            self.renew(now)
        if before is None or len(before.names) != len(now.names):
            self.share_out(self.size.width, self.size.height)
        if self.app.has_class("-motion"):
            self.light_up(happenings)
        self.draw()
        self._update_clock()
        if now.my_turn and not (before is not None and before.my_turn) and self.app.settings.bell:
            self.app.bell()
        self.show_overlays(now, happenings)

    def renew(self, now: TableView[PublicT, MineT]) -> None:
        """Forget unfinished input, and offer the choices of a view."""
        self.waiting, self.leaving, self.notice = False, False, ""
        self.offer(now)

    def refused(self) -> None:
        """Let the player choose again, on a card if the decision was taken on one."""
        if self.now is not None:
            self.renew(self.now)
            self.draw_choices()
            self.show_overlays(self.now, ())

    def draw(self) -> None:
        """Draw everything; only cells that differ are painted.

        Below a card nothing is drawn: Textual would repaint the whole terminal.
        """
        now = self.now
        if now is None or not self.is_active:
            return
        self.status.show(now)
        self.set_class(now.company, "-company")
        self.draw_board(now)
        for log in self.logs:
            log.redraw()
        self.draw_choices()

    def draw_choices(self) -> None:
        """Draw the choices, the cursor and the prompt.

        While a decision is unanswered all stays as it is, to save repaints: usually the answer comes at once.
        """
        now = self.now
        if now is None or not self.is_active:
            return
        if self.waiting:
            if self.notice:
                self.prompt.say(self.notice, "", urgent=now.my_turn)
            return
        keys = Keys(self.app.settings.keys)
        self.draw_marks(now, keys)
        cells = self.size.width - Prompt.MARGIN
        self.prompt.say(self._prompt_words(now, keys, cells), self.detail(now, cells), urgent=now.my_turn)
        title = "table.title.turn" if now.my_turn else "table.title.table"
        self._title.show(say(title, game=self.app.games.title(now.room.game), table=now.table))
        self.refresh_bindings()

    def _prompt_words(self, now: TableView[PublicT, MineT], keys: Keys, cells: int) -> str:
        if self.leaving:
            named = {"key": keys.of(LEAVE_TABLE), "back": keys.of(BACK)}
            return fitting(cells, *(say(f"table.{style}.leave", **named) for style in ("prompt", "brief")))
        if self.notice:
            return self.notice
        if now.room.paused is not None:
            return say("table.prompt.paused")
        if now.over:
            return say("table.prompt.over")
        return self.own_prompt(now, keys, cells) or self.others_prompt(now)

    def _set_titles(self) -> None:
        titles: dict[Widget, str] = {self.logs[1]: say("table.log.title")}
        titles |= dict.fromkeys(self.chats, say("chat.title"))
        for part, title in (titles | self.titles()).items():
            if part.border_title != title:
                part.border_title = title

    def _write_down(self, now: TableView[PublicT, MineT], happenings: tuple[Struct, ...]) -> None:
        """Add what happened to the log, and chat lines to the chat."""
        text = self.LOG_TEXT(now)
        for one in happenings:
            if isinstance(one, Said):
                for chat in self.chats:
                    chat.add(one)
                if self.has_class("-side"):
                    continue
            if (sentence := text.tell(one)) is not None:
                self._heard.append(one)
                self.sentences.append(sentence)

    def _retell(self, now: TableView[PublicT, MineT]) -> None:
        """Rewrite the log for another player at this keyboard: "you" is somebody else now."""
        text = self.LOG_TEXT(now)
        self.sentences[:] = [text.tell(one) or "" for one in self._heard]

    # Cards over the table

    def show_overlays(self, now: TableView[PublicT, MineT], happenings: tuple[Struct, ...]) -> None:
        """Update the cards over the table, and open what this view calls for."""
        for screen in list(self.app.screen_stack):
            if isinstance(screen, Overlay):
                screen.look(now, happenings)
        if now.over:
            self.open_once(ResultScreen, lambda: self.make_result(now))
        else:
            self.open_overlays(now, happenings)

    def open_once(self, kind: type[Screen[None]], make: Callable[[], Screen[None]]) -> None:
        """Open a card over the table, unless one of its kind is open."""
        if not any(isinstance(screen, kind) for screen in self.app.screen_stack):
            self.app.push_screen(make())

    def make_review(self) -> ReviewGame:
        assert self.now is not None
        return ReviewGame(self.LOG_TEXT(self.now), self)

    # Decisions

    def send(self, action: Struct) -> None:
        """Send a decision; until it is answered, nothing more can be chosen."""
        link = self.app.link
        if link is None:
            self.notice = say("table.prompt.unsent")
            return
        self.waiting = True
        link.send(requests.Act, table=self.mirror.table, action=plain(action))
        state = self.app.link_state
        if state is not None and state.state == "reconnecting":
            cells = self.size.width - Prompt.MARGIN
            self.notice = fitting(cells, say("table.prompt.held"), say("table.brief.held"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "back":
                return self.leaving
            case "talk":
                return self.now is not None and self.now.company
            case "door":
                room, company = self.mirror.room, self.now is not None and self.now.company
                return room.host == self.mirror.you and (company or bool(room.watchers))
        return True

    def action_back(self) -> None:
        self.leaving = False
        self.draw_choices()

    def action_leave(self) -> None:
        if self.leaving:
            self.app.leave_table()
            return
        self.leaving = True
        self.draw_choices()

    def action_scores(self) -> None:
        if self.now is not None:
            self.open_scores(self.now)

    def action_talk(self) -> None:
        """Focus the chat; where there is no right column, it opens as a drawer."""
        self.chats[0 if self.has_class("-side") else 1].focus()

    def action_door(self) -> None:
        self.app.change_door()

    @on(Chat.Entered)
    def _said(self, message: Chat.Entered) -> None:
        if self.app.link is not None:
            self.app.link.send(requests.Chat, table=self.mirror.table, text=message.text)

    # Clocks

    def _update_clock(self) -> None:
        """Start or stop the timer: without a clock nothing ticks."""
        assert self.now is not None
        self._clock.set(self.now, (self.mirror.room.epoch, self.mirror.clocks_n))
        if self._clock.runs and self._ticking is None:
            self._ticking = self.set_interval(1.0, self._tick)
        elif not self._clock.runs and self._ticking is not None:
            self._ticking.stop()
            self._ticking = None
        self._tick()

    def _tick(self) -> None:
        self.status.clock = self._clock.words()
        if self.is_active:
            self.status.redraw()
