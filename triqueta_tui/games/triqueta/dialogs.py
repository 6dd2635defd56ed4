"""Dialogs over the table: the last reveal, and when each dialog opens."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from msgspec import Struct
from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from triqueta_protocol.games import triqueta
from triqueta_protocol.games.triqueta import TOWERS, Drew, RoundEnded, Took
from triqueta_protocol.table_events import TookBack
from triqueta_tui.commands import TABLE_COACH, TABLE_UNDO
from triqueta_tui.commands.command import bindings
from triqueta_tui.games.triqueta.commands import OTHER_TOKEN, REVEAL, TURN_TOKEN
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.round_end import RoundEnd
from triqueta_tui.games.triqueta.token_drawing import draw_letters, draw_picture, inks
from triqueta_tui.games.triqueta.token_words import name
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import signed
from triqueta_tui.table.dialog import TableDialog
from triqueta_tui.table.game_board import Table
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.footer import Footer


class RevealBoard(Board):
    """The tokens side by side, with a verdict below each."""

    @dataclass
    class Pressed(Message):
        token: int

    def __init__(self) -> None:
        super().__init__(id="tokens")
        self.tokens: tuple[int, ...] = ()
        self.adds: tuple[bool, ...] = ()
        self.cursor = 0

    def on_click(self, event: events.Click) -> None:
        if self.tokens:
            at = event.x * len(self.tokens) // max(1, self.size.width)
            self.post_message(self.Pressed(min(at, len(self.tokens) - 1)))

    def draw(self, canvas: Canvas) -> None:
        share = canvas.width // max(1, len(self.tokens))
        size = next((one for one in (Size.LARGE, Size.MEDIUM) if one.lines + 2 <= canvas.height), None)
        colours = inks(self.app)
        for index, (animal, adds) in enumerate(zip(self.tokens, self.adds, strict=True)):
            middle = index * share + share // 2
            if size is None:
                draw_letters(canvas, middle - 2, 0, animal, colours)
            else:
                draw_picture(canvas, middle - size.cells // 2, 0, animal, size, colours)
            y = 1 if size is None else size.lines
            self._centred(canvas, middle, y, name(animal), "dim")
            words = say("triqueta.table.reveal.adds" if adds else "triqueta.table.reveal.returns")
            words = f"✓ {words}" if adds else f"✗ {words}"
            selected = index == self.cursor
            self._centred(
                canvas, middle, y + 1, f" {words} ", "cursor" if selected else "good" if adds else "bad"
            )

    def _centred(self, canvas: Canvas, middle: int, y: int, words: str, style: str) -> None:
        canvas.write(middle - cell_len(words) // 2, y, words, self.style_of(style))


class LastReveal(TableDialog[triqueta.Public, triqueta.Mine]):
    """Decide which face-down tokens count; the best choice is preselected."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(REVEAL, TURN_TOKEN, OTHER_TOKEN, TABLE_COACH, TABLE_UNDO)
    ]

    def __init__(self, now: View, decide: Callable[[triqueta.Reveal], None]) -> None:
        super().__init__(now)
        self._decide = decide
        self.board = RevealBoard()
        choices = reveal_choices(now)
        best = next((one for one in choices if one.best), choices[0])
        assert isinstance(best.action, triqueta.Reveal)
        self.board.tokens = now.mine.face_down if now.mine is not None else ()
        self.board.adds = best.action.add
        self._words = Static(self._worth(), id="worth", markup=False)

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title = say("triqueta.table.reveal.title")
            yield Static(say("triqueta.table.reveal.intro"), id="intro", markup=False)
            yield self.board
            yield self._words
        yield Footer()

    def follow(self, now: View, events: tuple[Struct, ...]) -> None:
        self.now = now
        if not reveal_choices(now):
            self.close()

    def point_at(self, action: Struct) -> None:
        if isinstance(action, triqueta.Reveal) and len(action.add) == len(self.board.tokens):
            self.board.adds = action.add
            self.draw()

    def draw(self) -> None:
        self.board.redraw()
        self._words.update(self._worth(), layout=False)

    def _worth(self) -> str:
        for one in reveal_choices(self.now):
            if isinstance(one.action, triqueta.Reveal) and one.action.add == self.board.adds:
                key = "best_points" if one.best else "points"
                return say(f"triqueta.table.reveal.{key}", points=signed(one.points))
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "other_token":
            return len(self.board.tokens) > 1
        return super().check_action(action, parameters)

    def action_other_token(self) -> None:
        self.board.cursor = (self.board.cursor + 1) % len(self.board.tokens)
        self.draw()

    def action_turn_token(self) -> None:
        at = self.board.cursor
        self.board.adds = tuple(add != (index == at) for index, add in enumerate(self.board.adds))
        self.draw()

    def action_reveal(self) -> None:
        self._decide(triqueta.Reveal(self.board.adds))
        self.close()

    @on(RevealBoard.Pressed)
    def _token_clicked(self, message: RevealBoard.Pressed) -> None:
        self.board.cursor = message.token
        self.action_turn_token()


def reveal_choices(now: View) -> tuple[triqueta.Choice, ...]:
    """The viewer's choices at the last reveal; none at other times."""
    choices = now.mine.choices if now.mine is not None else ()
    return tuple(one for one in choices if isinstance(one.action, triqueta.Reveal))


class Overlays:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._gains: dict[int, int] = {}
        """By seat: the points of its row in this round, or in the one just over."""
        self._ended: RoundEnded | None = None
        """The end of the last round, until a row of the next one is taken."""

    def open(self, now: View, events: tuple[Struct, ...]) -> None:
        """Open the dialogs of this view."""
        ended = self._follow(now, events)
        self._end_for_watchers(now, events)
        if now.public.phase == "reveal":
            if reveal_choices(now):
                self._table.dialogs.open_once(LastReveal, lambda: LastReveal(now, self._table.decide))
        elif (ended and self._ended is not None and self._ended.round < TOWERS) or _chooses_tower(now):
            last, gains = self._ended, dict(self._gains) if self._ended is not None else {}
            self._table.dialogs.open_once(RoundEnd, lambda: RoundEnd(now, last, gains, self._table.decide))

    def _follow(self, now: View, events: tuple[Struct, ...]) -> bool:
        """Whether a round has ended with this."""
        if now.public.phase != "tower" and any(isinstance(one, TookBack) for one in events):
            # If its last row was undone, the round goes on.
            self._ended = None
        ended = False
        for one in events:
            if isinstance(one, Took):
                if self._ended is not None:
                    self._ended = None
                    self._gains.clear()
                # A row that was undone and taken again counts once.
                self._gains[one.seat] = one.points
            elif isinstance(one, RoundEnded):
                self._ended, ended = one, True
        return ended

    def _end_for_watchers(self, now: View, events: tuple[Struct, ...]) -> None:
        """Watchers press no keys: the next draw closes the dialog."""
        if now.seat is None and any(isinstance(one, Drew) for one in events):
            for dialog in self._table.dialogs.of(RoundEnd):
                if dialog.is_active:
                    dialog.dismiss()


def _chooses_tower(now: View) -> bool:
    return now.public.phase == "tower" and now.my_turn
