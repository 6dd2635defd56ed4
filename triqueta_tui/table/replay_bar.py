"""The bar of a replay, with its keys: step, round, time, speed and viewpoint, and a track to click on."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.getters import app as app_of
from textual.timer import Timer

from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import REPLAY_COMMANDS, REPLAY_OPEN, REPLAY_PLAY, REPLAY_RESULT
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import on_clock
from triqueta_tui.session.recorded_feed import RecordedFeed
from triqueta_tui.session.view import AnyView
from triqueta_tui.table.dialog import Dialogs
from triqueta_tui.table.log_dialog import LogDialog
from triqueta_tui.table.prompt import Keys, fitting
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.drawn_widget import Drawn

SPEEDS: Final = (2.0, 1.0, 0.4)
"""Seconds for which a step is shown while the replay goes on by itself."""

DECISIVE: Final = "◊"
_PLAYING, _STANDING = "▸", "▪"
_LEAST_TRACK: Final = 8
_ROUND: Final = 4
"""Cells of the track that a round must have on average to be marked."""


@dataclass(frozen=True)
class Progress:
    """What the bar shows."""

    step: int
    here: int
    """The last step that has come; the bar's end is ``last``."""
    last: int
    round: int
    rounds: tuple[int, ...]
    """The steps at which rounds begin."""
    milliseconds: int
    speed: str
    playing: bool
    viewpoint: tuple[str, str]
    """In words, and in few."""
    decisive: int | None = None


class Replayed(Protocol):
    """The table that a replay bar moves through a game."""

    parts: Any
    dialogs: Dialogs

    @property
    def board(self) -> Any: ...

    @property
    def is_active(self) -> bool: ...

    def draw_choices(self) -> None: ...

    def make_log(self) -> LogDialog: ...

    def dismiss(self, result: None = None) -> object: ...


class ReplayBar(Drawn, can_focus=True):
    app = app_of(TriquetaApp)
    DEFAULT_CSS = "ReplayBar { height: 1; background: $surface; color: $foreground; }"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(*REPLAY_COMMANDS)]

    def __init__(
        self, table: Replayed, feed: RecordedFeed, close: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """``close`` is what closing the replay does, if it does not lead back to the screen below."""
        super().__init__(id="replay-bar")
        self._table = table
        self.feed = feed
        self._close = close
        self._progress: Progress | None = None
        self._track = (0, 0)
        """Its first column, and the one after its last."""
        self._spots: list[tuple[int, int, str]] = []
        self._speed = 1
        self._timer: Timer | None = None

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer is not None

    # What is shown

    def show(self) -> None:
        feed, recording = self.feed, self.feed.recording
        self._progress = Progress(
            feed.step,
            recording.last,
            recording.total - 1,
            sum(start <= feed.step for start in feed.starts),
            tuple(feed.starts),
            recording.at(feed.step),
            say(f"replay.speed.{self._speed}"),
            self.playing,
            feed.viewpoint.words(feed.view.names, recording.head.seat),
            feed.decisive,
        )
        self.redraw()

    def words(self, now: AnyView, cells: int) -> str:
        """What is decided next, if it is to be known."""
        feed = self.feed
        if now.over:
            over = feed.over
            names = [now.names[seat] for seat in over.winners] if over is not None else []
            key = Keys(self.app.settings.keys).of(REPLAY_RESULT)
            return say("replay.over", who=say("numbers.and").join(names), key=key)
        action = feed.decision
        if action is None or now.seat is None:
            words: str = self._table.board.others_prompt(now)
            return words
        text, name = self._table.parts.advice_text(now), now.names[now.seat]
        forms = (text.in_full(action), text.action(action))
        return fitting(cells, *(say("replay.decides", name=name, action=form) for form in forms))

    def footer_word(self, command: Command) -> str:
        if command is REPLAY_PLAY and self.playing:
            return say("replay.stop")
        if command is REPLAY_OPEN and self.feed.viewpoint.opened:
            return say("replay.as_seen")
        return command.word()

    # Moving about

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        feed = self.feed
        step, last = feed.step, feed.recording.last
        match action, parameters:
            case ("replay_step" | "replay_round", (1,)) | ("replay_play" | "replay_end", _):
                return step < last
            case ("replay_step" | "replay_round" | "replay_start", _):
                return step > 0
            case "replay_decisive", _:
                return feed.decisive not in {None, step}
            case "replay_result", _:
                return feed.view.over
        return super().check_action(action, parameters)

    def go_to(self, step: int) -> None:
        """Show a step, and stop going on by itself."""
        self.stop()
        self.feed.seek(step)

    def action_replay_step(self, steps: int) -> None:
        self.go_to(self.feed.step + steps)

    def action_replay_round(self, rounds: int) -> None:
        feed = self.feed
        if rounds > 0:
            self.go_to(next((start for start in feed.starts if start > feed.step), feed.recording.last))
        else:
            self.go_to(next((start for start in reversed(feed.starts) if start < feed.step), 0))

    def action_replay_start(self) -> None:
        self.go_to(0)

    def action_replay_end(self) -> None:
        self.go_to(self.feed.recording.last)

    def action_replay_decisive(self) -> None:
        if self.feed.decisive is not None:
            self.go_to(self.feed.decisive)

    def action_replay_play(self) -> None:
        if self._timer is None:
            self._timer = self.set_interval(SPEEDS[self._speed], self._tick_on)
            self._table.draw_choices()
        else:
            self.stop()

    def _tick_on(self) -> None:
        """Go on while the table is seen; at the end of what has come, wait for more or stop."""
        feed = self.feed
        if self._table.is_active and feed.step < feed.recording.last:
            feed.seek(feed.step + 1)
        elif feed.recording.whole and feed.step == feed.recording.last:
            self.stop()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._table.draw_choices()

    def action_replay_speed(self) -> None:
        self._speed = (self._speed + 1) % len(SPEEDS)
        if self._timer is not None:
            self._timer.stop()
            self._timer = self.set_interval(SPEEDS[self._speed], self._tick_on)
        self._table.draw_choices()

    def action_replay_open(self) -> None:
        self.feed.see_from(self.feed.viewpoint.turned())

    def action_replay_eyes(self, steps: int) -> None:
        feed = self.feed
        feed.see_from(feed.viewpoint.next(feed.recording.seats, steps))

    def action_replay_expert(self) -> None:
        self.app.navigator.open_review(self.feed.recording.head.game.id)

    def action_replay_result(self) -> None:
        """Show the result as the recording's own player saw it, with the check of the shuffle."""
        recording, parts = self.feed.recording, self._table.parts
        seat, check = recording.head.seat, parts.shuffle_check()
        for step, what in enumerate(recording.story):
            check.see(recording.view(step, seat), what)
        now = recording.view(recording.last, seat)
        told = [one for what in recording.story for one in what]
        result = ResultScreen(parts.result(now, told), check.verdict(now), self._table.make_log)
        self._table.dialogs.open(result)

    async def action_replay_close(self) -> None:
        if self._close is not None:
            await self._close()
        else:
            self._table.dismiss()

    def column_of(self, step: int) -> int:
        """Where a step is on the track."""
        left, right = self._track
        last = self._progress.last if self._progress is not None else 0
        return left + (round(step * (right - left - 1) / last) if last else 0)

    def on_click(self, event: events.Click) -> None:
        progress, (left, right) = self._progress, self._track
        if progress is None:
            return
        if left <= event.x < right:
            share = (event.x - left) / max(1, right - left - 1)
            self.go_to(round(share * progress.last))
        for start, end, part in self._spots:
            if start <= event.x < end:
                match part:
                    case "play":
                        self.action_replay_play()
                    case "speed":
                        self.action_replay_speed()
                    case "viewpoint":
                        self.action_replay_eyes(1)

    def draw(self, canvas: Canvas) -> None:
        """The step on the left, the track, and on the right as many of the words as leave room for it."""
        one = self._progress
        if one is None:
            return
        self._spots = []
        x = canvas.write(1, 0, _PLAYING if one.playing else _STANDING, self.style_of("mark")) + 1
        digits = len(str(one.last))
        x = canvas.write(x, 0, f"{one.step:>{digits}}/{one.last}", self.style_of("strong"))
        if one.here < one.last:
            x = canvas.write(x + 1, 0, f"({one.here * 100 // one.last}%)", self.style_of("dim"))
        self._spots.append((0, x, "play"))
        right = self._draw_words(canvas, one, canvas.width - 1, x + 1 + _LEAST_TRACK)
        self._track = (x + 1, right - 1)
        self._draw_track(canvas, one)

    def _draw_words(self, canvas: Canvas, one: Progress, right: int, left: int) -> int:
        """Draw from the right to the left; returns the column where the words begin."""
        whole, brief = one.viewpoint
        rounds, minutes = say("replay.bar.round", round=one.round), on_clock(one.milliseconds / 1000)
        forms = (
            [("viewpoint", whole), ("speed", one.speed), ("", minutes), ("", rounds)],
            [("viewpoint", whole), ("speed", one.speed), ("", rounds)],
            [("viewpoint", whole), ("speed", one.speed)],
            [("viewpoint", brief), ("speed", one.speed)],
            [("viewpoint", brief)],
        )
        room = right - left
        parts = next(
            (form for form in forms if sum(cell_len(words) + 3 for _, words in form) - 3 <= room), forms[-1]
        )
        for number, (part, words) in enumerate(parts):
            if number:
                right = canvas.write_right(right, 0, " · ", self.style_of("faint"))
            end, ink = right, "mark" if part == "viewpoint" else "strong" if part else "dim"
            right = canvas.write_right(right, 0, words, self.style_of(ink))
            if part:
                self._spots.append((right, end, part))
        return right

    def _draw_track(self, canvas: Canvas, one: Progress) -> None:
        left, right = self._track
        # Underlined, as a theme without colours would have it, a line looks like two.
        done, rest = self.style_of("mark") + Style(underline=False), self.style_of("faint")
        at, here = self.column_of(one.step), self.column_of(one.here)
        starts = {self.column_of(step) for step in one.rounds if step}
        if len(starts) * _ROUND > right - left:
            # A track of marks alone says nothing.
            starts = set()
        for x in range(left, right):
            if x <= at:
                canvas.write(x, 0, "╋" if x in starts else "━", done)
            elif x <= here:
                canvas.write(x, 0, "┼" if x in starts else "─", rest)
            else:
                canvas.write(x, 0, "·", rest)
        if one.decisive is not None and one.decisive <= one.here:
            column = self.column_of(one.decisive)
            canvas.write(column, 0, DECISIVE, self.style_of("cursor" if column == at else "good"))
