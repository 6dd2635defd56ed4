"""The screen of a table, whatever is played, live or recorded: follows a feed; keeps log, chat and clocks."""

from asyncio import Future
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import Struct
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.getters import app as app_of
from textual.screen import Screen
from textual.timer import Timer
from textual.types import CSSPathType
from textual.widget import Widget

from triqueta_protocol import requests
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted
from triqueta_protocol.table_events import GameOver
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import TABLE_COMMANDS, TABLE_LEAVE, TABLE_SIT_IN
from triqueta_tui.commands.command import Command, bindings, command
from triqueta_tui.game import Game
from triqueta_tui.locale import say
from triqueta_tui.session.error_words import TROUBLES
from triqueta_tui.session.events import LinkChanged, SessionEvent
from triqueta_tui.session.feed import Advanced, Change, Reset, TableFeed
from triqueta_tui.session.recorded_feed import RecordedFeed
from triqueta_tui.session.view import AnyView
from triqueta_tui.table.chats import Chats
from triqueta_tui.table.dialog import Dialogs
from triqueta_tui.table.followed import Followed, follow
from triqueta_tui.table.log_dialog import LogDialog
from triqueta_tui.table.muting import ask_whom_to_mute, people
from triqueta_tui.table.prompt import Keys, Leaver, NoKeys, Prompt, fitting, leave_question
from triqueta_tui.table.replay_bar import ReplayBar
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.seat_lines import SeatLine, SeatLines, seat_lines
from triqueta_tui.table.status import CLOCK_WORDS_FROM
from triqueta_tui.table.stopping import StopOrLeave, Stopped, may_stop, stopped_words
from triqueta_tui.table.table_log import TableLog
from triqueta_tui.table.timekeeper import Timekeeper
from triqueta_tui.table.why_not import why_not
from triqueta_tui.tuning.terminal_title import TerminalTitle
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.disabled_keys import disabled_action
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus

if TYPE_CHECKING:
    from triqueta_tui.table.coach_dialog import CoachDialog, Place
    from triqueta_tui.table.guided import HintGuide

NOTICE_SECONDS: Final = 6.0
"""How long the prompt says why a key does nothing."""

GLOW: Final = 0.35
"""Seconds for which a new piece glows."""

CHAT_BESIDE_FROM: Final = 30
"""From this width on the right column has room for the chat."""

_COACH_KEYS: Final = frozenset({"table.up", "table.down", "table.choose", "table.back", "table.coach"})
"""Commands whose keys the coach's dialog uses itself."""


class TableScreen(Screen[None]):
    """A game in progress, for a player or a watcher, or a finished game that is seen again.

    The game's board is the focused widget, with the keys of a turn; in a replay the replay bar is.
    """

    app = app_of(TriquetaApp)
    AUTO_FOCUS = ""
    CSS_PATH: ClassVar[CSSPathType | None] = [Path(__file__).with_name("table.tcss")]
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(*TABLE_COMMANDS)]

    def __init__(
        self, feed: TableFeed, game: Game, close: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """``close`` is what closing a replay does, if it does not lead back to the screen below."""
        super().__init__()
        self.feed = feed
        self.game = game
        self.parts = game.load_table()
        self.css_path = [*self.css_path, *self.parts.sheets]
        self.notice = ""
        """Replaces the prompt until something changes."""
        self._stopped: Stopped | None = None
        """The question what to do while the game sleeps."""
        self.glowing = False
        """Whether what has just been done glows: with motion, for a moment or until a key is pressed."""
        self._glow: Timer | None = None
        self.leaving = False
        """Whether the next press of the same key leaves the table."""
        self.dialogs = Dialogs(self)
        self.table_log = TableLog(self.parts.log_text)
        self.ticker = self.table_log.below
        self.shuffle_check = self.parts.shuffle_check()
        self.time = Timekeeper(self, self._tick)
        self.chats = Chats(self.focus_board)
        self.status = self.parts.status()
        self.prompt = Prompt()
        self.seat_lines = SeatLines()
        self.board = self.parts.board(self)
        self.replay_bar = ReplayBar(self, feed, close) if isinstance(feed, RecordedFeed) else None
        self._lines_below = 0 if self.replay_bar is None else 1
        self._decision: Future[Accepted] | None = None
        self._offered = True
        """Whether the choices of the view were offered; not if it came while a decision was unanswered."""
        self._just_over = False
        """Whether the game has ended since the result was shown."""
        self._title = TerminalTitle(self)
        self._unsubscribe: Callable[[], object] = lambda: None
        self._unfollow_link: Callable[[], object] = lambda: None
        self._games = feed.room.games
        """The number of the game at this table."""
        self._guide: HintGuide | None = None

    def shows(self, feed: TableFeed) -> bool:
        """Whether this is the screen for what is played at a table now."""
        room = feed.room
        return feed.table == self.feed.table and room.status != "waiting" and room.games == self._games

    @property
    def now(self) -> AnyView | None:
        """What is seen; None for a moment while another game is set up."""
        return self.feed.view

    @property
    def waiting(self) -> bool:
        return self._decision is not None and not self._decision.done()

    @property
    def _cut_off(self) -> bool:
        """Whether the link is permanently gone: nothing can be decided on this screen any more."""
        return self.feed.can_decide and self._link is not None and self._link.state == "gone"

    @property
    def _link(self) -> LinkChanged | None:
        session = self.app.session
        return session.state if session is not None and not self.feed.is_exercise else None

    # Following the table

    def compose(self) -> ComposeResult:
        session = self.app.session
        with Horizontal(id="top"):
            yield self.status
            # Not the feed's: a recorded game may have come from a server for this terminal only.
            yield LinkStatus(session, quiet=session is not None and session.solo)
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="side"):
                yield from self.board.compose_side()
                yield self.seat_lines
                yield self.table_log.beside
                yield self.chats.beside
        yield self.chats.drawer
        yield self.prompt
        if self.replay_bar is not None:
            yield self.replay_bar
        yield Footer()

    def on_mount(self) -> None:
        self._set_titles()
        self._title.take()
        self.focus_board()
        self.chats.put(self.feed.chat)
        self.table_log.rewrite(self.feed, without_chat=False)
        self._subscribe()
        if self.feed.can_decide and not self.feed.is_exercise and self.app.session is not None:
            self._unfollow_link = self.app.session.subscribe(self._hear_link)
        if self.now is None:
            return
        self._name_table()
        if self.feed.can_seek:
            self._remember_views()
        self.time.set(self.now, self.feed)
        self._renew()
        self.draw()
        self.time.update()
        if not self.feed.can_seek:
            self.shuffle_check.see(self.now, ())
            # A player who comes to a game that is over sees its result at once.
            self.show_dialogs()
            self.begin_hints()
            if self.now.my_turn and self.app.is_behind:
                self.app.alert_turn(self._show_title(self.now))

    def on_unmount(self) -> None:
        self._unsubscribe()
        self._unfollow_link()
        self._title.give_back()

    def focus_board(self) -> None:
        """Give the keys to the board, or to the replay bar."""
        self.set_focus(None)

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        """The board has the keys, in a replay the replay bar; while a line is typed, the chat."""
        if self.app.app_focus and (widget is None or self.replay_bar is not None):
            widget = self.replay_bar or self.board
        super().set_focus(widget, scroll_visible, from_app_focus)

    def show_feed(self, feed: TableFeed) -> None:
        """Follow the same table as the player sees it who is at the keyboard now."""
        self._unsubscribe()
        self.feed = feed
        self._subscribe()
        self.follow(Reset("viewpoint", feed.view, None))

    def _subscribe(self) -> None:
        if self.feed.can_seek:
            # It changes by what is done on this screen.
            self._unsubscribe = self.feed.subscribe(self.follow)
        else:
            feed = self.feed
            self._unsubscribe = follow(feed, self)

    @on(Followed)
    def _followed(self, message: Followed) -> None:
        # Another player may have come to the keyboard while it waited.
        if message.feed is self.feed:
            self.follow(message.change)

    def follow(self, change: Change) -> None:
        """Show what has become of the table."""
        now = self.now
        if now is None or change.view is None:
            return
        events = change.events if isinstance(change, Advanced) else change.said
        self.chats.add(events)
        self.table_log.follow(self.feed, change, without_chat=self.has_class("-chat-beside"))
        if self.feed.can_seek:
            self._show_step(change, now)
            return
        self.shuffle_check.follow(change)
        before = change.before
        if isinstance(change, Reset) and change.reason in {"history", "undo"}:
            self.draw()
            return
        if before is None or (before.public, before.mine) != (now.public, now.mine):
            self._renew()
        elif before.room != now.room and not self.waiting:
            self.notice = ""
        if before is None or len(before.names) != len(now.names):
            self._arrange()
        self.time.set(now, self.feed)
        if isinstance(change, Advanced) and self.app.has_class("-motion"):
            self._begin_glow()
        self.draw()
        self.time.update()
        if change.view.my_turn and before is not None and not before.my_turn:
            self.app.alert_turn(self._show_title(now))
        if change.view.over or not now.over:  # otherwise the change that ends the game is still to come
            self.show_dialogs(events)
        self._give_hints()
        if now.room.asleep is not None and (before is None or before.room.asleep is None):
            self.call_later(self._ask_about_sleep)
        elif now.room.asleep is None and self._stopped is not None and self._stopped.is_current:
            self._stopped.dismiss(None)

    def _begin_glow(self) -> None:
        if self._glow is not None:
            self._glow.stop()
        self.glowing = True
        self._glow = self.set_timer(GLOW, self._end_glow)

    def _end_glow(self) -> None:
        if self.glowing:
            self.glowing = False
            self.draw()

    def _hear_link(self, event: SessionEvent) -> None:
        if isinstance(event, LinkChanged):
            self.call_later(self._follow_link)

    def _follow_link(self) -> None:
        """Say where a decision is that has not been answered yet."""
        if self.waiting:
            self._say_where_it_is()
        if self._cut_off:
            self.notice = ""
            self.board.withdraw()
        self.draw_choices()

    def _say_where_it_is(self) -> None:
        if not self.feed.connected:
            where = "held"
        elif self.notice or (self._link is not None and self._link.state == "sending"):
            where = "sending"
        else:
            return
        cells = self.size.width - Prompt.MARGIN
        self.notice = fitting(cells, say(f"table.prompt.{where}"), say(f"table.brief.{where}"))

    def begin_hints(self) -> None:
        """Give hints to a new player, in a guided game."""
        given = self.feed.hints_given
        if given is None or self.game.load_guided is None:
            return
        from triqueta_tui.table.guided import HintGuide

        def skip() -> None:
            self.feed.hints_given = None

        def hold(hold: bool) -> None:
            # What is over, or has company, does not wait.
            if self.now is not None and not self.now.over and not self.now.company:
                answer = self.feed.ask(requests.Hold, hold=hold)
                # The player need not know if it could not be done.
                answer.add_done_callback(lambda answer: answer.cancelled() or answer.exception())

        hints = self.game.load_guided().hints(self.board, given)
        self._guide = HintGuide(self.app, self.dialogs, hints, skip, hold)
        self._give_hints()

    def _give_hints(self) -> None:
        if self._guide is not None and self.now is not None:
            self._guide.follow(self.now)

    def _show_step(self, change: Change, now: AnyView) -> None:
        """Show a step of a recorded game."""
        self._remember_views()
        if isinstance(change, Reset) and change.reason == "viewpoint":
            # A watcher's table has other parts, and so has one on which everything is open.
            self._arrange()
        self._renew()
        # Some say whose hand it is.
        self._set_titles()
        self.draw()

    def _remember_views(self) -> None:
        if self.replay_bar is not None:
            self.board.forget_views()
            for view in self.replay_bar.feed.views_before():
                self.board.remember_view(view)

    def _renew(self) -> None:
        """Forget unfinished input, and offer the choices of the view.

        Whether to leave stays asked: the others move while the player thinks about it.
        """
        if self.now is None:
            return
        self.notice = self.feed.question
        self.board.offer(self.now)
        if self.replay_bar is not None:
            self.board.show_decision(self.replay_bar.feed.decision)
        else:
            self._offered = not self.waiting
            if self.waiting or self._cut_off:
                self.board.withdraw()

    def _name_table(self) -> None:
        self.status.name_table(self.feed.room, solo=self.feed.solo, seat=self.feed.seat)
        self.status.code = self.feed.label or self.status.code

    # Drawing

    def on_screen_resume(self) -> None:
        """Nothing was drawn below a dialog, and the language may have changed."""
        self._set_titles()
        if self.table_log.is_in_another_language:
            self._name_table()
            self.table_log.rewrite(self.feed, without_chat=self.has_class("-chat-beside"))
            for log in self.table_log:
                log.restart()
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size)
        # What fits into the prompt depends on the width.
        self.draw_choices()

    def _arrange(self, size: Size | None = None) -> None:
        width, height = size or self.size
        if self.now is not None:
            self.board.lay_out(width, height - self._lines_below)

    def set_side(self, cells: int) -> None:
        """Set the width of the right column; 0 hides it. In a slim one there is no room for the chat."""
        self.set_class(cells > 0, "-side")
        self.set_class(cells >= CHAT_BESIDE_FROM, "-chat-beside")
        self.query_one("#side").styles.width = cells

    def draw(self) -> None:
        """Draw everything; only cells that differ are painted.

        Below a dialog nothing is drawn: Textual would repaint the whole terminal.
        """
        now = self.now
        if now is None or not self.is_active:
            return
        self._draw_times(now)
        self.chats.show_readers(now)
        self.status.show(now)
        self.set_class(now.company, "-company")
        self.board.draw_view(now)
        for log in self.table_log:
            log.redraw()
        self.draw_choices()

    def draw_choices(self) -> None:
        """Draw the choices, the cursor and the prompt.

        While a decision is unanswered all stays as it is, to save repaints: usually the answer comes at once.
        """
        now = self.now
        if now is None or not self.is_active:
            return
        urgent = now.my_turn and self.feed.connected
        if self.waiting:
            if self.notice:
                self.prompt.say(self.notice, "", urgent=urgent)
            return
        keys = Keys(self.app.settings.keys)
        cells = self.size.width - Prompt.MARGIN
        game = self.game.title
        if self.replay_bar is not None:
            self.board.draw_marks(now, NoKeys(self.app.settings.keys))
            self.prompt.say(self.replay_bar.words(now, cells), self.board.detail(now, cells), urgent=False)
            self.replay_bar.show()
            self._title.show(say("replay.title", game=game))
        else:
            self.board.draw_marks(now, keys)
            words = self._prompt_words(now, keys, cells)
            self.prompt.say(words, self.board.detail(now, cells), urgent=urgent)
            self._show_title(now)
        self.refresh_bindings()

    def _show_title(self, now: AnyView) -> str:
        """Show the title of the terminal's window, also below a dialog; returns it."""
        game = self.game.title
        where = game if self.feed.solo else say("table.title.table", game=game, table=now.table)
        title = say("table.title.turn", where=where) if now.my_turn else where
        self._title.show(title)
        return title

    def _prompt_words(self, now: AnyView, keys: Keys, cells: int) -> str:
        if self.leaving:
            seated: Leaver = "rated" if now.room.settings.rated and not now.over else "seated"
            session = self.app.session
            waits = self.feed.solo and (session is None or session.keeps_seat)
            how: Leaver = "solo" if waits else seated if now.seat is not None else "watching"
            return leave_question(how, keys, cells)
        if self.notice:
            return self.notice
        if self._cut_off:
            key, link = keys.of(TABLE_LEAVE), self._link
            what = "server_ended" if link is not None and link.reason == Code.SERVER_ENDED else "cut_off"
            return fitting(cells, *(say(f"table.{style}.{what}", key=key) for style in ("prompt", "brief")))
        if now.room.paused is not None:
            return say("table.prompt.paused")
        if now.room.asleep is not None:
            words = stopped_words(now)
            return fitting(cells, say("table.prompt.asleep", what=words, key=keys.of(TABLE_LEAVE)), words)
        if now.over:
            return say("table.prompt.over")
        absence = self.time.absence_words(now.public.owing, self._sit_in_key, cells)
        return self.board.own_prompt(now, keys, cells) or absence or self.board.others_prompt(now)

    def _set_titles(self) -> None:
        if self.now is None:
            return
        titles: dict[Widget, str] = {
            self.table_log.beside: say("table.log.title"),
            self.seat_lines: say("table.seats.title"),
        }
        for part, title in (titles | self.board.titles()).items():
            if part.border_title != title:
                part.border_title = title

    # Dialogs over the table

    def show_dialogs(self, events: tuple[Struct, ...] = ()) -> None:
        now = self.now
        if now is None or self.feed.can_seek:
            return
        self.dialogs.follow(now, events)
        self._just_over |= any(isinstance(one, GameOver) for one in events)
        if not now.over:
            self.board.open_dialogs(now, events)
        elif not self.board.open_before_result(now, events) and not self.dialogs.of(ResultScreen):
            self.dialogs.open(self._result(now))
        self._show_clock_on_dialogs()

    def _result(self, now: AnyView) -> ResultScreen:
        told = [one for _, events in self.feed.told() for one in events]
        sheet = self.parts.result(now, told)
        result = ResultScreen(sheet, self.shuffle_check.verdict(now), self.make_log)
        result.just_won, self._just_over = self._just_over, False
        result.draft = self.draft
        return result

    def make_log(self) -> LogDialog:
        return LogDialog(self.table_log.sentences, self._seat_lines)

    # Decisions

    def decide(self, action: Struct) -> None:
        """Send a decision; until it is answered, nothing more can be chosen."""
        if self.feed.can_decide and not self.waiting:
            self._expect(self.feed.decide(action))

    def _expect(self, answer: "Future[Accepted]") -> None:
        self._decision = answer
        if self.waiting:
            self.board.withdraw()
        if not self.feed.connected:
            self._say_where_it_is()
        answer.add_done_callback(self._answered)

    def _answered(self, answer: "Future[Accepted]") -> None:
        """Let the player choose again if the decision was refused, in a dialog if it was taken in one."""
        if not self.is_attached or answer is not self._decision:
            return
        if answer.cancelled() or answer.exception() is not None:
            self.app.report(answer, self.feed.room.game)
            self._renew()
            self.call_later(self.show_dialogs)
        elif not self._offered:
            self._renew()
        # After what is waiting to be shown: the event of a decision comes with its answer.
        self.call_later(self.draw_choices)

    def clear_notice(self) -> None:
        self.leaving, self.notice = False, ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        now, room = self.now, self.feed.room
        live = self.feed.can_decide
        match action:
            case "back":
                return live and (
                    self.leaving or bool(self.notice and not self.waiting) or self.board.unfinished
                )
            case "talk":
                return live and now is not None and now.company and not self._typing
            case "mute":
                return live and not self.feed.solo and bool(people(self.app, self.feed))
            case "access":
                company = now is not None and now.company
                return live and room.host == self.feed.you and (company or bool(room.watchers))
            case "undo":
                return live and room.undo and not self.waiting
            case "sit_in":
                return live and self.feed.seat is not None and bool(self.time.absences.ready())
            case "coach":
                return live and now is not None and room.settings.coach and now.my_turn and not self.waiting
            case "leave":
                return live
            case "scores":
                return self.parts.scores is not None
        return super().check_action(action, parameters)

    @property
    def _typing(self) -> bool:
        return any(chat.has_focus_within for chat in self.chats)

    def on_key(self, event: events.Key) -> None:
        """A key that stands for something that cannot be done now says why."""
        self._end_glow()
        now = self.now
        if now is None or not self.feed.can_decide or self.waiting or self.leaving or self._typing:
            return
        found = disabled_action((self.board, self), event.key, self.app.settings.keys)
        if found is None:
            return
        of_game: Any = self.feed.vocabulary.words.event
        told = (one for _, events in self.feed.told() for one in events if isinstance(one, of_game))
        words = why_not(now, self.time.absences, found[0], told) or self.board.why_not(*found)
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
        if not (self.leaving and self.board.unfinished):
            self.board.cancel()
        self.clear_notice()
        self.draw_choices()

    def action_leave(self) -> None:
        if self.feed.is_exercise:
            self.dismiss()
            return
        if self.leaving:
            self.app.navigator.leave_table()
            return
        if self._may_stop:
            self._ask_how_to_leave()
            return
        self.board.cancel()
        self.leaving = True
        self.draw_choices()

    @property
    def _may_stop(self) -> bool:
        """Whether leaving can keep the seat: at a server that others share, in a game that may sleep."""
        now, session = self.now, self.app.session
        if now is None or now.seat is None or self._cut_off or (session is not None and session.keeps_seat):
            return False
        return now.room.asleep is not None or may_stop(now.room)

    def _ask_how_to_leave(self) -> None:
        now, navigator = self.now, self.app.navigator
        assert now is not None
        if now.room.asleep is not None:
            self._ask_about_sleep()
            return

        def answered(answer: str | None) -> None:
            if answer in {"stop", "leave"}:
                navigator.leave_table(stop=answer == "stop")

        self.app.push_screen(StopOrLeave(company=now.company), answered)

    def _ask_about_sleep(self) -> None:
        """Let a player who is still here go home, or go on with the game."""
        now, navigator, table = self.now, self.app.navigator, self.feed.table
        if now is None or now.seat is None or now.room.asleep is None or isinstance(self.app.screen, Stopped):
            return

        def answered(answer: str | None) -> None:
            self._stopped = None
            if answer == "home":
                navigator.leave_table(stop=True)
            elif answer == "go_on":
                navigator.enter(table, watch=False)

        self._stopped = Stopped(now)
        self.app.push_screen(self._stopped, answered)

    def action_sit_in(self) -> None:
        """Let bots play for those who have been away for long."""
        for seat in self.time.absences.ready():
            self._ask(requests.SitIn, seat=seat)

    def action_undo(self) -> None:
        self.leaving = False
        self._expect(self.feed.ask(requests.Undo))

    def action_log(self) -> None:
        self.dialogs.open(self.make_log())

    def action_scores(self) -> None:
        if self.now is not None and self.parts.scores is not None:
            self.dialogs.open(self.parts.scores(self.now))

    def action_talk(self) -> None:
        """Focus the chat; where it is not beside the board, it opens as a drawer."""
        (self.chats.beside if self.has_class("-chat-beside") else self.chats.drawer).focus()

    def action_mute(self) -> None:
        ask_whom_to_mute(self.app, self.feed)

    def action_access(self) -> None:
        self.app.navigator.change_access()

    @on(Chat.Entered)
    def _said(self, message: Chat.Entered) -> None:
        self.send_chat(message.text)

    def send_chat(self, text: str) -> None:
        self._ask(requests.Chat, text=text)

    @property
    def draft(self) -> str | None:
        """The chat line that is being typed, here or below the result; None if none is."""
        chats = (*self.chats, *(result.chat for result in self.dialogs.of(ResultScreen)))
        return next((chat.draft for chat in chats if chat.draft is not None), None)

    def resume_typing(self, draft: str) -> None:
        self.action_talk()
        for chat in self.chats:
            chat.resume(draft if chat.has_focus_within else None)

    def _ask(self, kind: type[requests.TableRequest], **fields: object) -> None:
        """Send a request that is no decision; a refusal is told, and changes nothing else."""
        answer = self.feed.ask(kind, **fields)
        answer.add_done_callback(lambda answer: self.app.report(answer, self.feed.room.game))

    # The coach

    def action_coach(self) -> None:
        """Ask what an expert would do now. The server thinks; the table goes on."""
        # Many never ask: the dialog is loaded with the first question.
        from triqueta_tui.table.coach_dialog import CoachDialog

        now = self.now
        if now is None or not self.check_action("coach", ()):
            return
        text = self.parts.advice_text(now)
        dialog = CoachDialog(
            now,
            text,
            self.feed.vocabulary,
            self._point_at,
            self.decide,
            self._turn_keys(),
            self.advice_place,
            self.screen_layout_refresh_signal,
        )
        self.dialogs.open(dialog)
        self.run_worker(self._advise(dialog, self.feed), group="coach", exclusive=True)

    async def _advise(self, dialog: "CoachDialog", feed: TableFeed) -> None:
        try:
            advice = await feed.advise()
        except TROUBLES as error:
            dialog.show_trouble(self.app.explain(error, feed.room.game))
        else:
            dialog.show_advice(advice)

    def _point_at(self, action: Struct) -> None:
        """On the board, or in the dialog in which it is decided; the board may open that first."""
        self.board.point_at(action)
        self.dialogs.point_at(action)
        self.draw_choices()

    def _turn_keys(self) -> list[Command]:
        nodes = (self.board, self)
        found = (command(one.id) for node in nodes for one in node.BINDINGS if isinstance(one, Binding))
        return [one for one in found if one is not None and one.id not in _COACH_KEYS]

    def advice_place(self) -> "Place":
        """Where advice may lie."""
        from triqueta_tui.table.coach_dialog import Place

        side, board = self.query_one("#side"), self.board.children[0]
        return Place(board.region.bottom, side.region if side.display else None)

    # Clocks and absences

    def _tick(self) -> None:
        now = self.now
        if now is None:
            return
        for log in self.dialogs.of(LogDialog):
            log.follow(now, ())
        self._show_clock_on_dialogs()
        if self.time.absences.ready() and not self.waiting:
            self.notice = ""
        if self.is_active:
            self._draw_times(now)
            if self.time.absences.all():
                self.draw_choices()

    def _show_clock_on_dialogs(self) -> None:
        self.dialogs.show_clock(self.time.clock.words(brief=self.size.width < CLOCK_WORDS_FROM))

    def _draw_times(self, now: AnyView) -> None:
        clock, missed = self.time.clock, self.time.absences.missed()
        self.status.clocks = (clock.words(), clock.words(brief=True))
        # Whose turn it is has a prompt that says something else.
        told = missed and now.my_turn
        self.status.note = self.time.absences.words(missed[0], self._sit_in_key, "brief") if told else ""
        self.status.redraw()
        self.seat_lines.show(self._seat_lines())

    def _seat_lines(self) -> list[SeatLine]:
        return [] if self.now is None else seat_lines(self.now, self.time, self._sit_in_key)

    @property
    def _sit_in_key(self) -> str:
        """Watchers have none."""
        return Keys(self.app.settings.keys).of(TABLE_SIT_IN) if self.feed.seat is not None else ""
