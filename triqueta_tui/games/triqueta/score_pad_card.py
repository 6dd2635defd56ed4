"""The score pad over the table, for a look in between."""

from typing import ClassVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen

from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.table import GO_ON
from triqueta_tui.games.triqueta.score_pad import ScorePad
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.widgets.footer import Footer


class PadCard(ModalScreen[None]):
    CSS_PATH = "score_pad_card.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(GO_ON)]

    def __init__(self, now: View) -> None:
        super().__init__()
        self.now = now
        self.pad = ScorePad()

    def compose(self) -> ComposeResult:
        yield self.pad
        yield Footer()

    def on_mount(self) -> None:
        self.pad.styles.height = ScorePad.lines(self.app.size.height)
        self.pad.show(self.now)

    def look(self, now: View, happenings: tuple[Struct, ...]) -> None:
        self.now = now
        self.pad.show(now)

    def action_go_on(self) -> None:
        self.dismiss()
