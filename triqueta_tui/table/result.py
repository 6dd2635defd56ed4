"""The end of a game: winner, scoresheet, shuffle check, and what to do next."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Final

from msgspec import Struct
from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widgets import Static

from triqueta_protocol.events import RatingChange
from triqueta_protocol.series import SeriesNow
from triqueta_protocol.table_events import Said
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import (
    CHAT_MUTE,
    HELP_CLOSE,
    SCORE_AGAIN,
    SCORE_EXPERT,
    SCORE_HOME,
    SCORE_PICTURE,
    SCORE_REPLAY,
    SERIES_SHOW,
    TABLE_LOG,
    TABLE_TALK,
)
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.session.view import AnyView
from triqueta_tui.table.after_game import leave, may_ask_again, rematch_words
from triqueta_tui.table.celebration import Celebration, may_celebrate
from triqueta_tui.table.dialog import OverTable
from triqueta_tui.table.muting import ask_whom_to_mute
from triqueta_tui.table.result_sheet import ResultSheet
from triqueta_tui.table.shuffle_check import Verdict, verdict_words
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.series_words import again_word, numbers, result_words

_ONE_LINE: Final = 76
"""Cells of a line in most terminals."""


def rating_words(now: AnyView) -> list[str]:
    """The ratings, the player's first, on one line if they fit; none if the game was not rated."""
    changes = list(enumerate(now.room.rating_changes))
    own = [say("ratings.own", **_numbers(one)) for seat, one in changes if one and seat == now.seat]
    others = [
        say("ratings.other", who=now.names[seat], **_numbers(one))
        for seat, one in changes
        if one and seat != now.seat
    ]
    rest = [listed(others)] if others else []
    whole = " · ".join(own + rest)
    return [whole] if whole and cell_len(whole) <= _ONE_LINE else own + rest


def rating_brief(now: AnyView) -> list[str]:
    """The player's rating only."""
    changes = enumerate(now.room.rating_changes)
    return [say("ratings.brief", **_numbers(one)) for seat, one in changes if one and seat == now.seat]


def _numbers(change: RatingChange) -> dict[str, str | int]:
    difference = change.after - change.before
    sign = "+" if difference > 0 else "−" if difference < 0 else "±"
    return {"after": change.after, "change": f"{sign}{abs(difference)}"}


class ResultScreen(OverTable, Screen[None]):
    app = app_of(TriquetaApp)
    AUTO_FOCUS = ""
    CSS_PATH: ClassVar[CSSPathType | None] = "result.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(SCORE_AGAIN, SERIES_SHOW, SCORE_REPLAY, SCORE_EXPERT, SCORE_PICTURE),
        *bindings(TABLE_LOG, TABLE_TALK, CHAT_MUTE, SCORE_HOME),
    ]

    def __init__(
        self, sheet: ResultSheet[Any, Any], verdict: Verdict | None, story: Callable[[], Screen[None]]
    ):
        """``story`` makes a screen with the whole log of the game."""
        super().__init__()
        self.sheet = sheet
        self.verdict = verdict
        self.just_won = False
        """Whether the viewer has just seen the game end."""
        self.draft: str | None = None
        """A chat line that the viewer was typing when the game ended."""
        self.chat = Chat(partial(self.set_focus, None))
        self.chat.id = "drawer"
        self._story = story
        self._words = Static("", id="notes", markup=False)
        self._words.set_class(verdict is not None and not verdict.fair, "-unfair")

    @property
    def now(self) -> AnyView:
        return self.sheet.now

    def compose(self) -> ComposeResult:
        self._fit(self.app.size.height)
        self._words.update("\n".join(self._notes()))
        if self._celebrates:
            self.add_class("-celebrating")
            with Vertical(id="celebration"):
                with Center():
                    yield Celebration(self.sheet.points_won())
                names = listed(self.now.names[seat] for seat in self.sheet.winners)
                yield Static(names, id="winner", markup=False)
        with Vertical(id="sheet"):
            won = self.now.reader in self.sheet.winners
            yield Static(self._headline(), id="headline", classes="-won" if won else "", markup=False)
            yield self.sheet
            yield self._words
        yield self.chat
        yield Footer()

    @property
    def _celebrates(self) -> bool:
        """Whether the game has just been won; the last one of a series leaves it to the series."""
        seats = [self.now.room.seats[seat] for seat in self.sheet.winners]
        return self.just_won and not self._ends_series and may_celebrate(self.app, seats)

    @property
    def _series(self) -> SeriesNow | None:
        """The running or just ended series; a replay has none."""
        return self.now.room.series if self.now.replayed is None else None

    @property
    def _ends_series(self) -> bool:
        return self._series is not None and bool(self._series.winners)

    def on_mount(self) -> None:
        if self._talks and self.table is not None:
            for said in self.table.feed.chat:
                self.chat.add(said)
            self.chat.resume(self.draft)

    @property
    def _talks(self) -> bool:
        return self.now.company and not self.now.solo

    @on(events.Mount)
    def show_end_of_series(self) -> None:
        if self._ends_series:
            self._show_series(just_won=self.just_won)

    def _show_series(self, *, just_won: bool = False) -> None:
        from triqueta_tui.table.series_screen import SeriesScreen

        assert self.table is not None
        self.table.dialogs.open(SeriesScreen(self.now, self.sheet.headline(), just_won=just_won))

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.height)

    def _fit(self, height: int) -> None:
        self.set_class(height < self.sheet.NOTES_FROM, "-tight")
        self.sheet.fit(height)

    def on_key(self) -> None:
        """Any key that does nothing else ends the celebration."""
        self.end_celebration()

    @on(Celebration.Ended)
    def end_celebration(self) -> None:
        if self.has_class("-celebrating"):
            self.remove_class("-celebrating")
            self.query_one("#celebration").remove()

    def follow(self, now: AnyView, events: tuple[Struct, ...]) -> None:
        self.sheet.now = now
        for one in events:
            if isinstance(one, Said):
                self.chat.add(one)
                if not self.chat.has_focus_within:
                    self.notify(say("log.said", who=one.name, text=one.text), markup=False)
        self._words.update("\n".join(self._notes()))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "again":
                return may_ask_again(self.now)
            case "mute":
                return self._talks
            case "talk":
                return self._talks and not self.chat.has_focus_within
            case "replay" | "expert":
                return self.now.room.finished is not None and self.now.replayed is None
            case "picture":
                return self.app.rights.write_files
            case "show":
                return self._series is not None
        return True

    def footer_word(self, command: Command) -> str:
        """The result of a replay is closed, instead of going home."""
        if command is SCORE_HOME and self.now.replayed is not None:
            return HELP_CLOSE.word()
        series = self._series
        return again_word(series) if command is SCORE_AGAIN and series is not None else command.word()

    def action_show(self) -> None:
        self._show_series()

    def action_again(self) -> None:
        self.app.navigator.play_again()

    def action_replay(self) -> None:
        if self.now.room.finished is not None:
            self.app.navigator.open_replay(self.now.room.finished)

    def action_expert(self) -> None:
        if self.now.room.finished is not None:
            self.app.navigator.open_review(self.now.room.finished)

    def action_picture(self) -> None:
        self.app.navigator.save_picture()

    def action_log(self) -> None:
        self.app.push_screen(self._story())

    def action_talk(self) -> None:
        self.end_celebration()
        self.chat.focus()

    def action_mute(self) -> None:
        if self.table is not None:
            ask_whom_to_mute(self.app, self.table.feed)

    @on(Chat.Entered)
    def _said(self, message: Chat.Entered) -> None:
        if self.table is not None:
            self.table.send_chat(message.text)

    def action_home(self) -> None:
        """Leave the table; in a replay only close the result."""
        if self.now.replayed is None:
            leave(self.app, self.now)
        else:
            self.dismiss()

    def _headline(self) -> str:
        """With the score of the series and the player's rating, where there are no notes."""
        if self.app.size.height >= self.sheet.NOTES_FROM:
            return self.sheet.headline()
        series = [numbers(self._series)] if self._series is not None else []
        brief = [f"({words})" for words in (*series, *rating_brief(self.now))]
        who, *why = self.sheet.headline().split("\n")
        return "\n".join([" ".join([who, *brief]), *why])

    def _notes(self) -> list[str]:
        room = self.now.room
        notes = [result_words(self._series)] if self._series is not None else []
        notes += [*rating_words(self.now), verdict_words(self.verdict, room.game)]
        if room.settings.practice:
            notes.append(say("score.practice"))
        notes += rematch_words(self.now, self.app.settings.keys)
        return notes
