"""What a viewer has seen of Triché's shuffles, to be compared with the ones that the seed gives."""

from collections import Counter

from msgspec import Struct

from protocol.games.triche import Opened, Placed, Redrew, RoundBegan, RoundEnded
from protocol.games.triche_cards import CENTRE, UNTURNED, first_start
from triqueta_tui.games.triche.deals import RoundSeen, compare
from triqueta_tui.games.triche.view import View
from triqueta_tui.table.shuffle_check import ShuffleCheck


class TricheShuffleCheck(ShuffleCheck):
    """Follows whole rounds; one that was joined in its middle is left out."""

    def __init__(self) -> None:
        super().__init__()
        self._rounds: dict[int, RoundSeen] = {}
        self._now: RoundSeen | None = None
        self._round = 0
        """The round that runs, 0 if it is not known."""
        self._own_redraws: tuple[int, ...] = ()

    def begin(self) -> None:
        self._rounds = {}
        self._now = None
        self._round = 1

    def watch(self, now: View, happenings: tuple[Struct, ...]) -> None:
        for one in happenings:
            match one:
                case RoundBegan():
                    self._now = None
                    self._round = one.round
                case Opened():
                    self._now = RoundSeen.begin(len(one.carres))
                    self._own_redraws = ()
                    for seat, laid in enumerate(one.carres):
                        self._now.carres[seat].update(UNTURNED[card] for _, card in laid)
                case Redrew() if self._now is not None:
                    self._take_redraw(self._now, now, one)
                case Placed() if self._now is not None:
                    self._now.hands[one.seat][UNTURNED[one.card]] += 1
                case RoundEnded() if self._now is not None:
                    for builder, carre in enumerate(one.carres):
                        self._now.carres[builder][UNTURNED[carre.cells[CENTRE]]] += 1
                    self._rounds[one.round] = self._now

    def _take_redraw(self, seen: RoundSeen, now: View, redrew: Redrew) -> None:
        if redrew.seat == now.seat and now.mine is not None:
            self._own_redraws += (redrew.count,)
            # When much comes at once, the view may be ahead of what is told.
            public = now.public
            told_last = (public.round, public.redraws[now.seat], public.last)
            if redrew.count and told_last == (self._round, self._own_redraws, None):
                seen.held[len(seen.redraws)] = Counter(now.mine.hand)
        if redrew.count:
            seen.redraws.append((redrew.seat, redrew.count))

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
