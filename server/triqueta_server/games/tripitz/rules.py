"""The rules of Tripitz as the tables use them."""

from collections.abc import Iterator
from typing import Any, Final

from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games.tripitz import SEATS, VOCABULARY, Options
from triqueta_server.games.game import Slip
from triqueta_server.games.tripitz import actions, view
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.refusals import refusal
from triqueta_server.games.tripitz.scoring import final_scores
from triqueta_server.games.tripitz.shuffles import SeededShuffles

FAR_MORE: Final = 4
"""Points that a missed figure must have more than the action taken."""


class TripitzRules:
    """See ``triqueta_server.games.game.Rules``."""

    vocabulary = VOCABULARY

    def check(self, seats: int, options: Options) -> None:
        if seats not in SEATS:
            raise RefusalError(Code.BAD_OPTIONS, why="seats", least=SEATS[0], most=SEATS[-1])

    def begin(self, seats: int, options: Options, seed: bytes) -> Position:
        self.check(seats, options)
        return Position(seats, options, SeededShuffles(seed, jokers=options.jokers))

    def read(self, position: Position, seat: int, action: dict[str, Any]) -> int:
        return actions.read(action, position.hands[seat])

    def write(self, position: Position, seat: int, action: int) -> dict[str, Any]:
        return actions.write(action, position.hands[seat])

    refusal = staticmethod(refusal)
    public = staticmethod(view.public)
    mine = staticmethod(view.mine)

    def shows_chance(self, before: Position, seat: int, action: int, after: Position, viewer: int) -> bool:
        drew = (after.drawn, after.exchanges) != (before.drawn, before.exchanges)
        # When all have stood back, the shuffle says who begins.
        return drew or (before.start is None and after.start is not None)

    def winners(self, position: Position) -> tuple[int, ...]:
        if position.owing:
            return ()
        scores = final_scores(position.points)
        return tuple(seat for seat, score in enumerate(scores) if score.rank == 1)

    def slips(self, position: Position, seat: int, action: int) -> Iterator[Slip]:
        """A figure is missed if the seat does something else on its turn though the figure scores far more.

        Far more is twice as much, and at least ``FAR_MORE`` points more. A race has no slips, as speed
        counts there.
        """
        if position.phase == "turn" and action < actions.SWAP:
            done = position.gain(action) if action < actions.EXCHANGE else 0
            wanted = max(2 * done, done + FAR_MORE)
            if any(position.gain(other) >= wanted for other in position.placements(seat)):
                yield Slip(seat, "missed")


RULES: Final = TripitzRules()
