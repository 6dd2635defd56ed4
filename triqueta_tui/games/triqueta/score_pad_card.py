"""The score pad over the table, for a look in between."""

from typing import ClassVar

from msgspec import Struct
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen

from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.table import GO_ON, SHOW_SCORES
from triqueta_tui.games.triqueta.score_pad import ScorePad
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.widgets.footer import Footer


class PadCard(ModalScreen[None]):
    CSS_PATH = "score_pad_card.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(GO_ON, SHOW_SCORES)]

    def __init__(self, now: View) -> None:
        super().__init__()
        self.now = now
        self.pad = ScorePad()

    def compose(self) -> ComposeResult:
        yield self.pad
        yield Footer()

    def on_mount(self) -> None:
        self.pad.show(self.now)

    def on_resize(self, event: events.Resize) -> None:
        self.pad.styles.width = ScorePad.cells(len(self.now.names))
        # The footer stays in sight.
        self.pad.styles.height = ScorePad.lines(event.size.height - 1)

    def look(self, now: View, happenings: tuple[Struct, ...]) -> None:
        self.now = now
        self.pad.show(now)

    def action_go_on(self) -> None:
        self.dismiss()

    def action_scores(self) -> None:
        """The key that has opened the pad closes it."""
        self.dismiss()
