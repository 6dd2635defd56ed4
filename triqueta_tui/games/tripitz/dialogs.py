"""Dialogs over the table: the exchange, and the points so far."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from msgspec import Struct
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from triqueta_protocol.games.tripitz import Exchange, Mine, Public
from triqueta_tui.commands import HELP_RULES, TABLE_GO_ON
from triqueta_tui.commands.command import bindings
from triqueta_tui.games.tripitz.commands import DONE, GO_LEFT, GO_RIGHT, PUT_ASIDE, RACK, SELECT, SELECT_ALL
from triqueta_tui.games.tripitz.figure_words import full_sum
from triqueta_tui.games.tripitz.racks import Rack, Racks
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import plural, say
from triqueta_tui.table.dialog import TableDialog
from triqueta_tui.table.pick_dialog import PickDialog
from triqueta_tui.table.prompt import Keys
from triqueta_tui.widgets.footer import Footer


class ExchangeDialog(PickDialog[Public, Mine]):
    CSS_PATH = "dialogs.tcss"
    KEYS = RACK
    DONE = DONE
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(DONE, SELECT, SELECT_ALL, PUT_ASIDE, HELP_RULES, GO_LEFT, GO_RIGHT, *RACK)
    ]

    def __init__(self, now: View, stones: Sequence[int], most: int, decide: Callable[[Struct], None]) -> None:
        """``stones`` is the player's rack as it lies on the table; the bag may have fewer."""
        super().__init__(now, Rack(name="offered"), decide)
        self._stones = stones
        self._most = most

    @property
    def pieces(self) -> Sequence[int]:
        return self._stones

    @property
    def most(self) -> int:
        return self._most

    def heading(self) -> str:
        return say("tripitz.table.exchange.title")

    def intro(self) -> str:
        if self.most < len(self.pieces):
            return plural("tripitz.table.exchange.few", self.most)
        return say("tripitz.table.exchange.intro")

    def summary(self, count: int) -> str:
        keys = Keys(self.app.settings.keys)
        if count:
            return plural("tripitz.table.exchange.give", count)
        last = RACK[max(0, len(self.pieces) - 1)]
        named = {"first": keys.of(RACK[0]), "last": keys.of(last), "mark": keys.of(SELECT)}
        return say("tripitz.table.exchange.none", **named)

    def is_allowed(self, count: int) -> bool:
        return count > 0

    def confirm(self, places: Sequence[int]) -> None:
        if places:
            self._decide(Exchange(tuple(sorted(self.pieces[place] for place in places))))
            self.close()

    def follow(self, now: View, events: tuple[Struct, ...]) -> None:
        """Close when the turn is over, or another player has come to the keyboard."""
        if now.seat != self.now.seat or now.public.owing != self.now.public.owing:
            self.close()

    def action_stone(self, place: int) -> None:
        self.action_select_at(place)


_BESIDE: Final = 3
"""Lines of borders and footer."""


class ScoresDialog(TableDialog[Public, Mine]):
    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_GO_ON)]

    def __init__(self, now: View) -> None:
        super().__init__(now)
        self.racks = Racks(own=True, name="all-racks")
        self._words = Static("", id="last", markup=False)

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title = say("tripitz.table.scores.title")
            yield self.racks
            yield self._words
        yield Footer()

    def on_mount(self) -> None:
        self.follow(self.now, ())

    def on_resize(self, event: events.Resize) -> None:
        # In a low terminal the player's stones are left out first: the table shows them.
        self.racks.own = event.size.height > 2 * len(self.now.names)
        self.follow(self.now, ())
        low = event.size.height < self.racks.lines(self.now) + _BESIDE
        self.set_class(low, "-low")

    def follow(self, now: View, events: tuple[Struct, ...]) -> None:
        self.now = now
        self.racks.styles.height = self.racks.lines(now)
        self.racks.show(now)
        last = now.public.last
        lines = [plural("tripitz.table.status.bag", now.public.bag)]
        if last is not None:
            lines.insert(0, say("tripitz.table.last", who=now.names[last.seat], sum=full_sum(last.sum)))
        self._words.update("\n".join(lines))

    def action_go_on(self) -> None:
        self.dismiss()
