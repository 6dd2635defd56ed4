"""What an expert would do, why, and what else there is, on a card beside the table or below it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import msgspec
from msgspec import Struct
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.geometry import Region
from textual.getters import app as app_of
from textual.screen import Screen
from textual.signal import Signal
from textual.widgets import Static

from triqueta_protocol.advice import Advice, Promise
from triqueta_protocol.games.vocabulary import Vocabulary
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import COACH_CLOSE, COACH_DO, COACH_POINT, CURSOR_DOWN, CURSOR_UP
from triqueta_tui.commands.command import Command, bindings, keys_of
from triqueta_tui.locale import say
from triqueta_tui.session.view import AnyView
from triqueta_tui.table.advice_text import AdviceText
from triqueta_tui.table.coach_list import CoachLine, CoachList
from triqueta_tui.table.dialog import AnyDialog
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import broken

BESIDE_FROM: Final = 26
"""Columns from which on the right side of the table has room for the card."""

_FEW: Final = 4
"""Lines of the list, with the names of its columns, even where that covers the end of the board."""
_AROUND: Final = 4
"""Columns of border and padding."""
_BORDERS: Final = 2
_BELOW: Final = 1
"""The footer."""


@dataclass(frozen=True)
class Place:
    """Where the card may lie without covering what is decided."""

    board_end: int
    """The first line below the board."""
    side: Region | None
    """The right column of the table, if it has one."""


class AdviceDialog(AnyDialog):
    """What an expert says about a decision, in words and as a list, where it covers the least."""

    app = app_of(TriquetaApp)
    CSS_PATH = Path(__file__).with_name("coach_dialog.tcss")

    def __init__(
        self,
        now: AnyView,
        text: AdviceText,
        vocabulary: Vocabulary,
        place: Callable[[], Place],
        arranged: Signal[Screen[Any]],
    ) -> None:
        """``arranged`` is published when the widgets of the table have their places."""
        super().__init__(now)
        self._text = text
        self._vocabulary = vocabulary
        self._place = place
        self._arranged = arranged
        self._actions: list[Struct] = []
        self._told = ("", "")
        """What is to be done, or why nothing is said about that, and the reason."""
        self._best = Static("", id="best", markup=False)
        self._why = Static("", id="why", markup=False)
        self._list = CoachList()
        self._list.display = False

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title = self.title_words()
            yield self._best
            yield self._why
            yield self._list
        yield Footer()

    def title_words(self) -> str:
        return say("table.coach.title")

    def on_mount(self) -> None:
        # In a window of another size the dialog is arranged before the table below it.
        self._arranged.subscribe(self, lambda _: self._arrange())

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()

    def tell(self, best: str, why: str = "") -> None:
        """Say this above the list."""
        self._told = best, why
        if self.is_mounted:
            self._arrange()

    def list_actions(self, advice: Advice) -> bool:
        """Show what the actions promise; returns whether there are any."""
        self._actions = []
        known: list[Promise] = []
        for promise in advice.promises:
            try:
                action = msgspec.convert(promise.action, self._vocabulary.words.action)
            except msgspec.ValidationError:
                continue  # of a newer server
            self._actions.append(action)
            known.append(promise)
        lines = [
            CoachLine(*words, promise.chance, promise.points)
            for words, promise in zip(self._text.listed(self._actions), known, strict=True)
        ]
        if lines:
            self._best.add_class("-known")
            self._list.display = True
            self._list.set_lines(lines, self._text.points_head)
        return bool(lines)

    def reason_of(self, advice: Advice) -> str:
        return self._text.reason(advice.reason) if advice.reason is not None else ""

    def _arrange(self) -> None:
        """Beside the board over log and chat, or below it; at least a few actions are always in sight."""
        place, (width, height) = self._place(), self.size
        side = place.side is not None and place.side.width >= BESIDE_FROM
        self.set_class(side, "-beside")
        self._list.slim = side
        room, margin = height - _BELOW - place.board_end, 0
        if side and place.side is not None:
            width, room = place.side.width, place.side.height
            margin = height - _BELOW - place.side.bottom
        card = self.query_one("#dialog")
        card.styles.width = width
        card.styles.margin = (0, 0, margin, 0)
        used = _BORDERS
        for part, words in zip((self._best, self._why), self._told, strict=True):
            lines_of = broken(words, width - _AROUND) if words else []
            part.update("\n".join(lines_of))
            part.display = bool(words)
            used += len(lines_of) + side
        lines = min(max(room - used, _FEW), height - _BELOW - used)
        self._list.styles.height = max(2, self._list.fit(width - _AROUND, lines))


class CoachDialog(AdviceDialog):
    """The coach's card. Opens thinking; closes when the decision is taken or is another one."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(COACH_CLOSE)]

    def __init__(
        self,
        now: AnyView,
        text: AdviceText,
        vocabulary: Vocabulary,
        point: Callable[[Struct], None],
        do: Callable[[Struct], None],
        keys: Sequence[Command],
        place: Callable[[], Place],
        arranged: Signal[Screen[Any]],
    ) -> None:
        """``point`` shows an action at the table, ``do`` decides for it; ``keys`` work at the table."""
        super().__init__(now, text, vocabulary, place, arranged)
        self._point = point
        self._do = do
        self._keys = keys
        self.tell(say("table.coach.thinking"))

    def on_mount(self) -> None:
        self._list.focus()

    # What it is told

    def follow(self, now: AnyView, events: tuple[Struct, ...]) -> None:
        """Close as soon as this is not the decision any more that it was asked about."""
        same = now.you == self.now.you and now.my_turn and now.mine == self.now.mine
        if not same and self.is_current:
            self.dismiss()

    def show_advice(self, advice: Advice) -> None:
        why = self.reason_of(advice)
        if not self.list_actions(advice):
            self.show_trouble(why or say("errors.coach_busy"))
            return
        self.tell(say("table.coach.best", action=self._text.in_full(self._actions[0])), why)
        self.refresh_bindings()

    def show_trouble(self, why: str) -> None:
        """There is no advice, for this reason."""
        self.tell(why)

    # What is done

    def action_close(self) -> None:
        self.dismiss()

    @on(CoachList.Picked)
    def _picked(self, message: CoachList.Picked) -> None:
        self.dismiss()
        # It may open a card of its own, over the table and not over this one.
        self.app.call_later(self._do if message.do else self._point, self._actions[message.at])

    def on_key(self, event: events.Key) -> None:
        """A key of the table closes the card and does there what it always does."""
        keymap = self.app.settings.keys
        if any(
            event.key in keys_of(one, keymap)
            for one in (CURSOR_UP, CURSOR_DOWN, COACH_POINT, COACH_DO, COACH_CLOSE)
        ):
            return  # of this card, also where arrows move something at the table
        if any(event.key in keys_of(one, keymap) for one in self._keys):
            event.stop()
            self.app.simulate_key(event.key)
            self.dismiss()
