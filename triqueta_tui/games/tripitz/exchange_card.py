"""The exchange: which stones of the rack go back into the bag."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from msgspec import Struct
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.getters import app as app_of
from textual.widgets import Static

from protocol.games.tripitz import Exchange
from triqueta_tui.client import Client
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.help import OPEN_RULES
from triqueta_tui.games.tripitz.commands import DONE, GO_LEFT, GO_RIGHT, MARK, MARK_ALL, PUT_ASIDE, RACK
from triqueta_tui.games.tripitz.rack import Rack
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import plural, say
from triqueta_tui.table.card import TableCard
from triqueta_tui.table.prompt import Keys
from triqueta_tui.widgets.footer import Footer

_LOW: Final = 20
"""Below this height the card has no border."""


class ExchangeCard(TableCard):
    app = app_of(Client)
    CSS_PATH = "cards.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(DONE, MARK, MARK_ALL, PUT_ASIDE, OPEN_RULES, GO_LEFT, GO_RIGHT, *RACK)
    ]

    def __init__(self, now: View, stones: Sequence[int], most: int, decide: Callable[[Struct], None]) -> None:
        """``most`` is how many stones may be exchanged: the bag may have fewer than the rack."""
        super().__init__()
        self.now = now
        self.stones = stones
        """The player's rack as it lies on the table."""
        self.most = most
        self._decide = decide
        self._gone = False
        self.rack = Rack(name="offered")
        self._words = Static("", id="worth", markup=False)

    def compose(self) -> ComposeResult:
        with Vertical(id="card") as card:
            card.border_title = say("tripitz.table.exchange.title")
            intro = say("tripitz.table.exchange.intro")
            if self.most < len(self.stones):
                intro = plural("tripitz.table.exchange.few", self.most)
            yield Static(intro, id="intro", markup=False)
            yield self.rack
            yield self._words
        yield Footer()

    def on_mount(self) -> None:
        keys = Keys(self.app.settings.keys)
        self.rack.keys = [keys.of(command) for command in RACK]
        self.rack.stones = self.stones
        self.rack.cursor = 0
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height < _LOW, "-low")

    def on_screen_resume(self) -> None:
        if self._gone:
            self.close()

    def look(self, now: View, happenings: tuple[Struct, ...]) -> None:
        """Close when the turn is over, or another player has come to the keyboard."""
        if now.seat != self.now.seat or now.public.owing != self.now.public.owing:
            self.close()

    def close(self) -> None:
        """Close the card; below another screen, as soon as that one is gone."""
        self._gone = True
        if self.is_active:
            self.dismiss()

    def draw(self) -> None:
        self.rack.redraw()
        count = len(self.rack.lifted)
        keys = Keys(self.app.settings.keys)
        named = {"mark": keys.of(MARK), "first": keys.of(RACK[0]), "done": keys.of(DONE)}
        named["last"] = keys.of(RACK[max(0, len(self.stones) - 1)])
        if count:
            words = plural("tripitz.table.exchange.give", count, **named)
        else:
            words = say("tripitz.table.exchange.none", **named)
        self._words.update(words, layout=False)

    def action_go_left(self) -> None:
        self._move(-1)

    def action_go_right(self) -> None:
        self._move(1)

    def action_mark(self) -> None:
        self._toggle(self.rack.cursor or 0)

    def action_mark_all(self) -> None:
        """Mark as many as may go; if they are marked already, none."""
        every = frozenset(range(min(self.most, len(self.rack.stones))))
        self.rack.lifted = frozenset() if len(self.rack.lifted) == len(every) else every
        self.draw()

    def action_stone(self, place: int) -> None:
        if place < len(self.rack.stones):
            self.rack.cursor = place
            self._toggle(place)

    def action_done(self) -> None:
        if not self.rack.lifted:
            return  # the card says what comes first
        chosen = tuple(sorted(self.rack.stones[place] for place in self.rack.lifted))
        self._decide(Exchange(chosen))
        self.close()

    def action_put_aside(self) -> None:
        self.close()

    @on(Rack.Pressed)
    def _clicked(self, message: Rack.Pressed) -> None:
        self.action_stone(message.place)

    def _toggle(self, place: int) -> None:
        marked = self.rack.lifted ^ {place}
        if len(marked) <= self.most:
            self.rack.lifted = marked
        self.draw()

    def _move(self, steps: int) -> None:
        self.rack.cursor = ((self.rack.cursor or 0) + steps) % len(self.rack.stones)
        self.draw()
