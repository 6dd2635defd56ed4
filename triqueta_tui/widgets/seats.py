"""The seats of the waiting room: people, bots, open seats, and who is ready."""

from rich.cells import cell_len
from textual import events
from textual.geometry import Size

from triqueta_protocol.events import Room, SeatInfo
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.session.feed import TableFeed
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.cursor_list import CursorList
from triqueta_tui.widgets.level_words import bot_words


class Seats(Board, CursorList, can_focus=True):
    """A line for each seat; the host selects one to change it."""

    DEFAULT_CSS = """
    Seats { height: auto; border: round $border; border-title-color: $text-muted; padding: 0 1; }
    Seats:focus { border: round $accent; }
    """

    def __init__(self, feed: TableFeed) -> None:
        super().__init__()
        self._feed = feed
        self._lines = self.line_count

    def on_mount(self) -> None:
        self.border_title = say("rooms.seats.title")

    @property
    def line_count(self) -> int:
        return len(self._feed.room.seats)

    def show(self, feed: TableFeed) -> None:
        self._feed = feed
        if self._lines != self.line_count:
            self._lines = self.line_count
            self.refresh(layout=True)
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.line_count

    def draw(self, canvas: Canvas) -> None:
        """Number, name, what kind of player, and whether they are ready."""
        room = self._feed.room
        column = 7 + max(cell_len(seat.name) for seat in room.seats)
        points = {one.seat: one.points for one in room.series.scores} if room.series is not None else {}
        best = max(points.values(), default=0)
        for at, seat in enumerate(room.seats):
            here = at == self.cursor and self.has_focus
            if here:
                canvas.write(0, at, " " * canvas.width, self.style_of("cursor"))
            strong, dim = ("cursor", "cursor") if here else ("strong", "dim")
            canvas.write(1, at, str(at + 1), self.style_of(dim))
            if seat.kind == "open":
                canvas.write(4, at, say("rooms.seats.open"), self.style_of(dim))
                continue
            canvas.write(4, at, seat.name, self.style_of(strong))
            if at in points:
                lead = "cursor" if here else "mark" if 0 < best == points[at] else "dim"
                canvas.write_right(column, at, str(points[at]), self.style_of(lead))
            style = "cursor" if here else "good" if _is_ready(room, seat) else "faint"
            right = canvas.write_right(canvas.width - 1, at, _readiness(room, seat), self.style_of(style))
            kind = column + 3 if points else column
            canvas.write(kind, at, self._kind(room, seat, at), self.style_of(dim), limit=right - kind - 1)

    def on_click(self, event: events.Click) -> None:
        if (at := self.line_at(event)) is not None:
            self.select(at)

    def _kind(self, room: Room, seat: SeatInfo, at: int) -> str:
        bot = bot_words(room.game, seat)
        if seat.kind == "bot":
            return bot
        words = [bot] if bot else []
        if at == self._feed.seat:
            words.append(say("rooms.seats.you"))
        if seat.player == room.host:
            words.append(say("rooms.seats.host"))
        if not seat.present:
            words.append(say("rooms.seats.away"))
        return listed(words)


def _is_ready(room: Room, seat: SeatInfo) -> bool:
    """Bots are always ready; the host shows it by starting."""
    return seat.ready or seat.kind == "bot" or seat.player == room.host


def _readiness(room: Room, seat: SeatInfo) -> str:
    return say("rooms.seats.ready") if _is_ready(room, seat) else say("rooms.seats.not_ready")
