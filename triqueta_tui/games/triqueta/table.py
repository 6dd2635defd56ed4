"""The table of Triqueta: draws every view it is shown and sends what the player chooses."""

from typing import ClassVar, Final

from msgspec import Struct
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.timer import Timer

from protocol.codec import plain
from protocol.games.triqueta import AnyAction, Box, Draw, Keep, Placed, Took
from protocol.mirror import Mirror
from protocol.requests import Act
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.table import (
    TURN,
    BoxToken,
    DrawToken,
    KeepToken,
    LeaveTable,
    ShowPad,
)
from triqueta_tui.games.triqueta import prompts
from triqueta_tui.games.triqueta.chooser import Chooser
from triqueta_tui.games.triqueta.clock import ClockFace
from triqueta_tui.games.triqueta.hand import Button, Hand
from triqueta_tui.games.triqueta.moments import Moments
from triqueta_tui.games.triqueta.plan import arrange
from triqueta_tui.games.triqueta.prompt import MARGIN, Prompt, explained
from triqueta_tui.games.triqueta.prompts import Keys
from triqueta_tui.games.triqueta.rows import Landed, Rows
from triqueta_tui.games.triqueta.sheet import Scoresheet
from triqueta_tui.games.triqueta.situation import Situation
from triqueta_tui.games.triqueta.status import Status
from triqueta_tui.games.triqueta.towers import Towers
from triqueta_tui.games.triqueta.witness import Verdict, Witness
from triqueta_tui.locale import plural, say
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.log import Log

AFTERGLOW: Final = 0.7
"""Seconds for which a token that has just landed stands out."""

_HAND_COMMANDS: Final = {Draw: DrawToken, Keep: KeepToken, Box: BoxToken}


class TriquetaTable(Screen[None]):
    """A game in progress, for a player or a watcher."""

    app = app_of(TriquetaApp)
    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(*TURN, ShowPad, LeaveTable)]

    def __init__(self, mirror: Mirror) -> None:
        super().__init__()
        self.mirror = mirror
        self.now = Situation.of(mirror)
        self.witness = Witness()
        self.sentences: list[str] = []
        self.chooser = Chooser()
        self._moments = Moments(self)
        self._notice = ""
        self._leaving = False
        self._sent: int | None = None
        self._glow: Timer | None = None
        self._clock = ClockFace()
        self._ticking: Timer | None = None
        self.status = Status()
        self.rows = Rows()
        self.hand = Hand()
        self.sheet = Scoresheet()
        self.towers = Towers()
        self.prompt = Prompt()
        self.logs = (Log(self.sentences, id="ticker"), Log(self.sentences, id="log"))
        self.link_status = LinkStatus()

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
        yield self.prompt
        yield Footer()

    def on_mount(self) -> None:
        """Draw the view the screen was made with."""
        self.rows.border_title = say("table.row.title")
        self.hand.border_title = say("table.hand.title")
        self.sheet.border_title = say("table.sheet.title")
        self.towers.border_title = say("table.towers.title")
        self.logs[1].border_title = say("table.log.title")
        if self.now is not None:
            self._take_in(self.now)
            self._moments.show(self.now, ())

    def on_screen_resume(self) -> None:
        """Catch up with what happened while a card lay over the table."""
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Share out the new size."""
        self._arrange(event.size.width, event.size.height)

    def show(self, mirror: Mirror, happenings: tuple[Struct, ...]) -> None:
        """Draw what has changed."""
        before, self.mirror, self.now = self.now, mirror, Situation.of(mirror)
        now = self.now
        if now is None:
            return
        self._sent, self._notice, self._leaving = None, "", False
        self.witness.see(now, happenings)
        self.sentences.extend(filter(None, map(now.teller.tell, happenings)))
        if not self.is_running:
            return
        if before is None or len(before.public.rows) != len(now.public.rows):
            self._arrange(self.size.width, self.size.height)
        self._light_up(happenings)
        self._take_in(now)
        if now.my_turn and not (before is not None and before.my_turn):
            self._ring()
        self._moments.show(now, happenings)

    def _take_in(self, now: Situation) -> None:
        """Let the player choose from what this view offers, and draw it."""
        self.chooser.confirm_take = self.app.settings.confirm_take
        self.chooser.renew(now.mine.choices if now.mine is not None else ())
        self.draw()
        self._wind_clock()

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
        for log in self.logs:
            log.redraw()
        self._draw_choices()

    def _draw_choices(self) -> None:
        now, chooser = self.now, self.chooser
        if now is None or not self.is_active:
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
        if self._leaving:
            words = prompts.leaving(keys, cells)
        else:
            words = self._notice or prompts.words(now, self.chooser, keys, cells)
        self.prompt.say(words, detail, urgent=now.my_turn and self._sent is None)

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

    def verdict(self, now: Situation) -> Verdict | None:
        """Whether the shuffle was the promised one, once the server has opened it."""
        return self.witness.check(now.room.shuffle, len(now.public.collections))

    # What the player does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what can be done now is offered."""
        chooser = self.chooser
        match action:
            case "up" | "down" | "choose":
                return chooser.open
            case "draw":
                return chooser.offers(Draw)
            case "keep":
                return chooser.offers(Keep)
            case "box":
                return chooser.offers(Box)
            case "row":
                return chooser.open and isinstance(parameters[0], int) and chooser.has_row(parameters[0])
            case "back":
                return chooser.armed or self._leaving
        return True

    def action_up(self) -> None:
        """Move the cursor to the choice above."""
        self._move(-1)

    def action_down(self) -> None:
        """Move the cursor to the choice below."""
        self._move(1)

    def action_choose(self) -> None:
        """Do what is under the cursor."""
        self._act(self.chooser.press())

    def action_draw(self) -> None:
        """Draw a token."""
        self._act(self.chooser.press_hand(Draw))

    def action_keep(self) -> None:
        """Keep the drawn token."""
        self._act(self.chooser.press_hand(Keep))

    def action_box(self) -> None:
        """Put the drawn token into the box."""
        self._act(self.chooser.press_hand(Box))

    def action_row(self, row: int) -> None:
        """Lay the drawn token in a row, or take it."""
        self._act(self.chooser.press_row(row))

    def action_back(self) -> None:
        """Take back a first press."""
        self.chooser.cancel()
        self._leaving = False
        self._draw_choices()

    def action_pad(self) -> None:
        """Show the score pad."""
        if self.now is not None:
            self._moments.open_pad(self.now)

    def action_leave(self) -> None:
        """Get up, at the second press."""
        if self._leaving:
            self.app.leave_table()
            return
        self.chooser.cancel()
        self._leaving = True
        self._draw_choices()

    @on(Rows.Pressed)
    def _row_clicked(self, message: Rows.Pressed) -> None:
        self.action_row(message.row)

    @on(Hand.Pressed)
    def _hand_clicked(self, message: Hand.Pressed) -> None:
        self._act(self.chooser.press_hand(message.action))

    def _move(self, steps: int) -> None:
        self._leaving, self._notice = False, ""
        self.chooser.move(steps)
        self._draw_choices()

    def _act(self, action: AnyAction | None) -> None:
        self._leaving, self._notice = False, ""
        if action is not None:
            self.send(action)
        self._draw_choices()

    def send(self, action: AnyAction) -> None:
        """Send a decision; until the table answers, nothing more can be chosen."""
        link = self.app.link
        if link is None:
            self._notice = say("table.prompt.unsent")
            return
        self._sent = link.send(Act, table=self.mirror.table, action=plain(action))
        self.chooser.renew(())

    def refused(self) -> None:
        """Nothing came of it: let the player choose again."""
        self._sent = None
        if self.now is not None:
            self._take_in(self.now)

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
