"""A table at which a coach may be asked about the own decision, where its rules allow that."""

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct
from textual.binding import Binding
from textual.geometry import Size

from protocol import requests
from protocol.mirror import Mirror
from triqueta_tui.commands.command import Command, command
from triqueta_tui.table.advice_text import AdviceText
from triqueta_tui.table.card import TableCard
from triqueta_tui.table.game_table import GameTable
from triqueta_tui.table.view_model import MineT, PublicT, TableView

if TYPE_CHECKING:
    from triqueta_tui.table.coach_card import Place

_OWN_KEYS: Final = frozenset({"table.up", "table.down", "table.choose", "table.back", "table.coach"})
"""Commands whose keys the coach's card uses itself."""


class CoachedTable(GameTable[PublicT, MineT]):
    ADVICE_TEXT: ClassVar[type[AdviceText]] = AdviceText
    LINES_BELOW: ClassVar[int]

    mirror: Mirror
    now: TableView[PublicT, MineT] | None
    waiting: bool

    _asked_at: Size | None = None
    """The size of the window for which the table was arranged when the coach was asked."""

    @abstractmethod
    def draw_choices(self) -> None: ...

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "coach":
            now = self.now
            return now is not None and now.room.coach and now.my_turn and not self.waiting
        return super().check_action(action, parameters)

    def action_coach(self) -> None:
        """Ask what an expert would do now. The server thinks; the table goes on."""
        # Many never ask: the card is loaded when somebody does.
        from triqueta_tui.table.coach_card import CoachCard

        now, link = self.now, self.app.link
        if now is None or link is None or not self.check_action("coach", ()):
            return
        self._asked_at = self.app.size
        text, words = self.ADVICE_TEXT(now), self.mirror.vocabulary
        card = CoachCard(now, text, words, self._point_at, self._turn_keys(), self._place)
        self.app.push_screen(card)
        card.request = link.send(requests.Advise, table=now.table)

    def _point_at(self, action: Struct) -> None:
        """On the table, or on the card on which it is decided; the table may open that first."""
        self.point_at(action)
        for card in self.app.screen_stack:
            if isinstance(card, TableCard):
                card.point_at(action)
        self.draw_choices()

    def _turn_keys(self) -> list[Command]:
        found = (command(binding.id) for binding in self.BINDINGS if isinstance(binding, Binding))
        return [one for one in found if one is not None and one.id not in _OWN_KEYS]

    def _place(self) -> "Place":
        from triqueta_tui.table.coach_card import Place

        size = self.app.size
        if size != self._asked_at:
            # The window has another size since. Textual arranges only the screen on top.
            self._asked_at = size
            self.share_out(size.width, size.height - self.LINES_BELOW)
            self._refresh_layout(size)
        side, board = self.query_one("#side"), self.query_one("#main").children[0]
        return Place(board.region.bottom, side.region if side.display else None)
