"""The table of Triqueta: shares out the terminal and draws every view it is shown."""

from typing import ClassVar, Final

from msgspec import Struct
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widget import Widget

from protocol import requests
from protocol.games.triqueta import Box, Draw, Keep, Placed, Took
from protocol.happenings import Said
from protocol.mirror import Mirror
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.table import (
    BoxToken,
    DrawToken,
    KeepToken,
    ShowPad,
    Talk,
)
from triqueta_tui.games.triqueta import prompts
from triqueta_tui.games.triqueta.choosing import ChoosingScreen
from triqueta_tui.games.triqueta.clock import ClockFace
from triqueta_tui.games.triqueta.hand import Button, Hand
from triqueta_tui.games.triqueta.layout import arrange
from triqueta_tui.games.triqueta.overlays import Overlays
from triqueta_tui.games.triqueta.prompt import MARGIN, Prompt, explained
from triqueta_tui.games.triqueta.prompts import Keys
from triqueta_tui.games.triqueta.rows import Landed, Rows
from triqueta_tui.games.triqueta.scoresheet import Scoresheet
from triqueta_tui.games.triqueta.shuffle_check import ShuffleCheck, Verdict
from triqueta_tui.games.triqueta.status import Status
from triqueta_tui.games.triqueta.towers import Towers
from triqueta_tui.games.triqueta.view_model import TableView
from triqueta_tui.locale import plural, say
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.log import Log
from triqueta_tui.widgets.terminal_title import TerminalTitle

AFTERGLOW: Final = 0.7
"""Seconds for which a token that has just landed stands out."""

_HAND_COMMANDS: Final = {Draw: DrawToken, Keep: KeepToken, Box: BoxToken}


class TriquetaTable(ChoosingScreen):
    """A game in progress, for a player or a watcher."""

    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(ShowPad, Talk)]

    def __init__(self, mirror: Mirror) -> None:
        super().__init__(mirror)
        self.shuffle_check = ShuffleCheck()
        self.sentences: list[str] = []
        self._heard: list[Struct] = []
        """What the sentences tell of."""
        self._moments = Overlays(self)
        self._glow: Timer | None = None
        self._clock = ClockFace()
        self._ticking: Timer | None = None
        self._title = TerminalTitle(self)
        self.status = Status()
        self.rows = Rows()
        self.hand = Hand()
        self.sheet = Scoresheet()
        self.towers = Towers()
        self.prompt = Prompt()
        self.logs = (Log(self.sentences, id="ticker"), Log(self.sentences, id="log"))
        self.link_status = LinkStatus()
        self.chats = (Chat(), Chat())
        """Beside the table where there is room, and a drawer over it where there is not."""
        self.chats[1].id = "drawer"

    def compose(self) -> ComposeResult:
        """The table on the left; towers and log on the right where there is room."""
        with Horizontal(id="top"):
            yield self.status
            yield self.link_status
        with Horizontal(id="middle"):
            with Vertical(id="main"):
                yield self.rows
                yield self.hand
                yield self.sheet
                yield self.logs[0]
            with Vertical(id="side"):
                yield self.towers
                yield self.logs[1]
                yield self.chats[0]
        yield self.chats[1]
        yield self.prompt
        yield Footer()

    def on_mount(self) -> None:
        """Draw the view the screen was made with."""
        self._entitle()
        self._title.take()
        if self.now is not None:
            self.offer(self.now)
            self.draw()
            self._wind_clock()
            self._moments.show(self.now, ())

    def on_unmount(self) -> None:
        """Give the terminal its own title back."""
        self._title.give_back()

    def on_screen_resume(self) -> None:
        """Catch up with what happened while a card lay over the table; the language may be another one."""
        self._entitle()
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Share out the new size."""
        self._arrange(event.size.width, event.size.height)

    def show(self, mirror: Mirror, happenings: tuple[Struct, ...]) -> None:
        """Draw what has changed."""
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
            self.offer(now)
        if before is None or len(before.public.rows) != len(now.public.rows):
            self._arrange(self.size.width, self.size.height)
        self._light_up(happenings)
        self.draw()
        self._wind_clock()
        if now.my_turn and not (before is not None and before.my_turn):
            self._ring()
        self._moments.show(now, happenings)

    def _entitle(self) -> None:
        titles: dict[Widget, str] = {
            self.rows: say("table.row.title"),
            self.hand: say("table.hand.title" if self.mirror.seat is not None else "table.hand.turn"),
            self.sheet: say("table.sheet.title"),
            self.towers: say("table.towers.title"),
            self.logs[1]: say("table.log.title"),
            **dict.fromkeys(self.chats, say("chat.title")),
        }
        for part, title in titles.items():
            if part.border_title != title:
                part.border_title = title

    def _write_down(self, now: TableView, happenings: tuple[Struct, ...]) -> None:
        """Put what happened into the log, and what was said into the chat."""
        for one in happenings:
            if isinstance(one, Said):
                for chat in self.chats:
                    chat.add(one)
                if self.has_class("-side"):
                    continue
            if (sentence := now.log_text.tell(one)) is not None:
                self._heard.append(one)
                self.sentences.append(sentence)

    def _retell(self, now: TableView) -> None:
        """Another player has come to this keyboard: what was told to the last one calls them "you"."""
        self.sentences[:] = [now.log_text.tell(one) or "" for one in self._heard]

    def draw(self) -> None:
        """Draw everything; only what differs from the screen is painted.

        Below a card nothing is drawn: whatever changes there would paint the whole terminal.
        """
        now = self.now
        if now is None or not self.is_active:
            return
        pictures = not self.app.has_class("-letters")
        for board in (self.rows, self.hand, self.sheet):
            board.pictures = pictures
        self.status.show(now.public, now.room)
        self.towers.show(now.public)
        self.sheet.show(now.public, now.room, now.seat)
        self.set_class(now.company, "-company")
        for log in self.logs:
            log.redraw()
        self.draw_choices()

    def draw_choices(self) -> None:
        """Draw what may be chosen and where the cursor is.

        While a decision is on its way all stays as it is: the answer comes at once, or it is said that the
        link is not there yet.
        """
        now, chooser = self.now, self.chooser
        if now is None or not self.is_active:
            return
        if self.waiting:
            if self.notice:
                self.prompt.say(self.notice, "", urgent=now.my_turn)
            return
        keys = Keys(self.app.settings.keys)
        self.rows.cursor = chooser.row
        self.rows.armed = chooser.row if chooser.armed else None
        self.rows.ghost = now.mine.drawn[0] if chooser.placing and now.mine and now.mine.drawn else None
        self.rows.show(now.public, now.mine, now.names, now.seat)
        self.hand.buttons = tuple(
            Button(kind, keys.of(_HAND_COMMANDS[kind]), _HAND_COMMANDS[kind].word())
            for kind in chooser.hand_actions()
        )
        self.hand.cursor = chooser.hand
        self.hand.show(now.public, now.mine, now.names, now.seat)
        self._draw_prompt(keys)
        self._title.show(say("table.title.turn" if now.my_turn else "table.title.table", table=now.table))
        self.refresh_bindings()

    def _draw_prompt(self, keys: Keys) -> None:
        now, row = self.now, self.chooser.row
        assert now is not None
        worth = now.mine.worth[row] if now.mine is not None and row is not None else None
        detail = ""
        if worth is not None and row is not None:
            detail = explained(row, worth, self.size.width - MARGIN)
        elif self.chooser.hand is Draw:
            detail = plural("table.prompt.tower_left", now.public.towers[now.public.tower])
        cells = self.size.width - MARGIN
        if self.leaving:
            words = prompts.leaving(keys, cells)
        else:
            words = self.notice or prompts.words(now, self.chooser, keys, cells)
        self.prompt.say(words, detail, urgent=now.my_turn)

    def refused(self) -> None:
        """Let the player choose again, on the card of the moment if it has one."""
        super().refused()
        if self.now is not None:
            self._moments.show(self.now, ())

    def _arrange(self, width: int, height: int) -> None:
        if self.now is None:
            return
        seats = len(self.now.public.rows)
        plan = arrange(width, height, seats, seated=self.now.seat is not None)
        rule = 1 if plan.ruled else 0
        self.set_class(plan.ruled, "-ruled")
        self.set_class(plan.side > 0, "-side")
        self.query_one("#side").styles.width = plan.side
        self.rows.styles.height = seats * plan.rows + rule
        self.hand.styles.height = plan.hand + rule
        self.sheet.styles.height = plan.sheet + rule
        self.logs[0].styles.height = plan.log
        self.towers.styles.height = plan.towers + 1
        self.prompt.styles.height = plan.prompt
        self.status.towers_shown = plan.side > 0
        self.sheet.titled = plan.ruled

    def verdict(self, now: TableView) -> Verdict | None:
        """Whether the shuffle was the promised one, once the server has opened it."""
        return self.shuffle_check.check(now.room.shuffle, len(now.public.collections))

    # What else can be done here

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what can be done now is offered."""
        if action == "talk":
            return self.now is not None and self.now.company
        return super().check_action(action, parameters)

    def action_pad(self) -> None:
        """Show the score pad."""
        if self.now is not None:
            self._moments.open_pad(self.now)

    def action_talk(self) -> None:
        """Go to the chat; where it has no place of its own, open it over the table."""
        aside = self.has_class("-side")
        self.set_class(not aside, "-talking")
        self.chats[0 if aside else 1].focus()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Close the drawer when nobody types in it any more."""
        if event.widget is self.chats[1]:
            self.remove_class("-talking")

    @on(Chat.Entered)
    def _said(self, message: Chat.Entered) -> None:
        if self.app.link is not None:
            self.app.link.send(requests.Chat, table=self.mirror.table, text=message.text)

    # What draws the eye

    def _ring(self) -> None:
        if self.app.settings.bell:
            self.app.bell()

    def _light_up(self, happenings: tuple[Struct, ...]) -> None:
        """Let what has just landed stand out for a moment, if movements are wanted."""
        if not self.app.has_class("-motion"):
            return
        for one in happenings:
            if isinstance(one, Placed):
                self.rows.landed = Landed(one.row, one.animal)
            elif isinstance(one, Took):
                self.rows.landed = Landed(one.row, None)
            else:
                continue
            if self._glow is not None:
                self._glow.stop()
            self._glow = self.set_timer(AFTERGLOW, self._fade)

    def _fade(self) -> None:
        self.rows.landed = None
        self.rows.redraw()

    def _wind_clock(self) -> None:
        """Let the seconds run where a table has clocks; elsewhere nothing ticks."""
        assert self.now is not None
        self._clock.set(self.now)
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
