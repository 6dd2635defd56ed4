"""What a viewer has seen of Triché's shuffles, to be compared with the ones that the seed gives."""

from collections import Counter

from msgspec import Struct

from protocol.games.triche import Mine, Opened, Placed, Public, Redrew, RoundBegan, RoundEnded
from protocol.games.triche_cards import CENTRE, UNTURNED, first_start
from triqueta_tui.games.triche.deals import RoundSeen, compare
from triqueta_tui.table.shuffle_check import ShuffleCheck
from triqueta_tui.table.view_model import TableView

View = TableView[Public, Mine]


class TricheShuffleCheck(ShuffleCheck):
    """Follows whole rounds; one that was joined in its middle is left out."""

    def __init__(self) -> None:
        super().__init__()
        self._rounds: dict[int, RoundSeen] = {}
        self._now: RoundSeen | None = None

    def begin(self) -> None:
        self._rounds = {}
        self._now = None

    def watch(self, now: View, happenings: tuple[Struct, ...]) -> None:
        for one in happenings:
            match one:
                case RoundBegan():
                    self._now = None
                case Opened():
                    self._now = RoundSeen.begin(len(one.carres))
                    for seat, laid in enumerate(one.carres):
                        self._now.carres[seat].update(UNTURNED[card] for _, card in laid)
                case Redrew() if self._now is not None and one.count:
                    if one.seat == now.seat and now.mine is not None:
                        self._now.held[len(self._now.redraws)] = Counter(now.mine.hand)
                    self._now.redraws.append((one.seat, one.count))
                case Placed() if self._now is not None:
                    self._now.hands[one.seat][UNTURNED[one.card]] += 1
                case RoundEnded() if self._now is not None:
                    for builder, carre in enumerate(one.carres):
                        self._now.carres[builder][UNTURNED[carre.cells[CENTRE]]] += 1
                    self._rounds[one.round] = self._now

    def compare(self, seed: bytes, now: View) -> tuple[int, int]:
        public = now.public
        found = [
            compare(seed, round_, seen, expansion=public.expansion) for round_, seen in self._rounds.items()
        ]
        if now.room.options.get("start") is None:
            seats = len(public.hands)
            started = (public.start - public.round + 1) % seats
            found.append((1, int(started == first_start(seed, seats))))
        return sum(count for count, _ in found), sum(matching for _, matching in found)
