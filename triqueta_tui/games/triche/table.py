"""The table of Triché: all carrés, the hand, and the keys of a turn."""

from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from msgspec import Struct
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from triqueta_protocol.games.triche import Choice, Mine, Place, Placed, Public, RoundBegan
from triqueta_protocol.games.triche_cards import HAND
from triqueta_tui.commands import TABLE_CHOOSE
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.games.triche import prompts
from triqueta_tui.games.triche.advice_text import TricheAdviceText
from triqueta_tui.games.triche.card_drawing import SIZES, Tile
from triqueta_tui.games.triche.carres import Carres, arrange, drawn_carres
from triqueta_tui.games.triche.chooser import STEPS, Chooser, Spot
from triqueta_tui.games.triche.commands import CARDS, TURN
from triqueta_tui.games.triche.dialogs import Overlays
from triqueta_tui.games.triche.hand import Hand, hand_tile
from triqueta_tui.games.triche.lines_touched import through_centre, why_not
from triqueta_tui.games.triche.log_text import TricheLogText
from triqueta_tui.games.triche.scoresheet import ScoresDialog, TricheResult
from triqueta_tui.games.triche.shuffle_check import TricheShuffleCheck
from triqueta_tui.games.triche.status import TricheStatus
from triqueta_tui.games.triche.view import View, carre_of, known_centre
from triqueta_tui.locale import say
from triqueta_tui.table.game_board import GameBoard, GameTable, Table
from triqueta_tui.table.prompt import Keys
from triqueta_tui.table.since import since_own_move

_SIDE_FROM: Final = (112, 28)
_BARS: Final = 2
"""The status line and the footer."""


class TricheBoard(GameBoard[Public, Mine]):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(*TURN)]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.chooser = Chooser()
        self.carres = Carres()
        self.hand = Hand()
        self._overlays = Overlays(table)
        self._asked: Spot | None = None
        """The cell about which the player has asked why the card does not fit."""

    def compose_main(self) -> ComposeResult:
        yield self.carres
        yield self.hand

    def titles(self) -> dict[Widget, str]:
        now = self.now
        if now.seat is None or now.own:
            return {self.hand: say("triche.table.hand.title")}
        return {self.hand: say("triche.table.hand.of", name=now.names[now.seat])}

    def lay_out(self, width: int, height: int) -> None:
        side = 0
        if width >= _SIDE_FROM[0] and height >= _SIDE_FROM[1]:
            side = min(48, 30 + (width - _SIDE_FROM[0]) // 4)
        self.table.set_side(side)
        prompt = 2 if height >= 12 else 1
        log = 0 if side else max(0, min(4, height - 28)) + (height == 24)
        lines = height - _BARS - prompt - log
        hand = self._hand_lines(width - side, lines)
        carres = arrange(width - side, lines - hand, len(self.now.public.carres), self._most)
        ruled = hand + carres.lines < lines and height >= 30
        self.table.set_class(ruled, "-ruled")
        self.hand.styles.height = hand + ruled
        self.table.prompt.styles.height = prompt
        self.table.ticker.styles.height = log

    @property
    def _most(self) -> Tile:
        return Tile.LETTERS if self.app.has_class("-letters") else Tile.GIANT

    def _hand_lines(self, width: int, lines: int) -> int:
        """The height of a hand with cards as large as those on the table."""
        carres = len(self.now.public.carres)
        for tile in SIZES[SIZES.index(self._most) :]:
            fits = hand_tile(width, tile.lines, HAND) is tile
            if fits and arrange(width, lines - tile.lines, carres, tile).tile is tile:
                return tile.lines
        return 1

    def draw_view(self, now: View) -> None:
        pictures = not self.app.has_class("-letters")
        self.carres.pictures = self.hand.pictures = pictures
        self.carres.glowing = self.table.glowing
        self.carres.since = since_own_move(self.table.feed, (Placed,), (RoundBegan,))

    # A turn

    def offer(self, now: View) -> None:
        self._asked = None
        home = carre_of(now, now.seat) if now.seat is not None else None
        self.chooser.renew(now.mine if now.public.phase == "place" else None, home, partial(_secret, now))

    def point_at(self, action: Struct) -> None:
        if isinstance(action, Place):
            self.table.clear_notice()
            self._asked = None
            self.chooser.point_at(action)
        else:
            self._overlays.reopen(self.now)

    def forget_views(self) -> None:
        self.chooser = Chooser()

    def draw_marks(self, now: View, keys: Keys) -> None:
        chooser = self.chooser
        self.carres.cursor = chooser.spot if chooser.open else None
        self.carres.ghost = chooser.card
        self.carres.marks = {**_misfits(now, chooser, self._asked), **_marks(now, chooser)}
        self.carres.show(drawn_carres(now))
        held = now.mine.hand if now.mine is not None else ()
        self.hand.pieces = chooser.cards if chooser.open else held
        self.hand.keys = [keys.of(command) for command in CARDS]
        self.hand.cursor = chooser.at if chooser.open else None
        empty = "empty" if now.own else "watching" if now.seat is None else "empty_of"
        name = now.names[now.seat] if now.seat is not None else ""
        self.hand.words = say(f"triche.table.hand.{empty}", name=name)
        self.hand.redraw()

    def own_prompt(self, now: View, keys: Keys, cells: int) -> str:
        return prompts.own_turn(now, self.chooser, keys, cells)

    def others_prompt(self, now: View) -> str:
        return prompts.others_turn(now)

    def footer_word(self, command: Command) -> str:
        if command is not TABLE_CHOOSE:
            return command.word()
        return say("triche.table.key.open" if self._card_waits else "triche.table.key.lay")

    def detail(self, now: View, cells: int) -> str:
        choice = self.chooser.choice
        return prompts.under_cursor(now, self.chooser, choice, cells) if choice is not None else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "choose":
                return (self.chooser.open or self._card_waits) and not self.table.leaving
            case "go" | "next_carre" | "next_card":
                return self.chooser.open
            case "why_not":
                return bool(_misfits(self.now, self.chooser))
            case "turn_card":
                return self.chooser.can_turn
            case "card":
                return (
                    self.chooser.open
                    and isinstance(parameters[0], int)
                    and parameters[0] < len(self.chooser.hand)
                )
        return super().check_action(action, parameters)

    @property
    def _card_waits(self) -> bool:
        """Whether a decision is to be taken on a card over the table."""
        return self.now.my_turn and self.now.public.phase != "place"

    def action_go(self, direction: str) -> None:
        self._move(*STEPS[direction])

    def action_next_carre(self) -> None:
        self.chooser.next_carre()
        self._changed()

    def action_next_card(self) -> None:
        self.chooser.select_next(1)
        self._changed()

    def action_turn_card(self) -> None:
        self.chooser.turn()
        self._changed()

    def action_why_not(self) -> None:
        """Tell why the card does not fit in a free cell; those of the carré under the cursor come first."""
        here = self.chooser.spot[0] if self.chooser.spot is not None else 0
        misfits = sorted(_misfits(self.now, self.chooser), key=lambda spot: (spot[0] != here, spot))
        if misfits:
            following = misfits.index(self._asked) + 1 if self._asked in misfits else 0
            self._asked = misfits[following % len(misfits)]
            self._explain(self._asked)

    def action_card(self, place: int) -> None:
        self.chooser.select(place)
        self._changed()

    def action_choose(self) -> None:
        """Lay the chosen card where the cursor stands, or open the card that was put aside."""
        if self._card_waits:
            self._overlays.reopen(self.now)
            return
        placement = self.chooser.press()
        if placement is not None:
            self.table.clear_notice()
            self.table.decide(placement)
        self.table.draw_choices()

    @on(Carres.Pressed)
    def _cell_clicked(self, message: Carres.Pressed) -> None:
        """A first click goes to a cell, a second one lays the card there."""
        if not self.chooser.open:
            return
        if message.spot == self.chooser.spot:
            self.action_choose()
        elif self.chooser.go_to(message.spot):
            self._changed()
        else:
            self._explain(message.spot)

    @on(Hand.Pressed)
    def _card_clicked(self, message: Hand.Pressed) -> None:
        """A click chooses a card; another one turns it."""
        if message.place == self.chooser.at:
            self.action_turn_card()
        else:
            self.action_card(message.place)

    def _explain(self, spot: Spot) -> None:
        """Say why the chosen card may not be laid in a cell."""
        now, card = self.now, self.chooser.card
        if card is None:
            return
        carre, cell = spot
        self._asked = spot
        self.table.notice = say(
            "triche.table.detail.why_not",
            owner=now.names[now.public.owners[carre]],
            cell=say(f"triche.table.cell.{cell}"),
            why=why_not(now.public.carres[carre], cell, card, diagonals=now.public.diagonals),
        )
        self.table.draw_choices()

    def _move(self, across: int, down: int) -> None:
        self.chooser.move(across, down, self.carres.place)
        self._changed()

    def _changed(self) -> None:
        self.table.clear_notice()
        self._asked = None
        self.table.draw_choices()

    # Dialogs over the table

    def open_before_result(self, now: View, events: tuple[Struct, ...]) -> bool:
        """The last round is counted, too."""
        self._overlays.open(now, events)
        return self._overlays.counting

    def open_dialogs(self, now: View, events: tuple[Struct, ...]) -> None:
        self._overlays.open(now, events)


TABLE: Final = GameTable(
    board=TricheBoard,
    result=TricheResult,
    scores=ScoresDialog,
    sheets=(Path(__file__).with_name("table.tcss"),),
    log_text=TricheLogText,
    advice_text=TricheAdviceText,
    status=TricheStatus,
    shuffle_check=TricheShuffleCheck,
    begins_round=lambda event: isinstance(event, RoundBegan),
)


def _secret(now: View, card: int, spot: Spot) -> tuple[int, int]:
    """What a card does to the lines through the player's face-down centre; see ``through_centre``."""
    carre, cell = spot
    centre = known_centre(now, carre)
    return (0, 0) if centre is None else through_centre(now.public.carres[carre], cell, card, centre)


def _marks(now: View, chooser: Chooser) -> dict[Spot, tuple[str, str]]:
    card, home = chooser.card, carre_of(now, now.seat) if now.seat is not None else None
    if card is None:
        return {}
    return {
        spot: _mark(choice, *_secret(now, card, spot) if spot[0] == home else (0, 0))
        for spot, choice in chooser.spots.items()
    }


def _misfits(now: View, chooser: Chooser, asked: Spot | None = None) -> dict[Spot, tuple[str, str]]:
    """The free cells in which the chosen card may not be laid; the one that is asked about stands out."""
    if chooser.card is None:
        return {}
    free = (
        (number, cell)
        for number, carre in enumerate(now.public.carres)
        for cell, laid in enumerate(carre)
        if laid is None
    )
    return {spot: ("×", "bad" if spot == asked else "faint") for spot in free if spot not in chooser.spots}


def _mark(choice: Choice, sure: int, lost: int) -> tuple[str, str]:
    """What stands in a free cell where the chosen card may be laid.

    ``sure`` and ``lost`` are what it does to the lines through a face-down centre that the player knows.
    """
    points = sum(line.points for line in choice.lines) + sure
    if choice.forced:
        return ("•", "bad")
    if choice.conquer:
        return (f"+{points}!", "good")
    if choice.lines or sure or lost:
        return (f"+{points}", "good") if points else ("0", "bad")
    return ("•", "mark")
