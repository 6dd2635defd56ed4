"""What a viewer has seen of Tripitz's draws, compared with those of the seed."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from msgspec import Struct

from triqueta_protocol.games.tripitz import Exchanged, Options, Placed, Public, Started, Swapped
from triqueta_protocol.games.tripitz_board import CELLS, CENTRE, NEIGHBOURS, worked_out
from triqueta_protocol.games.tripitz_stones import (
    RACK,
    STONES,
    bag_order,
    start_order,
    start_stones,
    starter_number,
)
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.table.shuffle_check import ShuffleCheck

Told = Placed | Exchanged | Swapped | Started
"""Events about stones and the starter."""


@dataclass(frozen=True)
class Seen:
    """What a viewer has seen of a game, and its final state."""

    told: tuple[Told, ...]
    end: Public

    @property
    def whole(self) -> bool:
        """Whether the viewer saw the game from its beginning."""
        pieces = [piece for piece in self.end.board if piece is not None]
        return (
            self._count(Placed) == len(pieces) - len(CENTRE)
            and self._count(Exchanged) == self.end.exchanges
            and self._count(Swapped) == sum(piece >= STONES for piece in pieces)
        )

    def _count(self, kind: type[Told]) -> int:
        return sum(isinstance(one, kind) for one in self.told)


class Dealer:
    """The bag in the seed's order, and the stones dealt to each seat."""

    def __init__(self, seed: bytes, options: Options, seats: int) -> None:
        self._seed = seed
        self._jokers = options.jokers
        self.start = start_stones(lambda attempt: start_order(seed, attempt), options.start_stones)
        order = [piece for piece in self._order(0) if piece not in self.start]
        self.racks = [{*order[RACK * seat : RACK * (seat + 1)]} for seat in range(seats)]
        self._bag = order[RACK * seats :]
        self._shuffles = 0

    @property
    def bag(self) -> tuple[int, ...]:
        """The pieces left, in the order of drawing."""
        return tuple(self._bag)

    def draw(self, pieces: Sequence[int]) -> int:
        """Count the drawn pieces that were next in the bag."""
        due = self._bag[: len(pieces)]
        self._bag = self._bag[len(pieces) :]
        return sum(piece == expected for piece, expected in zip(pieces, due, strict=False))

    def put_back(self, pieces: Sequence[int]) -> None:
        self._shuffles += 1
        inside = {*self._bag, *pieces}
        self._bag = [piece for piece in self._order(self._shuffles) if piece in inside]

    def _order(self, shuffle: int) -> list[int]:
        return bag_order(self._seed, shuffle, jokers=self._jokers)


def compare(seed: bytes, options: Options, seen: Seen) -> tuple[int, int]:
    """Count the pieces seen, and those that match the seed; the starter counts as one.

    Of a game not seen from its beginning only the start stones are compared, if no joker can have
    taken the place of one.
    """
    seats = len(seen.end.racks)
    dealer = Dealer(seed, options, seats)
    found = [_start_stones(dealer, seen)] if seen.whole or not options.jokers else []
    if seen.whole:
        found.append(_stones(dealer, seen))
    if options.start_player != "race" or any(isinstance(one, Started) for one in seen.told):
        started = seen.end.start
        found.append((1, int(started == starter(seed, options, dealer.start, dealer.racks))))
    return sum(count for count, _ in found), sum(matching for _, matching in found)


def _start_stones(dealer: Dealer, seen: Seen) -> tuple[int, int]:
    taken = {one.cell: one.stone for one in reversed(seen.told) if isinstance(one, Swapped)}
    laid = [taken.get(cell, seen.end.board[cell]) for cell in CENTRE]
    return len(CENTRE), sum(one == other for one, other in zip(laid, dealer.start, strict=True))


def _stones(dealer: Dealer, seen: Seen) -> tuple[int, int]:
    """Count each piece when it is drawn or, if it was dealt, when it is used or left at the end."""
    count = matching = 0
    came: list[set[int]] = [set() for _ in dealer.racks]
    """By seat: the pieces that came to its rack since the deal."""

    def use(seat: int, pieces: Sequence[int]) -> None:
        nonlocal count, matching
        dealt = {*pieces} - came[seat]
        count += len(dealt)
        matching += len(dealt & dealer.racks[seat])
        came[seat] -= {*pieces}

    def draw(seat: int, pieces: Sequence[int]) -> None:
        nonlocal count, matching
        count += len(pieces)
        matching += dealer.draw(pieces)
        came[seat] |= {*pieces}

    for one in seen.told:
        match one:
            case Placed():
                use(one.seat, (one.stone,))
                draw(one.seat, () if one.drawn is None else (one.drawn,))
            case Exchanged():
                use(one.seat, one.stones)
                draw(one.seat, one.drawn)
                dealer.put_back(one.stones)
            case Swapped():
                use(one.seat, (one.joker,))
                came[one.seat].add(one.stone)
    for seat, rack in enumerate(seen.end.racks):
        use(seat, rack)
    return count, matching


def starter(seed: bytes, options: Options, start: Sequence[int], racks: Sequence[set[int]]) -> int:
    """The seat that starts when the shuffle decides."""
    board: list[int | None] = [None] * CELLS
    for cell, stone in zip(CENTRE, start, strict=True):
        board[cell] = stone
    free = [
        cell
        for cell in range(CELLS)
        if board[cell] is None and any(board[near] is not None for near in NEIGHBOURS[cell])
    ]
    gains = [
        max(
            worked_out(board, cell, stone, one_per_axis=options.one_figure_per_axis).points
            for stone in rack
            if stone < STONES
            for cell in free
        )
        for rack in racks
    ]
    seats = [seat for seat, gain in enumerate(gains) if gain] or [*range(len(racks))]
    if options.start_player == "best_opening":
        seats = [seat for seat in seats if gains[seat] == max(gains)]
    return seats[starter_number(seed) % len(seats)]


class TripitzShuffleCheck(ShuffleCheck):
    """Collects the events about stones; they are checked at the end."""

    def __init__(self) -> None:
        super().__init__()
        self._told: list[Told] = []

    def begin(self) -> None:
        self._told = []

    def watch(self, now: View, events: tuple[Struct, ...]) -> None:
        self._told += [one for one in events if isinstance(one, Placed | Exchanged | Swapped | Started)]

    def compare(self, seed: bytes, now: View) -> tuple[int, int]:
        options = msgspec.convert(now.room.options, Options)
        return compare(seed, options, Seen(tuple(self._told), now.public))


def to_come(now: View) -> tuple[int, ...]:
    """The pieces in the bag in the order of drawing; none while that is secret."""
    if now.opened is None:
        return ()
    dealer = Dealer(now.opened.seed, msgspec.convert(now.room.options, Options), len(now.names))
    for one in now.opened.story:
        if isinstance(one, Placed) and one.drawn is not None:
            dealer.draw((one.drawn,))
        elif isinstance(one, Exchanged):
            dealer.draw(one.drawn)
            dealer.put_back(one.stones)
    return dealer.bag
