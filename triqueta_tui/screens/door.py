"""The card on which a host says who may come to the table, also during a game."""

from collections.abc import Mapping

from protocol.events import Room
from triqueta_tui.screens.door_form import door_lines
from triqueta_tui.screens.form_card import Card
from triqueta_tui.widgets.form import Line


class DoorCard(Card[Mapping[str, str]]):
    """The result is what was filled in, or None."""

    title_key = "rooms.door.title"
    advice_key = "rooms.door.advice"

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room = room

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        return door_lines(self._room, now)

    def on_form_done(self) -> None:
        self.dismiss(dict(self.form.values))
