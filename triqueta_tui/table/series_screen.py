"""A match series between its games, and its end: who has won which game, and who all of it."""

from typing import ClassVar, Final

from msgspec import Struct
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from protocol.series import SeriesNow
from triqueta_tui.client import Client
from triqueta_tui.commands.command import Command, bindings, keys_of
from triqueta_tui.commands.table import AGAIN, CLOSE_SERIES, LEAVE_SERIES
from triqueta_tui.locale import say
from triqueta_tui.table.celebration import Celebration, may_celebrate
from triqueta_tui.table.series_sheet import SeriesSheet
from triqueta_tui.table.view_model import AnyView
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.knot import Knot
from triqueta_tui.widgets.series_words import again_word, game_words, lead_words, rule_words, won_words

_AROUND: Final = 9
"""Lines beside the sheet: title, headline, notes and the footer."""
_LEAST_AROUND: Final = 4
"""The same without notes."""
_NOTES_FROM: Final = 24
_KNOT_LINES: Final = 14


class SeriesScreen(Screen[None]):
    """Over the result of a game, which it leads back to."""

    app = app_of(Client)
    CSS_PATH = "series_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(AGAIN, CLOSE_SERIES, LEAVE_SERIES)]

    def __init__(self, now: AnyView, last_game: str, *, just_won: bool) -> None:
        """``last_game`` is who has won it."""
        super().__init__()
        self.now = now
        self._last_game = last_game
        self._just_won = just_won
        self._sheet = SeriesSheet(self._series, now.seat)
        self._notes = Static("", id="notes", markup=False)

    @property
    def _series(self) -> SeriesNow:
        series = self.now.room.series
        assert series is not None
        return series

    def compose(self) -> ComposeResult:
        series = self._series
        winners = [series.scores[at] for at in series.winners]
        seats = [self.now.room.seats[one.seat] for one in winners if one.seat is not None]
        if winners and self._just_won and may_celebrate(self.app, seats):
            self.add_class("-celebrating")
            with Vertical(id="celebration"):
                with Center():
                    yield Celebration(winners[0].points)
                names = say("log.comma").join(one.name for one in winners)
                yield Static(names, id="winner", markup=False)
        with Vertical(id="sheet"):
            if winners:
                with Center(id="knot"):
                    yield Knot()
            yield Static(say("series.title", rule=rule_words(series)), id="title", markup=False)
            won = any(one.seat is not None and one.seat == self.now.seat for one in winners)
            yield Static(self._headline(), id="headline", classes="-won" if won else "", markup=False)
            yield self._sheet
            yield self._notes
        yield Footer()

    def on_mount(self) -> None:
        self._notes.update(self._note_words())
        self._fit(self.app.size.height)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.height)

    def _fit(self, height: int) -> None:
        """The knot of a series that is won is shown if it leaves room for all the rest."""
        left = self._sheet.fit(max(1, height - (_AROUND if height >= _NOTES_FROM else _LEAST_AROUND)))
        for knot in self.query("#knot"):
            knot.display = left > _KNOT_LINES

    def look(self, now: AnyView, happenings: tuple[Struct, ...]) -> None:
        if now.room.series is None:
            return
        self.now = now
        self._sheet.show(self._series, now.seat)
        self._notes.update(self._note_words())
        self.refresh_bindings()

    def _headline(self) -> str:
        series, seat = self._series, self.now.seat
        if series.winners:
            return won_words(series, seat)
        words = say("log.comma").join(filter(None, (game_words(series), lead_words(series, seat))))
        return words[:1].upper() + words[1:]

    def _note_words(self) -> str:
        series = self._series
        notes = [say("series.last_game", game=series.game, result=self._last_game.partition("\n")[0])]
        if not series.winners:
            notes += [say(f"series.rules.{series.kind}", length=series.length), say("series.rules.point")]
        host = next((seat.name for seat in self.now.room.seats if seat.player == self.now.room.host), None)
        if not self.now.hosting and host is not None:
            notes.append(say("score.waits", who=host))
        return "\n".join(notes)

    def on_key(self, event: events.Key) -> None:
        """Any key ends the celebration; one that would close the screen does so only without one."""
        if self.has_class("-celebrating") and event.key in keys_of(CLOSE_SERIES, self.app.settings.keys):
            event.stop()
        self.end_celebration()

    @on(Celebration.Ended)
    def end_celebration(self) -> None:
        if self.has_class("-celebrating"):
            self.remove_class("-celebrating")
            self.query_one("#celebration").remove()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.now.hosting if action == "again" else True

    def footer_word(self, command: Command) -> str:
        return again_word(self._series) if command is AGAIN else command.word()

    def action_again(self) -> None:
        self.app.play_again()

    def action_close(self) -> None:
        self.dismiss()

    def action_home(self) -> None:
        self.app.leave_table()
