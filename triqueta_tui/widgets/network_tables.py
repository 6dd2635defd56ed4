"""The servers on the local network and their open tables, as a framed list to pick from."""

from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct, structs
from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size

from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.menu import Entry, Menu
from triqueta_tui.widgets.prose import broken, line_count

if TYPE_CHECKING:
    from triqueta_protocol.events import TableLine
    from triqueta_tui.session.discovery.found_servers import FoundServer, Network
    from triqueta_tui.session.intents import GoTo

_STRONG: Final = Style(bold=True)
_GAP: Final = 2
_WIDEST_NAME: Final = 16
_OTHER_VERSION: Final = ("version_too_old", "version_too_new", "missing_capability")


class GameTitles(Protocol):
    def __contains__(self, name: object) -> bool: ...

    def title(self, name: str) -> str: ...


class Row(Struct, frozen=True):
    """A line of the list: a table, or a server without an open one."""

    server: "FoundServer"
    table: "TableLine | None" = None
    game: str = ""
    """The game's name in the player's language."""
    known: bool = True
    """Whether this program has the game."""

    @property
    def entry(self) -> Entry:
        """The menu entry; its name identifies the table."""
        return Entry(f"{self.server.address} {self.table.table if self.table else ''}", self.server.name)

    def words(self) -> str:
        if self.table is not None:
            line = self.table
            status = say(f"lobby.status.{line.status}", taken=len(line.players), seats=line.seats)
            lock = say("lobby.locked") if line.locked else ""
            if not self.known:
                return "  ".join((line.table, self.game, say("lobby.unknown_game")))
            players = listed(line.players)
            return "  ".join(part for part in (line.table, self.game, status, lock, players) if part)
        if self.server.locked:
            return plural("home.network.locked", self.server.open_tables)
        if self.server.trouble in _OTHER_VERSION:
            return say("home.network.other_version")
        if self.server.trouble:
            from triqueta_tui.session.error_words import reason

            return reason(self.server.trouble)
        return say("home.network.no_table")


class NetworkTables(Menu):
    """As many lines as fit, or a sentence that says why there are none.

    One widget, not a list in a frame, since it is on the first screen.
    """

    DEFAULT_CSS = """
    NetworkTables {
        border: round $border;
        border-title-color: $text-muted;
        border-subtitle-color: $text-muted;
        padding: 0 1;
    }
    NetworkTables:focus { border: round $accent; }
    """

    first_key: int = 0
    """The number that picks the first table; 0 without numbers."""

    def __init__(self, games: GameTitles, *, watch: bool = False) -> None:
        super().__init__(name="network")
        self._games = games
        self._watch = watch
        self._network: Network | None = None
        self._rows: tuple[Row, ...] = ()
        self.can_focus = False
        self.border_title = say("home.network.title")

    def show(self, network: "Network | None") -> None:
        self._network = network
        self._rows = tuple(_rows(network, self._games, watch=self._watch)) if network else ()
        self.can_focus = bool(self._rows)
        self.set_entries([structs.replace(row.entry, key=self._key(at)) for at, row in enumerate(self._rows)])
        if self.has_focus and not self._rows and not self.enter(1):
            self.blur()
        self.fill()

    def _key(self, at: int) -> str:
        number = self.first_key + at
        return str(number) if self.first_key and number < 10 else ""

    def picked_by(self, key: str) -> Entry | None:
        """The entry with this key."""
        return next((entry for entry in self._entries if entry.key == key), None) if key else None

    def fill(self) -> None:
        """Update the texts to the language in use."""
        self.border_title = say("home.network.title")
        self.redraw()

    def intent(self, entry: Entry) -> "GoTo | None":
        """The intent to go to an entry's table or server; None if its game is unknown."""
        from triqueta_tui.session.intents import GoTo

        row = next((row for row in self._rows if row.entry.name == entry.name), None)
        if row is None or not row.known:
            return None
        return GoTo(row.server.address, row.table.table if row.table else None, self._watch)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.lines_for(width)

    def lines_for(self, width: int) -> int:
        """One line for each row, or as many as the sentence needs."""
        return len(self._rows) or line_count(self._sentence(), width)

    def _sentence(self) -> str:
        there = self._network is None or self._network.there
        return say("home.network.empty" if there else "home.network.none")

    def draw(self, canvas: Canvas) -> None:
        if not self._rows:
            self._draw_sentence(canvas)
            return
        self._scroll(canvas.height)
        cursor, note = self.style_of("cursor"), self.style_of("dim")
        names = min(_WIDEST_NAME, max(cell_len(row.server.name) for row in self._rows))
        for y, row in enumerate(self._rows[self._top : self._top + canvas.height]):
            here = self._top + y == self._cursor and self.has_focus
            if here:
                canvas.write(0, y, " " * canvas.width, cursor)
            address = str(row.server.address)
            right = canvas.width - cell_len(address)
            start = _GAP if self.first_key else 0
            canvas.write(0, y, self._key(self._top + y), cursor if here else self.style_of("mark"))
            canvas.write(start, y, row.server.name, cursor if here else _STRONG, limit=names)
            left = start + names + _GAP
            canvas.write(left, y, row.words(), cursor if here else note, limit=right - _GAP - left)
            canvas.write(right, y, address, cursor if here else note)

    def _draw_sentence(self, canvas: Canvas) -> None:
        note = self.style_of("dim")
        for y, words in enumerate(broken(self._sentence(), canvas.width)):
            canvas.write(0, y, words, note)

    def _scroll(self, height: int) -> None:
        """Keep the cursor visible, and show its position if not all lines are."""
        super()._scroll(height)
        hidden = len(self._rows) > height
        self.border_subtitle = f"{self._cursor + 1}/{len(self._rows)}" if hidden else ""


def _rows(network: "Network", games: GameTitles, *, watch: bool) -> list[Row]:
    """All tables, also running ones, which can be watched; and the servers without one."""
    rows: list[Row] = []
    for server in network.servers:
        tables = server.to_watch() if watch else server.to_see()
        rows += [Row(server, line, games.title(line.game), line.game in games) for line in tables] or [
            Row(server)
        ]
    return rows
