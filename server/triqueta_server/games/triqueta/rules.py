"""The rules of Triqueta as the tables use them."""

from collections.abc import Iterator
from typing import Any, Final

from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games.triqueta import SEATS, TRIPLE, VOCABULARY, Options, deal
from triqueta_server.games.game import Slip
from triqueta_server.games.triqueta import actions, view
from triqueta_server.games.triqueta.lookups import counts
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.refusals import refusal
from triqueta_server.games.triqueta.scoring import added, scoresheet


class TriquetaRules:
    """See ``triqueta_server.games.game.Rules``."""

    vocabulary = VOCABULARY

    def check(self, seats: int, options: Options) -> None:
        if seats not in SEATS:
            raise RefusalError(Code.BAD_OPTIONS, why="seats", least=SEATS[0], most=SEATS[-1])
        if options.variant == "dorra" and seats != 2:
            raise RefusalError(Code.BAD_OPTIONS, why="variant", least=2, most=2)
        if options.start is not None and options.start >= seats:
            raise RefusalError(Code.BAD_OPTIONS, why="start", least=0, most=seats - 1)

    def begin(self, seats: int, options: Options, seed: bytes) -> Position:
        self.check(seats, options)
        order, rock = deal(seed, seats)
        if options.start is not None:
            rock = options.start
        return Position(seats, order, rock, dorra=options.variant == "dorra")

    def read(self, position: Position, seat: int, action: dict[str, Any]) -> int:
        return actions.read(action, len(position.kept[seat]))

    def write(self, position: Position, seat: int, action: int) -> dict[str, Any]:
        return actions.write(action, len(position.kept[seat]))

    refusal = staticmethod(refusal)
    public = staticmethod(view.public)
    mine = staticmethod(view.mine)

    def shows_chance(self, before: Position, seat: int, action: int, after: Position, viewer: int) -> bool:
        if not after.owing:
            return True  # kept tokens are revealed
        return action == actions.DRAW if seat == viewer else actions.PLACE <= action < actions.KEEP

    def winners(self, position: Position) -> tuple[int, ...]:
        if position.owing:
            return ()
        sheet = scoresheet(position.collections, position.tree_tiles, position.rock)
        return tuple(seat for seat, column in enumerate(sheet) if column.rank == 1)

    def slips(self, position: Position, seat: int, action: int) -> Iterator[Slip]:
        """A triqueta is spoiled if a fourth token is added to it."""
        if actions.TAKE <= action < actions.PLACE:
            more = position.rows[action - actions.TAKE]
        elif action >= actions.REVEAL:
            more = added(position.kept[seat], action - actions.REVEAL)
        else:
            return
        for had, got in zip(counts(position.collections[seat]), counts(more), strict=True):
            if had == TRIPLE and got:
                yield Slip(seat, "spoiled")


RULES: Final = TriquetaRules()
