"""Worlds: positions that a view allows, with the score of every stone in every cell kept up to date."""

from random import Random
from typing import Self

from triqueta_protocol.games.tripitz import Options, Public
from triqueta_protocol.games.tripitz_board import CELLS, Board
from triqueta_protocol.games.tripitz_stones import PIECES, STONES
from triqueta_protocol.table_events import TableEvent
from triqueta_server.bots.tripitz.evaluate import WAYS, Pay, PayTable, pay_table
from triqueta_server.games.tripitz.lookups import BITS, CELL_BITS, EDGES, FREE, OFF
from triqueta_server.games.tripitz.position import Position


class SampledShuffles:
    """Shuffles of a sampled world: the bag in random order."""

    starter = 0

    def __init__(self, pieces: int, luck: int) -> None:
        self._pieces = pieces
        self._luck = luck

    def start(self, attempt: int) -> list[int]:
        raise RuntimeError("a sampled game has begun")

    def bag(self, shuffle: int) -> list[int]:
        order = list(range(self._pieces))
        Random(self._luck + shuffle).shuffle(order)
        return order


class World(Position):
    """A position to search through."""

    __slots__ = ("factors", "lines", "pay", "table", "unseen")

    table: PayTable
    lines: list[int]
    """What each of the three lines through a cell pays, as the table numbers it; three entries for a cell."""
    factors: list[int]
    """By cell: how often a figure counts in it; the neighbours taken, twice as many on the edge."""
    pay: dict[int, Pay]
    """By cell: what stones score there, for the cells in which any stone fits."""

    unseen: tuple[int, ...]
    """The pieces that were in the bag of the view."""

    def __init__(self, public: Public) -> None:
        """The game of a public view, with the bag in any order."""
        self.seats = len(public.racks)
        self.options = Options(
            short=public.short,
            jokers=public.jokers,
            one_figure_per_axis=public.one_per_axis,
            start_player="race" if public.phase == "race" else "random_able",
        )
        self.shuffles = SampledShuffles(PIECES if public.jokers else STONES, 0)
        self.phase = public.phase
        self.start = public.start
        self.owing = public.owing
        self.turn = public.owing[0] if public.phase == "turn" else None
        self.hands = [sum([BITS[piece] for piece in rack]) for rack in public.racks]
        self.drawn = 0
        self.exchanges = public.exchanges
        self.points = list(public.points)
        self.idle = public.idle
        # The bag grows empty with a placement, and only then seats sit out.
        self.passes = 0 if public.bag else public.idle
        laid = public.last
        self.last = None
        if laid is not None:
            made = laid.sum
            self.last = laid.seat, laid.stone, laid.cell, (made.triples, made.quadruples, made.touched)
        self.ending = public.ending
        self._lay_all(public.board)
        seen = {*public.board, *[piece for rack in public.racks for piece in rack]}
        pieces = PIECES if public.jokers else STONES
        self.unseen = tuple([piece for piece in range(pieces) if piece not in seen])
        self.bag = self.unseen[: public.bag]

    def shuffled(self, rng: Random) -> Self:
        """The same game with the bag in another order, and other preferences among equal scores."""
        twin = self.copy()
        twin.bag = tuple(rng.sample(self.unseen, self.left))
        cells = list(self.pay.items())
        rng.shuffle(cells)
        twin.pay = dict(cells)
        twin.shuffles = SampledShuffles(PIECES if self.options.jokers else STONES, rng.getrandbits(32))
        return twin

    def copy(self) -> Self:
        twin = super().copy()
        twin.table = self.table
        twin.lines = self.lines[:]
        twin.factors = self.factors[:]
        twin.pay = self.pay.copy()
        twin.unseen = self.unseen
        return twin

    def _lay_all(self, board: Board) -> None:
        self.board = [FREE] * CELLS + [OFF]
        self.taken = 0
        self.fits = {}
        self.table = pay_table(one_per_axis=self.options.one_figure_per_axis)
        self.lines = [0] * (3 * CELLS)
        self.factors = [0] * CELLS
        self.pay = {}
        for cell, piece in enumerate(board):
            if piece is not None:
                self._lay(cell, piece)

    def _lay(self, cell: int, stone: int) -> None:
        super()._lay(cell, stone)
        self.lay(cell, stone)

    def _swap(self, seat: int, cell: int, events: list[TableEvent] | None) -> None:
        super()._swap(seat, cell, events)
        # A free cell three steps away may have had the stone in a quadruple.
        for axis, _, _, free in WAYS[cell]:
            if self.board[free] == FREE:
                self._update(free, axis)

    def lay(self, cell: int, stone: int) -> None:
        """Put a stone on the board in a rollout, which does not use ``fits``."""
        board, lines, pay, factors, table = self.board, self.lines, self.pay, self.factors, self.table
        board[cell] = stone
        self.taken |= CELL_BITS[cell]
        pay.pop(cell, None)
        for axis, near, beyond, last in WAYS[cell]:
            there = board[near]
            if there == FREE:
                free = near
                factors[near] += 2 if EDGES[near] else 1
            else:
                there = board[beyond]
                if there == FREE:
                    free = beyond
                elif there != OFF and board[last] == FREE:
                    free = last
                else:
                    continue
            at = 3 * free
            lines[at + axis] = table.line(board, free, axis)
            first, second, third = lines[at : at + 3]
            if first or second or third:
                pay[free] = table.cell(first, second, third, factors[free])

    def _update(self, free: int, axis: int) -> None:
        """Update what the line of a free cell along an axis pays."""
        at = 3 * free
        self.lines[at + axis] = self.table.line(self.board, free, axis)
        first, second, third = self.lines[at : at + 3]
        if first or second or third:
            self.pay[free] = self.table.cell(first, second, third, self.factors[free])
