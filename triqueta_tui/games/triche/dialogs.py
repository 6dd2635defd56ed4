"""Decisions in dialogs over the table: the exchange, a conquest or a swap, and when each opens."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.getters import app as app_of
from textual.widgets import Static

from triqueta_protocol.games.triche import REDRAWS, Conquer, Mine, Public, Redraw, RoundEnded, Swap
from triqueta_protocol.games.triche_cards import CENTRE, LINES, most_points
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import HELP_RULES, TABLE_COACH, TABLE_UNDO
from triqueta_tui.commands.command import bindings
from triqueta_tui.games.triche.carres import Carres, arrange, drawn_carre
from triqueta_tui.games.triche.commands import (
    CARDS,
    DONE,
    GO_LEFT,
    GO_RIGHT,
    NO,
    PUT_ASIDE,
    SELECT,
    YES,
)
from triqueta_tui.games.triche.hand import Hand, hand_tile
from triqueta_tui.games.triche.opening_dialog import OpeningDialog
from triqueta_tui.games.triche.round_end import RoundEnd
from triqueta_tui.games.triche.view import View, carre_of
from triqueta_tui.locale import plural, say
from triqueta_tui.table.dialog import TableDialog
from triqueta_tui.table.game_board import Table
from triqueta_tui.table.pick_dialog import PickDialog
from triqueta_tui.widgets.buttons import Buttons, button
from triqueta_tui.widgets.footer import Footer


class ExchangeDialog(PickDialog[Public, Mine]):
    CSS_PATH = "dialogs.tcss"
    WIDTH = 110
    KEYS = CARDS
    DONE = DONE
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(DONE, SELECT, PUT_ASIDE, TABLE_COACH, HELP_RULES, GO_LEFT, GO_RIGHT, *CARDS)
    ]

    def __init__(
        self, now: View, decide: Callable[[Struct], None], put_aside: Callable[[View], None]
    ) -> None:
        super().__init__(now, Hand(name="offered"), decide, put_aside)

    def fit(self, width: int, lines: int, *, low: bool) -> None:
        others = 2 if low else 8
        self.row.styles.height = hand_tile(width, lines - others, len(self.pieces)).lines

    @property
    def pieces(self) -> Sequence[int]:
        return self.now.mine.hand if self.now.mine is not None else ()

    @property
    def most(self) -> int:
        """0 for a hand with two of the two-coloured cards."""
        choices = self.now.mine.choices if self.now.mine is not None else ()
        return len(self.pieces) if any(one.pick is not None for one in choices) else 0

    def heading(self) -> str:
        return say("triche.table.exchange.title")

    def intro(self) -> str:
        if not self.most:
            return say("triche.table.exchange.enough")
        done = len(self.now.public.redraws[self.now.seat or 0])
        return plural("triche.table.exchange.intro", REDRAWS - done)

    def summary(self, count: int) -> str:
        return plural("triche.table.exchange.give", count) if count else say("triche.table.exchange.keep")

    def confirm(self, places: Sequence[int]) -> None:
        self._decide(Redraw(tuple(places)))
        self.row.selected = frozenset()

    def follow(self, now: View, events: tuple[Struct, ...]) -> None:
        if now.seat != self.now.seat or not (now.my_turn and now.public.phase == "redraw"):
            self.close()
            return
        # The hand may be the same again: chance can bring back what was given.
        again = now.public.redraws != self.now.public.redraws
        self.now = now
        if again and now.mine is not None:
            self.row.selected = frozenset()
            self.renew()

    def point_at(self, action: Struct) -> None:
        if isinstance(action, Redraw):
            self.preselect(frozenset(action.cards))

    def action_card(self, place: int) -> None:
        self.action_select_at(place)


class ConquestDialog(TableDialog[Public, Mine]):
    """Whether two carrés change hands: yours and the other side by side."""

    app = app_of(TriquetaApp)
    CSS_PATH = "dialogs.tcss"
    WIDTH = 110
    LOW_BELOW = 20
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(YES, NO, PUT_ASIDE, TABLE_COACH, TABLE_UNDO, HELP_RULES)
    ]

    def __init__(
        self, now: View, decide: Callable[[Struct], None], put_aside: Callable[[View], None]
    ) -> None:
        super().__init__(now, put_aside)
        self._decide = decide
        self.carres = Carres(name="both")
        kind, keys = "conquer" if self._conquest else "swap", self.app.settings.keys
        self._buttons = Buttons(
            button(YES, keys, say(f"triche.table.{kind}.yes")),
            button(NO, keys, say(f"triche.table.{kind}.no")),
        )

    @property
    def _conquest(self) -> bool:
        return self.now.public.phase == "conquer"

    def compose(self) -> ComposeResult:
        kind = "conquer" if self._conquest else "swap"
        with Vertical(id="dialog") as dialog:
            dialog.border_title = say(f"triche.table.{kind}.title")
            yield Static(self._question(kind), id="intro", markup=False)
            yield self.carres
            yield self._buttons
        yield Footer()

    def on_mount(self) -> None:
        now, (own, other) = self.now, self._pair()
        self.carres.pictures = not self.app.has_class("-letters")
        offered = drawn_carre(now, other)
        completed = self._completed(offered.cells)
        # The points of its lines are where the note would be; the question has those numbers.
        self.carres.show([drawn_carre(now, own), replace(offered, lines=completed, notes=())])

    def fit(self, width: int, lines: int, *, low: bool) -> None:
        others = 4 + self._buttons.height_for(width)
        self.carres.styles.height = arrange(width, lines - others, 2).lines

    def follow(self, now: View, events: tuple[Struct, ...]) -> None:
        if now.seat != self.now.seat or not (now.my_turn and now.public.phase in {"conquer", "swap"}):
            self.close()

    def point_at(self, action: Struct) -> None:
        if isinstance(action, Conquer | Swap) and isinstance(action, Conquer) == self._conquest:
            self._buttons.select(0 if action.yes else 1)

    def action_yes(self) -> None:
        self._answer(yes=True)

    def action_no(self) -> None:
        self._answer(yes=False)

    def _answer(self, *, yes: bool) -> None:
        decision = Conquer(yes) if self._conquest else Swap(yes)
        self.close()
        self._decide(decision)

    def _pair(self) -> tuple[int, int]:
        """The player's carré and the one offered for it."""
        public, seat = self.now.public, self.now.seat
        assert seat is not None
        assert public.last is not None
        own = carre_of(self.now, seat)
        if self._conquest:
            return own, public.last.carre
        assert public.turn is not None
        return own, carre_of(self.now, public.turn)

    def _completed(self, cells: Sequence[int | None]) -> dict[int, int]:
        """The lines that the last card has completed, with their points."""
        last = self.now.public.last
        assert last is not None
        through = (line for line, spots in enumerate(LINES) if last.cell in spots and CENTRE not in spots)
        laid = {line: [cells[spot] for spot in LINES[line]] for line in through}
        return {line: most_points(line, *cards) for line, cards in laid.items() if None not in cards}

    def _question(self, kind: str) -> str:
        public = self.now.public
        own, other = self._pair()
        return say(
            f"triche.table.{kind}.question",
            who=self.now.names[public.owners[other]],
            own=public.reach[own].points,
            own_most=public.reach[own].most,
            other=public.reach[other].points,
            other_most=public.reach[other].most,
        )


class Overlays:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._aside: tuple[int, str, int | None] | None = None
        """The decision whose dialog the player has put aside."""

    def open(self, now: View, events: tuple[Struct, ...]) -> None:
        """Open the dialogs of this view; the end of a round is shown before the next begins."""
        ended = next((one for one in reversed(events) if isinstance(one, RoundEnded)), None)
        if ended is not None:
            counts = self._counts()
            if counts:
                counts[-1].count(now, ended)
            else:
                self._table.dialogs.open(RoundEnd(now, ended, self._go_on))
            return
        if not self.counting:
            self._decide(now)

    @property
    def counting(self) -> bool:
        """Whether the end of a round is open."""
        return bool(self._counts())

    def _counts(self) -> list[RoundEnd]:
        return [dialog for dialog in self._table.dialogs.of(RoundEnd) if not dialog.is_leaving]

    def _go_on(self, _: View) -> None:
        self._table.show_dialogs()

    def _put_aside(self, now: View) -> None:
        self._aside = _decision(now)

    def reopen(self, now: View) -> None:
        """Open the dialog that was put aside."""
        self._aside = None
        self._decide(now)

    def _decide(self, now: View) -> None:
        if not now.my_turn or self._aside == _decision(now):
            return
        dialogs, decide, aside = self._table.dialogs, self._table.decide, self._put_aside
        match now.public.phase:
            case "set_up":
                dialogs.open_once(OpeningDialog, lambda: OpeningDialog(now, decide, aside))
            case "redraw":
                dialogs.open_once(ExchangeDialog, lambda: ExchangeDialog(now, decide, aside))
            case "conquer" | "swap":
                dialogs.open_once(ConquestDialog, lambda: ConquestDialog(now, decide, aside))


def _decision(now: View) -> tuple[int, str, int | None]:
    public = now.public
    return public.round, public.phase, public.turn
