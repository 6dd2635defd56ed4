"""What a viewer has seen of Tripitz's draws, to be compared with the ones that the seed gives."""

import msgspec
from msgspec import Struct

from protocol.games.tripitz import Exchanged, Mine, Options, Placed, Public, Started, Swapped
from triqueta_tui.games.tripitz.draws import Seen, Told, compare
from triqueta_tui.table.shuffle_check import ShuffleCheck
from triqueta_tui.table.view_model import TableView

View = TableView[Public, Mine]


class TripitzShuffleCheck(ShuffleCheck):
    """Keeps all that is told of stones; how it fits together is found at the end."""

    def __init__(self) -> None:
        super().__init__()
        self._told: list[Told] = []

    def begin(self) -> None:
        self._told = []

    def watch(self, now: View, happenings: tuple[Struct, ...]) -> None:
        self._told += [one for one in happenings if isinstance(one, Placed | Exchanged | Swapped | Started)]

    def compare(self, seed: bytes, now: View) -> tuple[int, int]:
        options = msgspec.convert(now.room.options, Options)
        return compare(seed, options, Seen(tuple(self._told), now.public))
