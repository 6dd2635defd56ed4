"""The end of a game: who won, the game's own sheet, whether the shuffle was fair, and what to do next."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, Final, Generic

from msgspec import Struct
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widgets import Static

from protocol.series import SeriesNow
from triqueta_tui.client import Client
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.commands.help import CLOSE
from triqueta_tui.commands.table import AGAIN, EXPERT, GO_HOME, OPEN_LOG, REPLAY, SHOW_SERIES
from triqueta_tui.locale import say
from triqueta_tui.table.celebration import Celebration, may_celebrate
from triqueta_tui.table.rating_words import rating_brief, rating_words
from triqueta_tui.table.shuffle_check import Verdict, verdict_words
from triqueta_tui.table.view_model import AnyView, MineT, PublicT, TableView
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.series_words import again_word, numbers, result_words

CSS: Final = Path(__file__).with_name("result.tcss")
"""A game's result lists this sheet before its own."""


class ResultScreen(Screen[None], Generic[PublicT, MineT]):
    app = app_of(Client)
    CSS_PATH: ClassVar[CSSPathType | None] = [CSS]
    NOTES_FROM: ClassVar[int] = 0
    """Below this height there is room for the headline and the sheet only."""
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(AGAIN, SHOW_SERIES, REPLAY, EXPERT, OPEN_LOG, GO_HOME)]

    def __init__(
        self, now: TableView[PublicT, MineT], verdict: Verdict | None, story: Callable[[], Screen[None]]
    ) -> None:
        """``story`` makes a screen with the whole log of the game."""
        super().__init__()
        self.now = now
        self.verdict = verdict
        self.just_won = False
        """Whether the game has ended under the viewer's eyes."""
        self._story = story
        self._words = Static("\n".join(self._notes()), id="notes", markup=False)
        self._words.set_class(verdict is not None and not verdict.fair, "-unfair")

    @abstractmethod
    def winners(self) -> Sequence[int]: ...

    @abstractmethod
    def headline(self) -> str:
        """Who has won; see ``win_words``."""

    @abstractmethod
    def compose_sheet(self) -> ComposeResult:
        """The widgets with everybody's points."""

    def points_won(self) -> int | None:
        """How many points the win took, to be counted up; None if they are not to be shown."""
        return None

    def compose(self) -> ComposeResult:
        if self._celebrates:
            self.add_class("-celebrating")
            with Vertical(id="celebration"):
                with Center():
                    yield Celebration(self.points_won())
                names = say("log.comma").join(self.now.names[seat] for seat in self.winners())
                yield Static(names, id="winner", markup=False)
        with Vertical(id="sheet"):
            won = self.now.reader in self.winners()
            yield Static(self._headline(), id="headline", classes="-won" if won else "", markup=False)
            yield from self.compose_sheet()
            yield self._words
        yield Footer()

    @property
    def _celebrates(self) -> bool:
        """Whether the game has just been won; the last one of a series leaves it to the series."""
        seats = [self.now.room.seats[seat] for seat in self.winners()]
        return self.just_won and not self._ends_series and may_celebrate(self.app, seats)

    @property
    def _series(self) -> SeriesNow | None:
        """The series that goes on, or has just ended; a game that is seen again is by itself."""
        return self.now.room.series if self.now.replayed is None else None

    @property
    def _ends_series(self) -> bool:
        return self._series is not None and bool(self._series.winners)

    @on(events.Mount)
    def show_end_of_series(self) -> None:
        if self._ends_series:
            self._show_series(just_won=self.just_won)

    def _show_series(self, *, just_won: bool = False) -> None:
        from triqueta_tui.table.series_screen import SeriesScreen

        self.app.push_screen(SeriesScreen(self.now, self.headline(), just_won=just_won))

    def on_key(self) -> None:
        """Any key that does nothing else ends the celebration."""
        self.end_celebration()

    @on(Celebration.Ended)
    def end_celebration(self) -> None:
        if self.has_class("-celebrating"):
            self.remove_class("-celebrating")
            self.query_one("#celebration").remove()

    def look(self, now: AnyView, happenings: tuple[Struct, ...]) -> None:
        self.now = now
        self._words.update("\n".join(self._notes()))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "again":
                return self.now.hosting and self.now.replayed is None
            case "replay" | "expert":
                return self.now.room.finished is not None and self.now.replayed is None
            case "show":
                return self._series is not None
        return True

    def footer_word(self, command: Command) -> str:
        """Nobody goes home from the result that a replay has shown."""
        if command is GO_HOME and self.now.replayed is not None:
            return CLOSE.word()
        series = self._series
        return again_word(series) if command is AGAIN and series is not None else command.word()

    def action_show(self) -> None:
        self._show_series()

    def action_again(self) -> None:
        self.app.play_again()

    def action_replay(self) -> None:
        if self.now.room.finished is not None:
            self.app.open_replay(self.now.room.finished)

    def action_expert(self) -> None:
        if self.now.room.finished is not None:
            self.app.open_review(self.now.room.finished)

    def action_log(self) -> None:
        self.app.push_screen(self._story())

    def action_home(self) -> None:
        """Leave the table; the result that a replay has shown is just closed."""
        if self.now.replayed is None:
            self.app.leave_table()
        else:
            self.dismiss()

    def _headline(self) -> str:
        """With the score of the series, and the own rating, where there are no notes to say it."""
        if self.app.size.height >= self.NOTES_FROM:
            return self.headline()
        series = [numbers(self._series)] if self._series is not None else []
        brief = [f"({words})" for words in (*series, *rating_brief(self.now))]
        who, *why = self.headline().split("\n")
        return "\n".join([" ".join([who, *brief]), *why])

    def _notes(self) -> list[str]:
        room = self.now.room
        notes = [result_words(self._series)] if self._series is not None else []
        notes += [*rating_words(self.now), verdict_words(self.verdict, room.game)]
        if room.practice:
            notes.append(say("score.practice"))
        if not self.now.hosting and room.host is not None and self.now.replayed is None:
            host = next((seat.name for seat in room.seats if seat.player == room.host), "")
            notes.append(say("score.waits", who=host))
        return notes


def win_words(now: AnyView, winners: Sequence[int], points: int) -> str:
    if len(winners) > 1:
        who = say("log.comma").join(now.names[seat] for seat in winners)
        return say("score.shared", who=who, points=points)
    if winners[0] == now.reader:
        return say("score.you_win", points=points)
    return say("score.wins", who=now.names[winners[0]], points=points)
