"""The table of a game, of whatever kind, while a finished game is shown on it again."""

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from msgspec import Struct
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.timer import Timer

from protocol.happenings import GameOver
from protocol.mirror import Mirror
from triqueta_tui import locale
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.commands.replay import OPEN, PLAY, REPLAY_COMMANDS, RESULT
from triqueta_tui.locale import say
from triqueta_tui.replay.bar import Progress, ReplayBar
from triqueta_tui.replay.decisive import decisive_step
from triqueta_tui.replay.recording import Recording
from triqueta_tui.replay.viewpoint import Viewpoint
from triqueta_tui.table.prompt import Keys, Prompt, fitting
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.table.view_model import MineT, PublicT, TableView

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

SPEEDS: Final = (2.0, 1.0, 0.4)
"""Seconds for which a step is shown while the replay goes on by itself."""


class _NoKeys(Keys):
    """The keys of the game do nothing here, so none are shown beside its pieces."""

    def of(self, command: Command) -> str:
        return ""


class ReplayTable(TableScreen[PublicT, MineT], inherit_bindings=False):
    """Stands before a game's own table among its bases; see ``replay_table``.

    The table is drawn by the game. From here comes what it draws, and the keys: they move through the game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(*REPLAY_COMMANDS)]
    LINES_BELOW = 1

    def __init__(self, recording: Recording, at: int = 0, decisive: int | None = None) -> None:
        own = recording.head.seat
        super().__init__(recording.mirror(0, own))
        self.recording = recording
        self.step = 0
        self.viewpoint = Viewpoint(own if own is not None else 0)
        self.bar = ReplayBar()
        self.leave: Callable[[], Awaitable[None]] | None = None
        """What closing it does, if it does not lead back to the screen below."""
        self._wanted = at
        """A step to go to as soon as it has come."""
        self._decisive = decisive
        self._speed = 1
        self._timer: Timer | None = None
        self._starts: list[int] = [0]
        self._sentences: list[list[str]] = []
        """The sentences about each step, in the language in which they were told last."""
        self._language = ""
        self._take_in()

    # The recording

    def take(self) -> None:
        """More steps have come."""
        self._take_in()
        if self.is_running:
            self._show(self.step)

    def _take_in(self) -> None:
        recording = self.recording
        self._starts = self.round_starts(recording.story)
        if recording.whole and self._decisive is None:
            standings = [self.standing(recording.view(step, None)) for step in range(recording.here)]
            over = next((one for one in recording.story[-1] if isinstance(one, GameOver)), None)
            self._decisive = decisive_step(standings, over.winners if over is not None else ())
        step, self._wanted = self._wanted, self._wanted if self._wanted > recording.last else 0
        self.step = max(self.step, min(step, recording.last))
        self._look()

    @property
    def decisive(self) -> int | None:
        """The step of the decisive moment, once it is known and has come."""
        known = self._decisive is not None and self._decisive <= self.recording.last
        return self._decisive if known else None

    # What is seen

    @property
    def seen_from(self) -> int | None:
        """The seat from which the table is drawn: where all is open, that of whoever decides."""
        if not self.viewpoint.opened:
            return self.viewpoint.eyes
        decider = self.recording.decider(self.step)
        return self.recording.last_decider if decider is None else decider

    def _look(self) -> None:
        """Make the view of this step, and forget what was drawn of others."""
        seat, recording = self.seen_from, self.recording
        self.mirror = recording.mirror(self.step, seat)
        self.now = recording.view(self.step, seat, opened=self.viewpoint.opened)
        self.log_book.sentences[:] = [one for told in self._story(self.step) for one in told]
        self.forget_views()
        for step in range(self.step):
            self.remember_view(recording.view(step, None))

    def _story(self, step: int) -> list[list[str]]:
        """The sentences about all steps up to this one."""
        if self._language != locale.language():
            self._language, self._sentences = locale.language(), []
        for number in range(len(self._sentences), step + 1):
            text = self.LOG_TEXT(self.recording.view(number, self.recording.head.seat), live=True)
            told = (text.tell(one) for one in self.recording.story[number])
            self._sentences.append([sentence for sentence in told if sentence is not None])
        return self._sentences[: step + 1]

    def _show(self, step: int) -> None:
        """Show a step."""
        onward, self.step = step == self.step + 1, step
        self._look()
        now = self.now
        assert now is not None
        self.renew(now)
        # Some say whose hand it is.
        self._set_titles()
        if onward and self.app.has_class("-motion"):
            self.light_up(self.recording.story[step])
        self.draw()
        if not onward:
            for log in self.logs:
                log.rewrite()

    def renew(self, now: TableView[PublicT, MineT]) -> None:
        super().renew(now)
        seat = now.seat
        self.show_decision(self.recording.decision(self.step, seat) if seat is not None else None)

    # Drawing

    def compose_below(self) -> ComposeResult:
        yield self.bar

    def draw(self) -> None:
        # In place of the code of a table that is no more.
        self.status.code = say("replay.status")
        super().draw()

    def draw_choices(self) -> None:
        now = self.now
        if now is None or not self.is_active:
            return
        self.draw_marks(now, _NoKeys(self.app.settings.keys))
        cells = self.size.width - Prompt.MARGIN
        self.prompt.say(self._words(now, cells), self.detail(now, cells), urgent=False)
        self.bar.show(self._progress(now))
        self._title.show(say("replay.title", game=self.app.games.title(now.room.game)))
        self.refresh_bindings()

    def _words(self, now: TableView[PublicT, MineT], cells: int) -> str:
        """What is decided next, if it is to be known."""
        if now.over:
            return self._ending(now)
        action = self.recording.decision(self.step, now.seat) if now.seat is not None else None
        if action is None or now.seat is None:
            return self.others_prompt(now)
        text, name = self.ADVICE_TEXT(now), now.names[now.seat]
        forms = (text.in_full(action), text.action(action))
        return fitting(cells, *(say("replay.decides", name=name, action=form) for form in forms))

    def _ending(self, now: TableView[PublicT, MineT]) -> str:
        over = next((one for one in self.recording.story[-1] if isinstance(one, GameOver)), None)
        names = [now.names[seat] for seat in over.winners] if over is not None else []
        key = Keys(self.app.settings.keys).of(RESULT)
        return say("replay.over", who=say("log.and").join(names), key=key)

    def _progress(self, now: TableView[PublicT, MineT]) -> Progress:
        recording = self.recording
        return Progress(
            self.step,
            recording.last,
            recording.total - 1,
            sum(start <= self.step for start in self._starts),
            tuple(self._starts),
            recording.at(self.step),
            say(f"replay.speed.{self._speed}"),
            self._timer is not None,
            self.viewpoint.words(now.names, recording.head.seat),
            self.decisive,
        )

    def footer_word(self, command: Command) -> str:
        if command is PLAY and self._timer is not None:
            return say("replay.stop")
        if command is OPEN and self.viewpoint.opened:
            return say("replay.as_seen")
        return command.word()

    def on_screen_resume(self) -> None:
        """The language may have changed."""
        if self._language != locale.language():
            self._show(self.step)

    # Moving about

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        step, last = self.step, self.recording.last
        match action, parameters:
            case ("replay_step", (1,)) | ("replay_play" | "replay_end", _):
                return step < last
            case ("replay_step", _) | ("replay_start", _):
                return step > 0
            case "replay_round", (1,):
                return step < last
            case "replay_round", _:
                return step > 0
            case "replay_decisive", _:
                return self.decisive not in {None, step}
            case "replay_result", _:
                return self.now is not None and self.now.over
            case ("log" | "scores", _):
                return True
        return super().check_action(action, parameters)

    def go_to(self, step: int) -> None:
        """Show a step, and stop going on by itself."""
        self.stop()
        self._go(step)

    def _go(self, step: int) -> None:
        step = max(0, min(step, self.recording.last))
        if step != self.step:
            self._show(step)

    def action_replay_step(self, steps: int) -> None:
        self.go_to(self.step + steps)

    def action_replay_round(self, rounds: int) -> None:
        if rounds > 0:
            self.go_to(next((start for start in self._starts if start > self.step), self.recording.last))
        else:
            self.go_to(next((start for start in reversed(self._starts) if start < self.step), 0))

    def action_replay_start(self) -> None:
        self.go_to(0)

    def action_replay_end(self) -> None:
        self.go_to(self.recording.last)

    def action_replay_decisive(self) -> None:
        if self.decisive is not None:
            self.go_to(self.decisive)

    def action_replay_play(self) -> None:
        if self._timer is None:
            self._timer = self.set_interval(SPEEDS[self._speed], self._tick_on)
            self.draw_choices()
        else:
            self.stop()

    def _tick_on(self) -> None:
        """Go on while the table is seen; at the end of what has come, wait for more or stop."""
        if self.is_active and self.step < self.recording.last:
            self._go(self.step + 1)
        elif self.recording.whole and self.step == self.recording.last:
            self.stop()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.draw_choices()

    def action_replay_speed(self) -> None:
        self._speed = (self._speed + 1) % len(SPEEDS)
        if self._timer is not None:
            self._timer.stop()
            self._timer = self.set_interval(SPEEDS[self._speed], self._tick_on)
        self.draw_choices()

    def action_replay_open(self) -> None:
        self._see(self.viewpoint.turned())

    def action_replay_eyes(self, steps: int) -> None:
        self._see(self.viewpoint.next(self.recording.seats, steps))

    def _see(self, viewpoint: Viewpoint) -> None:
        self.viewpoint = viewpoint
        self._look()
        # A watcher's table has other parts, and so has one on which all is open.
        self.share_out(self.size.width, self.size.height - self.LINES_BELOW)
        self._show(self.step)

    def action_replay_expert(self) -> None:
        self.app.open_review(self.recording.head.game.id)

    def action_replay_result(self) -> None:
        """Show the sheet of the game as whoever looks at it saw it, with the check of the shuffle."""
        recording, seat = self.recording, self.recording.head.seat
        self.shuffle_check = self.SHUFFLE_CHECK()
        for step, what in enumerate(recording.story):
            self.shuffle_check.see(recording.view(step, seat), what)
        self.recount([one for what in recording.story for one in what])
        self.app.push_screen(self.make_result(recording.view(recording.last, seat)))

    async def action_replay_close(self) -> None:
        if self.leave is not None:
            await self.leave()
        else:
            self.dismiss()

    @on(ReplayBar.Sought)
    def _sought(self, message: ReplayBar.Sought) -> None:
        self.go_to(message.step)

    @on(ReplayBar.Pressed)
    def _pressed(self, message: ReplayBar.Pressed) -> None:
        match message.part:
            case "play":
                self.action_replay_play()
            case "speed":
                self.action_replay_speed()
            case "viewpoint":
                self.action_replay_eyes(1)

    # What a table does while it is played at, and a replay does not

    def on_key(self, event: events.Key) -> None:
        """No key has to say why it does nothing."""
        event.prevent_default()

    def show(self, mirror: Mirror, happenings: tuple[Struct, ...]) -> None:
        """Nothing happens at this table any more."""

    def hear(self, happenings: tuple[Struct, ...]) -> None:
        """The history of another table."""

    def refused(self) -> None:
        """Nothing is decided here."""

    def send(self, action: Struct) -> None:
        """A click moves the cursor, to look; what was decided stays."""

    def show_overlays(self, now: TableView[PublicT, MineT], happenings: tuple[Struct, ...]) -> None:
        """Moments of a game do not interrupt its replay."""

    def open_once(self, kind: type[Screen[None]], make: "Callable[[], Screen[None]]") -> None:
        """Nothing is decided on cards here."""


@cache
def replay_table(table: type[Screen[Any]]) -> type[ReplayTable[Any, Any]]:
    """The table of a game for its replays."""
    # Styles go by the name of a class and of its first bases; sheets are looked for beside its module.
    made = type(table.__name__, (ReplayTable, table), {"__module__": table.__module__})
    return cast("type[ReplayTable[Any, Any]]", made)
