"""The screen of a table, whatever is played: follows the mirror, offers decisions, keeps log and chat."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from msgspec import Struct
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widget import Widget

from protocol import requests
from protocol.codec import plain
from protocol.happenings import GameOver, Said
from protocol.mirror import Mirror
from triqueta_tui.commands.table import SIT_IN
from triqueta_tui.locale import say
from triqueta_tui.table.card import show_clock_on_cards
from triqueta_tui.table.chats import Chats
from triqueta_tui.table.coached_table import CoachedTable
from triqueta_tui.table.log_book import LogBook
from triqueta_tui.table.log_card import LogCard
from triqueta_tui.table.overlay import Overlay
from triqueta_tui.table.prompt import Keys, Leaver, Prompt, fitting, leave_question
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.seat_lines import SeatLine, SeatLines, seat_lines
from triqueta_tui.table.status import CLOCK_WORDS_FROM
from triqueta_tui.table.timekeeper import Timekeeper
from triqueta_tui.table.view_model import MineT, PublicT, TableView
from triqueta_tui.table.why_not import why_not
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.disabled_keys import disabled_action
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.log import Log
from triqueta_tui.widgets.terminal_title import TerminalTitle

CSS: Final = Path(__file__).with_name("table.tcss")
"""A game's table lists this sheet before its own."""

NOTICE_SECONDS: Final = 6.0
"""How long the prompt says why a key does nothing."""


class TableScreen(CoachedTable[PublicT, MineT]):
    """A game in progress, for a player or a watcher.

    A game's subclass composes, draws and arranges the board, offers the choices and writes the prompt. It
    calls ``send`` with a decision, and ``draw_choices`` after a key that changes what is marked.
    """

    # Keys are for the game until somebody goes to the chat.
    AUTO_FOCUS = ""
    CSS_PATH: ClassVar[CSSPathType | None] = [CSS]
    LINES_BELOW: ClassVar[int] = 0
    """Of ``compose_below``: the board has so many fewer."""

    def __init__(self, mirror: Mirror) -> None:
        super().__init__()
        self.mirror = mirror
        self.now: TableView[PublicT, MineT] | None = TableView.of(mirror)
        self.shuffle_check = self.SHUFFLE_CHECK()
        self.log_book = LogBook()
        self.notice = ""
        """Replaces the prompt until something changes."""
        self.leaving = False
        """Whether the next press of the same key leaves the table."""
        self.waiting = False
        """Whether a decision was sent and has not been answered."""
        self.time = Timekeeper(self, self._tick)
        self._just_over = False
        """Whether the game has ended since the result was shown."""
        self._title = TerminalTitle(self)
        self.status = self.STATUS()
        self.prompt = Prompt()
        self.logs = (Log(self.log_book.sentences, id="ticker"), Log(self.log_book.sentences, id="log"))
        """One below the board for small terminals, one beside it."""
        self.chats = Chats()
        self.seat_lines = SeatLines()

    # Following the table

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield self.status
            yield LinkStatus(self.app.link_state, quiet=self.app.solo)
        with Horizontal(id="middle"):
            with Vertical(id="main"):
                yield from self.compose_main()
                yield self.logs[0]
            with Vertical(id="side"):
                yield from self.compose_side()
                yield self.seat_lines
                yield self.logs[1]
                yield self.chats.beside
        yield self.chats.drawer
        yield self.prompt
        yield from self.compose_below()
        yield Footer()

    def compose_below(self) -> ComposeResult:
        """What stands between the prompt and the footer."""
        return ()

    def on_mount(self) -> None:
        self._set_titles()
        self._title.take()
        self.status.name_table(self.mirror.room, solo=self.app.solo, seat=self.mirror.seat)
        if self.now is not None:
            self.time.set(self.now, self.mirror)
            self.renew(self.now)
            self.draw()
            self.time.update()
            # Whoever comes to a game that is over sees its result at once.
            self.shuffle_check.see(self.now, ())
            self.show_overlays(self.now, ())

    def on_unmount(self) -> None:
        self._title.give_back()

    def on_screen_resume(self) -> None:
        """Nothing was drawn below a card, and the language may have changed."""
        self._set_titles()
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        if self.now is not None:
            self.share_out(event.size.width, event.size.height - self.LINES_BELOW)
            # What fits into the prompt depends on the width.
            self.draw_choices()

    def show(self, mirror: Mirror, happenings: tuple[Struct, ...]) -> None:
        before, seen, self.mirror, self.now = self.now, self.mirror, mirror, TableView.of(mirror)
        now = self.now
        if now is None:
            return
        if self.log_book.follow(seen, mirror, happenings, self.LOG_TEXT(now)) and self.app.link is not None:
            self.app.link.send(requests.History, table=now.table)
        self.shuffle_check.see(now, happenings)
        self._write_down(now, happenings)
        if not self.is_running:
            return
        if before is None or (before.public, before.mine) != (now.public, now.mine):
            self.renew(now)
        elif before.room != now.room and not self.waiting:
            self.notice = ""
        if before is None or len(before.names) != len(now.names):
            self.share_out(self.size.width, self.size.height)
        if self.app.has_class("-motion"):
            self.light_up(happenings)
        self.time.set(now, mirror)
        self.draw()
        self.time.update()
        if now.my_turn and not (before is not None and before.my_turn) and self.app.settings.bell:
            self.app.bell()
        self.show_overlays(now, happenings)

    def renew(self, now: TableView[PublicT, MineT]) -> None:
        """Forget unfinished input, and offer the choices of a view.

        Whether to leave stays asked: the others move while somebody thinks about it.
        """
        self.waiting, self.notice = False, ""
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
        self._draw_times(now)
        self.chats.show_readers(now)
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
        game = self.app.games.title(now.room.game)
        where = game if self.app.solo else say("table.title.table", game=game, table=now.table)
        self._title.show(say("table.title.turn", where=where) if now.my_turn else where)
        self.refresh_bindings()

    def _prompt_words(self, now: TableView[PublicT, MineT], keys: Keys, cells: int) -> str:
        if self.leaving:
            seated: Leaver = "rated" if now.room.rated and not now.over else "seated"
            how: Leaver = "solo" if self.app.solo else seated if now.seat is not None else "watching"
            return leave_question(how, keys, cells)
        if self.notice:
            return self.notice
        if now.room.paused is not None:
            return say("table.prompt.paused")
        if now.over:
            return say("table.prompt.over")
        absence = self.time.absence_words(now.public.owing, self._sit_in_key, cells)
        return self.own_prompt(now, keys, cells) or absence or self.others_prompt(now)

    def _set_titles(self) -> None:
        titles: dict[Widget, str] = {
            self.logs[1]: say("table.log.title"),
            self.seat_lines: say("table.seats.title"),
        }
        for part, title in (titles | self.titles()).items():
            if part.border_title != title:
                part.border_title = title

    def hear(self, happenings: tuple[Struct, ...]) -> None:
        """Take the history of the game."""
        if self.now is None or not self.log_book.has_gap:
            return
        if self.log_book.rewritten:
            self.shuffle_check.rewind(self.now, happenings)
        self.log_book.fill_gap(happenings, self.LOG_TEXT(self.now))
        for log in self.logs:
            log.begin_anew()
        self.draw()

    def _write_down(self, now: TableView[PublicT, MineT], happenings: tuple[Struct, ...]) -> None:
        """Add what happened to the log, and chat lines to the chat."""
        self.chats.add(happenings)
        beside = self.has_class("-chat-beside")
        text = self.LOG_TEXT(now, live=True)
        self.log_book.add([one for one in happenings if not (beside and isinstance(one, Said))], text)

    # Cards over the table

    def show_overlays(self, now: TableView[PublicT, MineT], happenings: tuple[Struct, ...]) -> None:
        """Update the cards over the table, and open what this view calls for."""
        for screen in list(self.app.screen_stack):
            if isinstance(screen, Overlay):
                screen.look(now, happenings)
        self._just_over |= any(isinstance(one, GameOver) for one in happenings)
        if not now.over:
            self.open_overlays(now, happenings)
        elif not self.open_before_result(now, happenings):
            self.open_once(ResultScreen, lambda: self._result(now))
        self._show_clock_on_cards()

    def _result(self, now: TableView[PublicT, MineT]) -> Screen[None]:
        result = self.make_result(now)
        result.just_won, self._just_over = self._just_over, False
        return result

    def open_once(self, kind: type[Screen[None]], make: Callable[[], Screen[None]]) -> None:
        """Open a card over the table, unless one of its kind is open."""
        if not any(isinstance(screen, kind) for screen in self.app.screen_stack):
            self.app.push_screen(make())

    def make_log(self) -> LogCard:
        return LogCard(self.log_book.sentences, self._seat_lines)

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
                return self.leaving or bool(self.notice and not self.waiting)
            case "talk":
                typing = any(chat.has_focus_within for chat in self.chats)
                return self.now is not None and self.now.company and not typing
            case "door":
                room, company = self.mirror.room, self.now is not None and self.now.company
                return room.host == self.mirror.you and (company or bool(room.watchers))
            case "undo":
                return self.mirror.room.undo and not self.waiting
            case "sit_in":
                return self.mirror.seat is not None and bool(self.time.absences.ready())
        return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """A key that stands for something that cannot be done now says why."""
        found = disabled_action(self, event.key, self.app.settings.keys)
        if found is None or self.now is None or self.waiting or self.leaving or self.focused is not None:
            return
        words = why_not(self.now, self.time.absences, found[0]) or self.why_not_now(*found)
        if words:
            self.notice = words
            self.draw_choices()
            self.set_timer(NOTICE_SECONDS, partial(self._withdraw, words))

    def _withdraw(self, words: str) -> None:
        """What was to be decided stands there again."""
        if self.notice == words and not self.waiting:
            self.notice = ""
            self.draw_choices()

    def action_back(self) -> None:
        self.leaving, self.notice = False, ""
        self.draw_choices()

    def action_leave(self) -> None:
        if self.leaving:
            self.app.leave_table()
            return
        self.leaving = True
        self.draw_choices()

    def action_sit_in(self) -> None:
        """Let bots play for those who have been away for long."""
        for seat in self.time.absences.ready():
            if self.app.link is not None:
                self.app.link.send(requests.SitIn, table=self.mirror.table, seat=seat)

    def action_undo(self) -> None:
        if self.app.link is not None:
            self.leaving, self.waiting = False, True
            self.app.link.send(requests.Undo, table=self.mirror.table)

    def action_log(self) -> None:
        self.app.push_screen(self.make_log())

    def action_scores(self) -> None:
        if self.now is not None:
            self.open_scores(self.now)

    def action_talk(self) -> None:
        """Focus the chat; where it is not beside the board, it opens as a drawer."""
        (self.chats.beside if self.has_class("-chat-beside") else self.chats.drawer).focus()

    def action_door(self) -> None:
        self.app.change_door()

    @on(Chat.Entered)
    def _said(self, message: Chat.Entered) -> None:
        if self.app.link is not None:
            self.app.link.send(requests.Chat, table=self.mirror.table, text=message.text)

    # Clocks and absences

    def _tick(self) -> None:
        if self.now is None:
            return
        for screen in self.app.screen_stack:
            if isinstance(screen, LogCard):
                screen.look(self.now, ())
        self._show_clock_on_cards()
        if self.time.absences.ready() and not self.waiting:
            self.notice = ""
        if self.is_active:
            self._draw_times(self.now)
            if self.time.absences.all():
                self.draw_choices()

    def _show_clock_on_cards(self) -> None:
        words = self.time.clock.words(brief=self.size.width < CLOCK_WORDS_FROM)
        show_clock_on_cards(self.app.screen_stack, words)

    def _draw_times(self, now: TableView[PublicT, MineT]) -> None:
        clock, missed = self.time.clock, self.time.absences.missed()
        self.status.clocks = (clock.words(), clock.words(brief=True))
        # Whose turn it is has a prompt that says something else.
        told = missed and now.my_turn
        self.status.note = self.time.absences.words(missed[0], self._sit_in_key, "brief") if told else ""
        self.status.redraw()
        self.seat_lines.show(self._seat_lines())

    def _seat_lines(self) -> list[SeatLine]:
        assert self.now is not None
        return seat_lines(self.now, self.time, self._sit_in_key)

    @property
    def _sit_in_key(self) -> str:
        """Watchers have none."""
        return Keys(self.app.settings.keys).of(SIT_IN) if self.mirror.seat is not None else ""
