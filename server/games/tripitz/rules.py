"""The rules of Tripitz in the shape that every game has for the tables."""

from collections.abc import Iterator
from typing import Any, Final

from protocol.errors import Code, Refusal
from protocol.games.tripitz import SEATS, VOCABULARY, Mine, Options, Public
from server.games.game import Slip
from server.games.tripitz import actions, view
from server.games.tripitz.position import Position
from server.games.tripitz.refusals import refusal
from server.games.tripitz.scoring import final_scores
from server.games.tripitz.shuffles import SeededShuffles

FAR_MORE: Final = 4
"""So many points more are open in a figure that counts as missed."""


class TripitzRules:
    """``server.games.game.Rules`` says what each method does."""

    vocabulary = VOCABULARY

    def check(self, seats: int, options: Options) -> None:
        if seats not in SEATS:
            raise Refusal(Code.BAD_OPTIONS, why="seats", least=SEATS[0], most=SEATS[-1])

    def begin(self, seats: int, options: Options, seed: bytes) -> Position:
        self.check(seats, options)
        return Position(seats, options, SeededShuffles(seed, jokers=options.jokers))

    def read(self, position: Position, seat: int, action: dict[str, Any]) -> int:
        return actions.read(action, position.hands[seat])

    def write(self, position: Position, seat: int, action: int) -> dict[str, Any]:
        return actions.write(action, position.hands[seat])

    def refusal(self, position: Position, seat: int, action: int) -> Refusal:
        return refusal(position, seat, action)

    def public(self, position: Position) -> Public:
        return view.public(position)

    def mine(self, position: Position, seat: int) -> Mine:
        return view.mine(position, seat)

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
        """A figure is missed by whoever does something else on their turn though it pays far more.

        That is twice as much, and at least ``FAR_MORE`` points more. A stone laid in a race is no slip: there
        the first one counts.
        """
        if position.phase == "turn" and action < actions.SWAP:
            done = position.gain(action) if action < actions.EXCHANGE else 0
            wanted = max(2 * done, done + FAR_MORE)
            if any(position.gain(other) >= wanted for other in position.placements(seat)):
                yield Slip(seat, "missed")


RULES: Final = TripitzRules()
