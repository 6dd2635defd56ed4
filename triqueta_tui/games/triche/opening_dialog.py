"""The opening: which card goes face down in the centre of your carré, and where the two others go."""

from collections.abc import Callable
from typing import ClassVar

from msgspec import Struct
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.getters import app as app_of
from textual.widgets import Static

from triqueta_protocol.games.triche import Mine, Public, SetUp
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import HELP_RULES, TABLE_CHOOSE, TABLE_COACH
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.games.triche.card_drawing import SIZES
from triqueta_tui.games.triche.carres import Carre, Carres, arrange
from triqueta_tui.games.triche.chooser import STEPS
from triqueta_tui.games.triche.commands import CARDS, MOVES, NEXT_CARD, PUT_ASIDE, STEP_BACK, TURN_CARD
from triqueta_tui.games.triche.hand import Hand
from triqueta_tui.games.triche.opening import Opening
from triqueta_tui.games.triche.view import View
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.table.dialog import TableDialog
from triqueta_tui.table.prompt import Keys
from triqueta_tui.widgets.footer import Footer

_STEPS = ("centre", "first", "second", "confirm")


class OpeningDialog(TableDialog[Public, Mine]):
    app = app_of(TriquetaApp)
    CSS_PATH = "dialogs.tcss"
    LOW_BELOW = 20
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            TABLE_CHOOSE,
            NEXT_CARD,
            TURN_CARD,
            STEP_BACK,
            PUT_ASIDE,
            TABLE_COACH,
            HELP_RULES,
            *CARDS[:3],
            *MOVES,
        )
    ]

    WIDTH = 110

    def __init__(
        self, now: View, decide: Callable[[Struct], None], put_aside: Callable[[View], None]
    ) -> None:
        super().__init__(now, put_aside)
        self._decide = decide
        self.steps = Opening(now.mine.hand if now.mine is not None else ())
        self.carres = Carres(name="own")
        self.hand = Hand(name="offered")
        self._words = Static("", id="worth", markup=False)

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title = say("triche.table.setting_up.title", round=self.now.public.round)
            yield Static(say("triche.table.setting_up.intro"), id="intro", markup=False)
            yield self.carres
            yield self.hand
            yield self._words
        yield Footer()

    def on_mount(self) -> None:
        self.carres.pictures = self.hand.pictures = not self.app.has_class("-letters")
        self.draw()

    def fit(self, width: int, lines: int, *, low: bool) -> None:
        # The cards to lay are as large as those that lie.
        words = 2 if low else 7
        for tile in SIZES:
            grid = arrange(width, lines - words - tile.lines, 1, tile)
            if grid.tile is tile:
                break
        self.carres.styles.height = grid.lines
        self.hand.styles.height = tile.lines

    def follow(self, now: View, events: tuple[Struct, ...]) -> None:
        if now.seat != self.now.seat or not (now.my_turn and now.public.phase == "set_up"):
            self.close()
            return
        self.now = now
        if self.is_mounted:
            self.draw()

    def point_at(self, action: Struct) -> None:
        if isinstance(action, SetUp):
            self.steps.lay_all(action)
            if self.is_mounted:
                self.draw()

    def draw(self) -> None:
        steps, keys = self.steps, Keys(self.app.settings.keys)
        self.carres.cursor = (0, steps.spot) if steps.spot is not None else None
        self.carres.ghost = steps.card
        self.carres.marks = {(0, cell): ("•", "mark") for cell in steps.free} if steps.step else {}
        name = self.now.names[self.now.seat or 0]
        self.carres.show([Carre(steps.cells(), (name,), mine=True, known=steps.centre)])
        self.hand.pieces = [steps.lying(place) for place in steps.left]
        self.hand.keys = [keys.of(CARDS[place]) for place in steps.left]
        self.hand.cursor = steps.left.index(steps.at) if steps.left else None
        self.hand.redraw()
        words = say(
            f"triche.table.setting_up.{_STEPS[steps.step]}",
            key=keys.of(TABLE_CHOOSE),
            turn=keys.of(TURN_CARD),
        )
        waiting = [self.now.names[seat] for seat in self.now.public.owing if seat != self.now.seat]
        if waiting:
            words += "\n" + say("triche.table.setting_up.others", who=listed(waiting))
        self._words.update(words, layout=False)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        steps = self.steps
        match action:
            case "turn_card":
                return steps.card is not None and steps.step > 0 and steps.card > 2
            case "step_back":
                return bool(steps.laid)
            case "put_aside":
                return not steps.laid
            case "next_card":
                return len(steps.left) > 1
        return super().check_action(action, parameters)

    def footer_word(self, command: Command) -> str:
        if command is not TABLE_CHOOSE:
            return command.word()
        return say("triche.table.key.lay" if self.steps.left else "triche.table.key.confirm")

    def action_choose(self) -> None:
        decision = self.steps.lay()
        if decision is not None:
            self.close()
            self._decide(decision)
        else:
            self.draw()

    def action_step_back(self) -> None:
        self.steps.take_back()
        self.draw()

    def action_next_card(self) -> None:
        self.steps.select_next()
        self.draw()

    def action_card(self, place: int) -> None:
        self.steps.select(place)
        self.draw()

    def action_turn_card(self) -> None:
        self.steps.turn()
        self.draw()

    def action_go(self, direction: str) -> None:
        self._move(*STEPS[direction])

    @on(Carres.Pressed)
    def _cell_clicked(self, message: Carres.Pressed) -> None:
        """The first click moves the cursor to a cell, a second one lays the card there."""
        _, cell = message.spot
        if cell == self.steps.spot:
            self.action_choose()
        else:
            self.steps.go_to(cell)
            self.draw()

    @on(Hand.Pressed)
    def _card_clicked(self, message: Hand.Pressed) -> None:
        self.action_card(self.steps.left[message.place])

    def _move(self, across: int, down: int) -> None:
        self.steps.move(across, down)
        self.draw()
