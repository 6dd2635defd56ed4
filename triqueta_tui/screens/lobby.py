"""The tables of a server: waiting seats of the player first, then tables to join or watch."""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.geometry import Size
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_protocol.events import OwnSeat, TableLine
from triqueta_protocol.text import clean
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import LOBBY_LEADERBOARD, LOBBY_LEAVE, LOBBY_MY_GAMES, LOBBY_OPEN_TABLE
from triqueta_tui.commands.command import bindings, first_key
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.screens.game_tiles import HEIGHTS, GameTiles
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.menu import Entry, Menu

_AROUND = 8
"""Lines of the head, the frame, the footer, and between the list and the games."""
_WIDEST = 112
"""Columns of the games."""


class Lobby(Screen[None]):
    app = app_of(TriquetaApp)
    CSS_PATH = "lobby.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(LOBBY_OPEN_TABLE, LOBBY_MY_GAMES, LOBBY_LEADERBOARD, LOBBY_LEAVE)
    ]

    def __init__(self, server: str, seats: tuple[OwnSeat, ...], *, watch: bool) -> None:
        super().__init__()
        self._server = server
        self._seats = seats
        self._watch = watch
        self._entries = 0

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(say("lobby.title", server=self._server), id="title", markup=False)
            yield LinkStatus(self.app.session)
        with VerticalScroll(id="tables", can_focus=False) as frame:
            frame.border_title = say("lobby.watch" if self._watch else "lobby.join")
            yield Menu(name="list")
            key = first_key(LOBBY_OPEN_TABLE, self.app.settings.keys)
            yield Static(say("lobby.empty", key=key), id="empty", markup=False)
            tiles = GameTiles(tuple(self.app.games))
            tiles.can_focus = False
            yield tiles
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(Menu).focus()

    def show(self, lines: tuple[TableLine, ...]) -> None:
        own = {seat.table for seat in self._seats}
        back = [self._own_seat(seat) for seat in self._seats]
        others = [
            self._entry(line)
            for line in lines
            if line.table not in own and (line.watchers or not self._watch)
        ]
        self._entries = len(back) + len(others)
        self._fit(self.size)
        menu, was_empty = self.query_one(Menu), self.has_class("-empty")
        self.set_class(not back and not others, "-empty")
        menu.set_entries([*back, *others])
        if was_empty and not self.has_class("-empty"):
            # A list that was hidden has lost the focus.
            self.call_after_refresh(menu.focus)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size)

    def _fit(self, size: Size) -> None:
        """Show the games to open a table for in what the list leaves free."""
        tiles = self.query_one(GameTiles)
        left = size.height - max(self._entries, 1) - _AROUND
        tiles.display = left >= HEIGHTS[1] and tiles.fit(min(size.width - 6, _WIDEST), left) in HEIGHTS

    @on(GameTiles.Picked)
    def open_one(self) -> None:
        self.app.navigator.open_table()

    @on(Menu.Picked)
    def go(self, event: Menu.Picked) -> None:
        if event.entry.faint:
            self.app.bell()
            return
        own = any(seat.table == event.entry.name for seat in self._seats)
        self.app.navigator.enter(event.entry.name, watch=self._watch and not own)

    def action_open_table(self) -> None:
        self.app.navigator.open_table()

    def action_my_games(self) -> None:
        self.app.navigator.open_games()

    def action_leaderboard(self) -> None:
        self.app.navigator.open_leaderboard()

    def action_leave(self) -> None:
        self.app.navigator.go_home()

    def _own_seat(self, seat: OwnSeat) -> Entry:
        return self._line(seat.table, seat.game, say("lobby.own_seat"))

    def _entry(self, line: TableLine) -> Entry:
        status = say(f"lobby.status.{line.status}", taken=len(line.players), seats=line.seats)
        lock = say("lobby.locked") if line.locked else ""
        rated = say("ratings.mark") if line.rated else ""
        return self._line(line.table, line.game, status, rated, listed(line.players), lock)

    def _line(self, table: str, game: str, *about: str) -> Entry:
        games = self.app.games
        known = game in games
        notes = (games.title(game), *about) if known else (clean(game), say("lobby.unknown_game"))
        return Entry(table, table, note="  ".join(filter(None, notes)), faint=not known, cut=True)
