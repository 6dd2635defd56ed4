"""The status line: stones in the bag, and all points where they are shown nowhere else."""

from rich.cells import cell_len, set_cell_size

from triqueta_protocol.games.tripitz import Public
from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import signed
from triqueta_tui.table.status import StatusLine
from triqueta_tui.widgets.canvas import Canvas


class TripitzStatus(StatusLine[Public]):
    def __init__(self) -> None:
        super().__init__()
        self.with_points = False
        """Whether all points are shown."""

    def draw_left(self, canvas: Canvas, public: Public, room: int) -> int:
        bag = plural("tripitz.table.status.bag", public.bag)
        if not self.with_points:
            kinds = [say("tripitz.table.status.short")] if public.short else []
            kinds += [say("tripitz.table.status.jokers")] if public.jokers else []
            words = say("tripitz.table.status.between").join([bag, *kinds])
            return canvas.write(1, 0, words, self.style_of("strong"), limit=room) + 2
        x = canvas.write(1, 0, say("tripitz.table.status.brief_bag", count=public.bag), self.style_of("dim"))
        called = self._called(public, room - x)
        for seat, points in enumerate(public.points):
            own = self._view is not None and seat == self._view.seat
            x = canvas.write(x + 1, 0, called[seat], self.style_of("mark" if own else "dim"))
            x = canvas.write(x + 1, 0, str(points), self.style_of("strong"), limit=max(0, room - x - 1))
            x = canvas.write(x, 0, _gain(public, seat), self.style_of("good"))
        return x + 2

    def _called(self, public: Public, room: int) -> list[str]:
        """All names, cut so that all points fit."""
        names = self._view.names if self._view is not None else ("",) * len(public.points)
        numbers = sum(
            len(str(points)) + len(_gain(public, seat)) + 2 for seat, points in enumerate(public.points)
        )
        for cells in (8, 5, 3, 2):
            cut = [name if cell_len(name) <= cells else set_cell_size(name, cells).rstrip() for name in names]
            if sum(map(cell_len, cut)) + numbers <= room:
                break
        return cut


def _gain(public: Public, seat: int) -> str:
    """The points of the last move, if this seat made it."""
    last = public.last
    return signed(last.sum.points) if last is not None and last.seat == seat else ""
