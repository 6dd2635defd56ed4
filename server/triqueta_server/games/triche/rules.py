"""The rules of Triché as the tables use them."""

from collections.abc import Iterator
from typing import Any, Final

from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games.triche import SEATS, VOCABULARY, Options
from triqueta_protocol.games.triche_cards import first_start
from triqueta_server.games.game import Slip
from triqueta_server.games.triche import actions, view
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.refusals import refusal
from triqueta_server.games.triche.scoring import final_scores
from triqueta_server.games.triche.shuffles import SeededShuffles


class TricheRules:
    """See ``triqueta_server.games.game.Rules``."""

    vocabulary = VOCABULARY

    def check(self, seats: int, options: Options) -> None:
        if seats not in SEATS:
            raise RefusalError(Code.BAD_OPTIONS, why="seats", least=SEATS[0], most=SEATS[-1])
        if options.start is not None and options.start >= seats:
            raise RefusalError(Code.BAD_OPTIONS, why="start", least=0, most=seats - 1)

    def begin(self, seats: int, options: Options, seed: bytes) -> Position:
        self.check(seats, options)
        return Position(
            seats,
            SeededShuffles(seed, expansion=options.expansion),
            first_start(seed, seats) if options.start is None else options.start,
            expansion=options.expansion,
            target=options.target,
            diagonals=options.diagonal_conformity == "on",
        )

    def read(self, position: Position, seat: int, action: dict[str, Any]) -> int:
        return actions.read(action)

    def write(self, position: Position, seat: int, action: int) -> dict[str, Any]:
        return actions.write(action)

    refusal = staticmethod(refusal)
    public = staticmethod(view.public)
    mine = staticmethod(view.mine)

    def shows_chance(self, before: Position, seat: int, action: int, after: Position, viewer: int) -> bool:
        dealt = before.phase == "set_up" and after.phase != "set_up"
        redrew = before.phase == "redraw" and seat == viewer and action > actions.REDRAW
        # The end of a round reveals the centres, which their builders chose, and deals again.
        return dealt or redrew or len(after.rounds) > len(before.rounds)

    def winners(self, position: Position) -> tuple[int, ...]:
        if position.owing:
            return ()
        scores = final_scores(position.points, position.start)
        return tuple(seat for seat, score in enumerate(scores) if score.rank == 1)

    def slips(self, position: Position, seat: int, action: int) -> Iterator[Slip]:
        """A conquest is a mistake of the carré's owner."""
        if action == actions.CONQUER + 1 and position.phase == "conquer":
            carre = position.last >> actions.CARRE_SHIFT & actions.SLOT_MASK
            yield Slip(position.owners[carre], "lost_carres")


RULES: Final = TricheRules()
