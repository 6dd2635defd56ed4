"""The exchange of the expansion: which cards of the hand go back into the pile."""

from collections.abc import Callable
from typing import ClassVar

from msgspec import Struct
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.getters import app as app_of
from textual.widgets import Static

from protocol.games.triche import REDRAWS, Redraw
from triqueta_tui.client import Client
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.help import OPEN_RULES
from triqueta_tui.commands.table import COACH
from triqueta_tui.games.triche.commands import CARDS, DONE, GO_LEFT, GO_RIGHT, MARK, PUT_ASIDE
from triqueta_tui.games.triche.hand import Hand
from triqueta_tui.games.triche.moment import Moment
from triqueta_tui.games.triche.view import View
from triqueta_tui.locale import plural, say
from triqueta_tui.table.prompt import Keys
from triqueta_tui.widgets.footer import Footer


class ExchangeCard(Moment):
    app = app_of(Client)
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(DONE, MARK, PUT_ASIDE, COACH, OPEN_RULES, GO_LEFT, GO_RIGHT, *CARDS)
    ]

    def __init__(self, now: View, decide: Callable[[Struct], None], aside: Callable[[View], None]) -> None:
        super().__init__(now, aside)
        self._decide = decide
        self.hand = Hand(name="offered")
        self._words = Static("", id="worth", markup=False)

    @property
    def may_exchange(self) -> bool:
        """Whether cards may be given back: a hand with two of the two-coloured cards stays as it is."""
        choices = self.now.mine.choices if self.now.mine is not None else ()
        return any(one.pick is not None for one in choices)

    def compose(self) -> ComposeResult:
        with Vertical(id="card") as card:
            card.border_title = say("triche.table.exchange.title")
            yield Static(self._intro(), id="intro", markup=False)
            yield self.hand
            yield self._words
        yield Footer()

    def on_mount(self) -> None:
        keys = Keys(self.app.settings.keys)
        self.hand.pictures = not self.app.has_class("-letters")
        self.hand.keys = [keys.of(command) for command in CARDS]
        self.hand.cards = self.now.mine.hand if self.now.mine is not None else ()
        self.hand.cursor = 0 if self.may_exchange else None
        self.draw()

    def look(self, now: View, happenings: tuple[Struct, ...]) -> None:
        if now.seat != self.now.seat or not (now.my_turn and now.public.phase == "redraw"):
            self.close()
            return
        # The hand may be the same again: chance can bring back what was given.
        again = now.public.redraws != self.now.public.redraws
        self.now = now
        if again and now.mine is not None:
            self.hand.cards, self.hand.marked = now.mine.hand, frozenset()
            self.hand.cursor = 0 if self.may_exchange else None
            self.query_one("#intro", Static).update(self._intro())
            self.draw()

    def point_at(self, action: Struct) -> None:
        if isinstance(action, Redraw):
            self.hand.marked = frozenset(action.cards)
            if self.is_mounted:
                self.draw()

    def draw(self) -> None:
        self.hand.redraw()
        count = len(self.hand.marked)
        words = plural("triche.table.exchange.give", count) if count else say("triche.table.exchange.keep")
        self._words.update(words, layout=False)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in {"mark", "go_left", "go_right", "card"}:
            return self.may_exchange
        return super().check_action(action, parameters)

    def action_go_left(self) -> None:
        self._move(-1)

    def action_go_right(self) -> None:
        self._move(1)

    def action_mark(self) -> None:
        if self.hand.cursor is not None:
            self.hand.marked ^= {self.hand.cursor}
            self.draw()

    def action_card(self, place: int) -> None:
        if place < len(self.hand.cards):
            self.hand.cursor = place
            self.action_mark()

    def action_done(self) -> None:
        self._decide(Redraw(tuple(sorted(self.hand.marked))))
        self.hand.marked = frozenset()

    @on(Hand.Pressed)
    def _clicked(self, message: Hand.Pressed) -> None:
        if self.may_exchange:
            self.action_card(message.place)

    def _move(self, steps: int) -> None:
        if self.hand.cursor is not None:
            self.hand.cursor = (self.hand.cursor + steps) % len(self.hand.cards)
            self.draw()

    def _intro(self) -> str:
        if not self.may_exchange:
            return say("triche.table.exchange.enough")
        seat = self.now.seat or 0
        done = len(self.now.public.redraws[seat])
        return plural("triche.table.exchange.intro", REDRAWS - done)
