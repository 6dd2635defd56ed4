"""The question whether two carrés change hands: a conquest, or a swap after a forced card."""

from collections.abc import Callable
from typing import ClassVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from protocol.games.triche import Conquer, Swap
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.help import OPEN_RULES
from triqueta_tui.commands.table import COACH, UNDO
from triqueta_tui.games.triche.card_drawing import Tile
from triqueta_tui.games.triche.carres import Carres, arrange
from triqueta_tui.games.triche.commands import ANSWER, NO, PUT_ASIDE, YES
from triqueta_tui.games.triche.drawn_carres import drawn_carre
from triqueta_tui.games.triche.moment import Moment
from triqueta_tui.games.triche.view import View, carre_of
from triqueta_tui.locale import say
from triqueta_tui.widgets.footer import Footer


class ConquestCard(Moment):
    """Both carrés side by side: the own one and the one to be had."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(ANSWER, YES, NO, PUT_ASIDE, COACH, UNDO, OPEN_RULES)]

    def __init__(self, now: View, decide: Callable[[Struct], None], aside: Callable[[View], None]) -> None:
        super().__init__(now, aside)
        self._decide = decide
        self._pointed: Conquer | Swap | None = None
        """The answer that a coach has shown, and that Enter gives; without one Enter is no answer."""
        self.carres = Carres(name="both", most=Tile.LARGE)

    @property
    def _conquest(self) -> bool:
        return self.now.public.phase == "conquer"

    def compose(self) -> ComposeResult:
        kind = "conquer" if self._conquest else "swap"
        with Vertical(id="card") as card:
            card.border_title = say(f"triche.table.{kind}.title")
            yield Static(self._question(kind), id="intro", markup=False)
            yield self.carres
        yield Footer()

    def on_mount(self) -> None:
        now, (own, other) = self.now, self._pair()
        self.carres.pictures = not self.app.has_class("-letters")
        self.carres.show([drawn_carre(now, own), drawn_carre(now, other)])
        self._show_pointed()

    def fit(self, width: int, lines: int, *, low: bool) -> None:
        question = 4 if low else 3
        self.carres.styles.height = arrange(width, lines - question, 2, Tile.LARGE).lines

    def look(self, now: View, happenings: tuple[Struct, ...]) -> None:
        if now.seat != self.now.seat or not (now.my_turn and now.public.phase in {"conquer", "swap"}):
            self.close()

    def point_at(self, action: Struct) -> None:
        if isinstance(action, Conquer | Swap) and isinstance(action, Conquer) == self._conquest:
            self._pointed = action
            if self.is_mounted:
                self._show_pointed()

    def _show_pointed(self) -> None:
        """The border says it, or the line above the carrés where there is no border."""
        if self._pointed is None:
            return
        kind = ("spare", "conquer") if self._conquest else ("stay", "swap")
        words = say(f"triche.reasons.action.{kind[self._pointed.yes]}")
        self.query_one("#card").border_subtitle = f"❯ {words}"
        if self.has_class("-low"):
            self.query_one("#intro", Static).update(f"❯ {words}", layout=False)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "answer":
            return self._pointed is not None
        return super().check_action(action, parameters)

    def action_answer(self) -> None:
        if self._pointed is not None:
            self._answer(yes=self._pointed.yes)

    def action_yes(self) -> None:
        self._answer(yes=True)

    def action_no(self) -> None:
        self._answer(yes=False)

    def _answer(self, *, yes: bool) -> None:
        decision = Conquer(yes) if self._conquest else Swap(yes)
        self.close()
        self._decide(decision)

    def _pair(self) -> tuple[int, int]:
        """The own carré and the one that may be had for it."""
        public, seat = self.now.public, self.now.seat
        assert seat is not None
        assert public.last is not None
        own = carre_of(self.now, seat)
        if self._conquest:
            return own, public.last.carre
        assert public.turn is not None
        return own, carre_of(self.now, public.turn)

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
