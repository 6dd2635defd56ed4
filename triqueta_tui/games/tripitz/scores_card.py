"""The points so far and everybody's stones, in the middle of a game."""

from typing import ClassVar, Final

from msgspec import Struct
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.table import GO_ON
from triqueta_tui.games.tripitz.racks import Racks
from triqueta_tui.games.tripitz.sum_words import worked
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import plural, say
from triqueta_tui.table.card import TableCard
from triqueta_tui.widgets.footer import Footer

_BESIDE: Final = 3
"""Lines of borders and footer."""


class ScoresCard(TableCard):
    CSS_PATH = "cards.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(GO_ON)]

    def __init__(self, now: View) -> None:
        super().__init__()
        self.now = now
        self.racks = Racks(own=True, name="all-racks")
        self._words = Static("", id="last", markup=False)

    def compose(self) -> ComposeResult:
        with Vertical(id="card") as card:
            card.border_title = say("tripitz.table.scores.title")
            yield self.racks
            yield self._words
        yield Footer()

    def on_mount(self) -> None:
        self.look(self.now, ())

    def on_resize(self, event: events.Resize) -> None:
        # In a low terminal the own stones, which are on the table, are left out first.
        self.racks.own = event.size.height > 2 * len(self.now.names)
        self.look(self.now, ())
        low = event.size.height < self.racks.lines(self.now) + _BESIDE
        self.set_class(low, "-low")

    def look(self, now: View, happenings: tuple[Struct, ...]) -> None:
        self.now = now
        self.racks.styles.height = self.racks.lines(now)
        self.racks.show(now)
        last = now.public.last
        lines = [plural("tripitz.table.status.bag", now.public.bag)]
        if last is not None:
            lines.insert(0, say("tripitz.table.last", who=now.names[last.seat], sum=worked(last.sum)))
        self._words.update("\n".join(lines))

    def action_go_on(self) -> None:
        self.dismiss()
