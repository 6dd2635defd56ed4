"""The line at the top: what is left in the bag, and everybody's points where they stand nowhere else."""

from protocol.games.tripitz import Public
from triqueta_tui.locale import plural, say
from triqueta_tui.table.numbers import signed
from triqueta_tui.table.status import StatusLine
from triqueta_tui.widgets.canvas import Canvas


class TripitzStatus(StatusLine[Public]):
    def __init__(self) -> None:
        super().__init__()
        self.with_points = False
        """Whether everybody's points are told."""

    def draw_left(self, canvas: Canvas, public: Public, room: int) -> int:
        bag = plural("tripitz.table.status.bag", public.bag)
        if not self.with_points:
            kinds = [say("tripitz.table.status.short")] if public.short else []
            kinds += [say("tripitz.table.status.jokers")] if public.jokers else []
            words = say("tripitz.table.status.between").join([bag, *kinds])
            return canvas.write(1, 0, words, self.style_of("strong"), limit=room) + 2
        x = canvas.write(1, 0, say("tripitz.table.status.brief_bag", count=public.bag), self.style_of("dim"))
        view = self._view
        for seat, points in enumerate(public.points):
            own = view is not None and seat == view.seat
            name = view.names[seat] if view is not None else ""
            x = canvas.write(x + 1, 0, name, self.style_of("mark" if own else "dim"), limit=5)
            x = canvas.write(x + 1, 0, str(points), self.style_of("strong"), limit=max(0, room - x - 1))
            if public.last is not None and public.last.seat == seat:
                x = canvas.write(x, 0, signed(public.last.sum.points), self.style_of("good"))
        return x + 2
