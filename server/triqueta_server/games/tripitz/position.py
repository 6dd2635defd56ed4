"""The state of a game of Tripitz, fast enough for searches."""

from collections.abc import Sequence
from typing import Self

from triqueta_protocol.games.tripitz import (
    IDLE_TURNS,
    Ended,
    Ending,
    Exchanged,
    Options,
    Phase,
    Placed,
    SatOut,
    Started,
    StoodBack,
    Swapped,
)
from triqueta_protocol.games.tripitz_board import CELLS, CENTRE, points
from triqueta_protocol.games.tripitz_stones import RACK, STONES, start_stones
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.tripitz.actions import (
    CELL_SHIFT,
    CLAIM,
    EXCHANGE,
    SIT_OUT,
    STAND_BACK,
    STONE_MASK,
    SWAP,
    picked,
)
from triqueta_server.games.tripitz.lookups import (
    ALL_STONES,
    ALONE,
    AROUND,
    BITS,
    CELL_BITS,
    COMPLETING,
    EDGES,
    ENCLOSED,
    EXCHANGING,
    FREE,
    OFF,
)
from triqueta_server.games.tripitz.refusals import refusal
from triqueta_server.games.tripitz.scoring import figures, sum_of
from triqueta_server.games.tripitz.shuffles import Shuffles


class Position:
    """The board, the racks, and the legal actions. Only the order of the bag is secret."""

    __slots__ = (
        "bag",
        "board",
        "drawn",
        "ending",
        "exchanges",
        "fits",
        "hands",
        "idle",
        "last",
        "options",
        "owing",
        "passes",
        "phase",
        "points",
        "seats",
        "shuffles",
        "start",
        "taken",
        "turn",
    )

    seats: int
    options: Options
    shuffles: Shuffles
    phase: Phase
    start: int | None
    """The seat that began, None while the first move is raced for."""
    turn: int | None
    """The seat whose turn it is."""
    owing: tuple[int, ...]
    board: list[int]
    """By cell: its piece or ``FREE``; and ``OFF`` at ``NOWHERE``."""
    taken: int
    """Mask of the cells with pieces."""
    fits: dict[int, int]
    """By free cell: the mask of stones that make a figure there; cells in which none does are left out.

    Runs of stones only ever grow, so what fits once fits until the cell is taken.
    """
    hands: list[int]
    """Mask of the pieces on each rack."""
    bag: tuple[int, ...]
    """The pieces in the order in which they come out of it, from the last shuffle on."""
    drawn: int
    """The number of pieces drawn since the last shuffle."""
    exchanges: int
    points: list[int]
    idle: int
    """Turns since a stone was laid."""
    passes: int
    """The number of seats that sat out in a row."""
    last: tuple[int, int, int, tuple[int, int, int]] | None
    """Seat, stone, cell and figures of the last placement."""
    ending: Ending | None

    def __init__(self, seats: int, options: Options, shuffles: Shuffles) -> None:
        self.seats = seats
        self.options = options
        self.shuffles = shuffles
        self.board = [FREE] * CELLS + [OFF]
        self.taken = 0
        self.fits = {}
        laid = start_stones(shuffles.start, options.start_stones)
        for cell, stone in zip(CENTRE, laid, strict=True):
            self._lay(cell, stone)
        dealt = [piece for piece in shuffles.bag(0) if piece not in laid]
        ends = range(RACK, RACK * (seats + 1), RACK)
        self.hands = [sum([BITS[piece] for piece in dealt[end - RACK : end]]) for end in ends]
        self.bag = tuple(dealt[RACK * seats :])
        self.drawn = self.exchanges = 0
        self.points = [0] * seats
        self.idle = self.passes = 0
        self.last = None
        self.ending = None
        able = self._able()
        self.turn = self.start = None
        if options.start_player == "race" and able:
            self.phase = "race"
            self.owing = tuple(able)
        else:
            self._begin_with(able)

    @property
    def left(self) -> int:
        """The number of pieces in the bag."""
        return len(self.bag) - self.drawn

    def placements(self, seat: int) -> list[int]:
        """The placements that a seat's rack allows, whether or not it is its turn."""
        hand = self.hands[seat]
        found = []
        for cell, fitting in self.fits.items():
            stones = fitting & hand
            while stones:
                rest = stones & stones - 1
                found.append(cell << CELL_SHIFT | (stones ^ rest).bit_length() - 1)
                stones = rest
        return found

    def enclosed(self) -> list[int]:
        """The cells whose stone may be swapped for a joker."""
        taken, board = self.taken, self.board
        return [cell for cell, near in ENCLOSED if taken & near == near and board[cell] < STONES]

    def legal(self, seat: int) -> Sequence[int]:
        if seat != self.turn:
            return self._claims(seat) if seat in self.owing else ()
        found = self.placements(seat)
        left = len(self.bag) - self.drawn
        if left:
            found += EXCHANGING[min(RACK, left)]
        elif not found:
            found.append(SIT_OUT)
        if self.hands[seat] > ALL_STONES:
            found += [SWAP + cell for cell in self.enclosed()]
        return found

    def apply(self, seat: int, action: int, events: list[TableEvent] | None = None) -> None:
        """Apply a legal action; an illegal one raises ``RefusalError`` and changes nothing."""
        if 0 <= action < EXCHANGE:
            cell, stone = action >> CELL_SHIFT, action & STONE_MASK
            if (
                seat != self.turn
                or cell not in self.fits
                or not self.fits[cell] & self.hands[seat] & BITS[stone]
            ):
                raise refusal(self, seat, action)
            self._place(seat, cell, stone, events)
            return
        if action not in self.legal(seat):
            raise refusal(self, seat, action)
        if action < SWAP:
            self._exchange(seat, action - EXCHANGE, events)
        elif action < SIT_OUT:
            self._swap(seat, action - SWAP, events)
        elif action == SIT_OUT:
            self._sit_out(seat, events)
        elif action == STAND_BACK:
            self._stand_back(seat, events)
        else:
            self._claim(seat, action - CLAIM, events)

    def copy(self) -> Self:
        twin = self.__class__.__new__(self.__class__)
        twin.seats = self.seats
        twin.options = self.options
        twin.shuffles = self.shuffles
        twin.phase = self.phase
        twin.start = self.start
        twin.turn = self.turn
        twin.owing = self.owing
        twin.board = self.board[:]
        twin.taken = self.taken
        twin.fits = self.fits.copy()
        twin.hands = self.hands[:]
        twin.bag = self.bag
        twin.drawn = self.drawn
        twin.exchanges = self.exchanges
        twin.points = self.points[:]
        twin.idle = self.idle
        twin.passes = self.passes
        twin.last = self.last
        twin.ending = self.ending
        return twin

    # The first move

    def _able(self) -> list[int]:
        """The seats that can lay a stone."""
        return [seat for seat in range(self.seats) if self.placements(seat)]

    def _begin_with(self, able: Sequence[int]) -> None:
        """Let the shuffle choose who starts: among these, or among all if there are none."""
        seats = able or range(self.seats)
        if self.options.start_player == "best_opening" and able:
            best = [max(self.gain(action) for action in self.placements(seat)) for seat in able]
            seats = [seat for seat, gain in zip(able, best, strict=True) if gain == max(best)]
        self.phase = "turn"
        self.start = self.turn = seats[self.shuffles.starter % len(seats)]
        self.owing = ALONE[self.turn]

    def gain(self, action: int) -> int:
        """What a placement would score."""
        cell = action >> CELL_SHIFT
        made = figures(self.board, cell, action & STONE_MASK, one_per_axis=self.options.one_figure_per_axis)
        return points(*made, edge=EDGES[cell])

    def _claims(self, seat: int) -> list[int]:
        """The legal actions in a race; standing back is first, for a bot that does not answer."""
        return [STAND_BACK, *[CLAIM + action for action in self.placements(seat)]]

    def _claim(self, seat: int, action: int, events: list[TableEvent] | None) -> None:
        """The first claim wins the race, and is the first move."""
        self.phase = "turn"
        self.start = seat
        self._place(seat, action >> CELL_SHIFT, action & STONE_MASK, events, claimed=True)

    def _stand_back(self, seat: int, events: list[TableEvent] | None) -> None:
        self.owing = tuple([other for other in self.owing if other != seat])
        if events is not None:
            events.append(StoodBack(seat))
        if not self.owing:
            self._begin_with(self._able())
            if events is not None:
                assert self.start is not None
                events.append(Started(self.start))

    # Turns

    def _lay(self, cell: int, stone: int) -> None:
        """Put a stone on the board and update what fits beside it."""
        board, fits = self.board, self.fits
        board[cell] = stone
        self.taken |= CELL_BITS[cell]
        fits.pop(cell, None)
        with_stone = COMPLETING[stone]
        for near, beyond, behind in AROUND[cell]:
            there = board[near]
            if there == FREE:
                more = with_stone[board[behind]] | with_stone[board[beyond]]
                if more:
                    fits[near] = fits[near] | more if near in fits else more
            elif board[beyond] == FREE:
                more = with_stone[there]
                if more:
                    fits[beyond] = fits[beyond] | more if beyond in fits else more

    def _place(
        self, seat: int, cell: int, stone: int, events: list[TableEvent] | None, *, claimed: bool = False
    ) -> None:
        made = triples, quadruples, touched = figures(
            self.board, cell, stone, one_per_axis=self.options.one_figure_per_axis
        )
        gain = (triples + 3 * quadruples) * touched
        edge = EDGES[cell]
        self.points[seat] += 2 * gain if edge else gain
        self._lay(cell, stone)
        self.hands[seat] ^= BITS[stone]
        self.last = (seat, stone, cell, made)
        self.idle = self.passes = 0
        over = edge and self.options.short
        drawn = None
        if self.drawn < len(self.bag) and not over:
            drawn = self.bag[self.drawn]
            self.drawn += 1
            self.hands[seat] ^= BITS[drawn]
        if events is not None:
            events.append(Placed(seat, stone, cell, sum_of(made, cell), drawn, claimed))
        if over:
            self._end("edge", events)
        else:
            self._next_turn(seat, events)

    def _exchange(self, seat: int, places: int, events: list[TableEvent] | None) -> None:
        """Draw first, then put back and shuffle, so that no seat draws what it returns."""
        back = picked(self.hands[seat], places)
        end = self.drawn + len(back)
        drawn = self.bag[self.drawn : end]
        for piece in (*back, *drawn):
            self.hands[seat] ^= BITS[piece]
        self.exchanges += 1
        inside = {*self.bag[end:], *back}
        self.bag = tuple([piece for piece in self.shuffles.bag(self.exchanges) if piece in inside])
        self.drawn = 0
        if events is not None:
            events.append(Exchanged(seat, back, drawn))
        self._idle_turn(seat, events)

    def _swap(self, seat: int, cell: int, events: list[TableEvent] | None) -> None:
        """A joker goes to the board. No free cell is near enough for that to change what fits there."""
        jokers = self.hands[seat] & ~ALL_STONES
        joker = (jokers & -jokers).bit_length() - 1
        stone = self.board[cell]
        self.board[cell] = joker
        self.hands[seat] ^= BITS[joker] | BITS[stone]
        if events is not None:
            events.append(Swapped(seat, cell, stone, joker))

    def _sit_out(self, seat: int, events: list[TableEvent] | None) -> None:
        if events is not None:
            events.append(SatOut(seat))
        self.passes += 1
        if self.passes >= sum([self._holds_stones(other) for other in range(self.seats)]):
            self.idle += 1
            self._end("stuck", events)
        else:
            self._idle_turn(seat, events)

    def _idle_turn(self, seat: int, events: list[TableEvent] | None) -> None:
        self.idle += 1
        if self.idle >= IDLE_TURNS * self.seats:
            self._end("idle", events)
        else:
            self._next_turn(seat, events)

    def _holds_stones(self, seat: int) -> bool:
        """Whether a seat is not passed over: it has a stone, or a joker that it can swap for one."""
        hand = self.hands[seat]
        return bool(hand & ALL_STONES or (hand and self.enclosed()))

    def _next_turn(self, seat: int, events: list[TableEvent] | None) -> None:
        """The next seat, clockwise, that has a stone; while the bag is not empty all racks are full."""
        seats = self.seats
        following = (seat + 1) % seats
        if self.drawn == len(self.bag):
            for _ in range(seats):
                if self._holds_stones(following):
                    break
                following = (following + 1) % seats
            else:
                self._end("all_placed", events)
                return
        self.turn = following
        self.owing = ALONE[following]

    def _end(self, why: Ending, events: list[TableEvent] | None) -> None:
        self.phase = "over"
        self.turn = None
        self.owing = ()
        self.ending = why
        if events is not None:
            events.append(Ended(why))
