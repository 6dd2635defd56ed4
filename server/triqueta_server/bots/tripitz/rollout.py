"""Rollouts: every seat lays what scores most at once."""

from collections.abc import Sequence

from triqueta_protocol.games.tripitz import IDLE_TURNS
from triqueta_protocol.games.tripitz_stones import RACK
from triqueta_server.bots.tripitz.evaluate import Pay
from triqueta_server.bots.tripitz.worlds import World
from triqueta_server.games.tripitz.lookups import ALL_STONES, BITS, EDGES

Placement = tuple[int, int, int]
"""Points, cell and stone; without points: nothing can be laid."""

NOTHING: Placement = (0, 0, 0)


def most(pay: dict[int, Pay], stones: int) -> Placement:
    """The placement that scores most, of a mask of stones."""
    top = at = fitting = 0
    for cell, levels in pay.items():
        for points, paid in levels:
            if points <= top:
                break
            here = paid & stones
            if here:
                top, at, fitting = points, cell, here
                break
    return (top, at, (fitting & -fitting).bit_length() - 1) if top else NOTHING


def placements(pay: dict[int, Pay], stones: int) -> list[Placement]:
    """All placements of a mask of stones."""
    found = []
    for cell, levels in pay.items():
        for points, paid in levels:
            here = paid & stones
            while here:
                rest = here & here - 1
                found.append((points, cell, (here ^ rest).bit_length() - 1))
                here = rest
    return found


class Settled(tuple[float, ...]):
    """The points of every seat in a game that is over."""

    __slots__ = ()


def play_turns(world: World, weights: Sequence[float]) -> Sequence[float]:
    """Play one turn for each weight, or fewer if the game ends; return the points of every seat.

    Points scored in a turn are multiplied by its weight, unless the game is over.
    """
    scored = world.points
    points: list[float] = [*scored]
    seat = world.turn
    if seat is None:
        return Settled(scored)
    seats, hands, pay, bag = world.seats, world.hands, world.pay, world.bag
    drawn, end = world.drawn, len(world.bag)
    short, lay = world.options.short, world.lay
    idle = world.idle
    for weight in weights:
        hand = hands[seat]
        if hand > ALL_STONES:
            hand = _fetched(world, hand)
        gain, cell, stone = most(pay, hand)
        if gain:
            idle = 0
            points[seat] += gain * weight
            scored[seat] += gain
            lay(cell, stone)
            if short and EDGES[cell]:
                return Settled(scored)
            hand ^= BITS[stone]
            if drawn < end:
                hand ^= BITS[bag[drawn]]
                drawn += 1
        else:
            idle += 1
            if drawn < end:
                hand, bag = _exchanged(hand, bag[drawn:])
                drawn, end = 0, len(bag)
                if idle >= IDLE_TURNS * seats:
                    return Settled(scored)
            elif idle >= seats:
                return Settled(scored)
        hands[seat] = hand
        seat += 1
        if seat == seats:
            seat = 0
    return points


def _fetched(world: World, hand: int) -> int:
    """A rack after its jokers were swapped, where possible, for the stones that score most."""
    cells = world.enclosed()
    while cells and hand > ALL_STONES:
        board = world.board
        inside = sum([BITS[board[cell]] for cell in cells])
        wanted = most(world.pay, hand | inside)[2]
        at = next((cell for cell in cells if board[cell] == wanted), cells[0])
        jokers = hand & ~ALL_STONES
        joker = jokers & -jokers
        hand ^= joker | BITS[board[at]]
        board[at] = joker.bit_length() - 1
        cells.remove(at)
    return hand


def _exchanged(hand: int, bag: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """A rack after the largest possible exchange, jokers first, and the bag after it."""
    count = min(RACK, len(bag), hand.bit_count())
    back = []
    for _ in range(count):
        piece = hand.bit_length() - 1
        back.append(piece)
        hand ^= BITS[piece]
    for piece in bag[:count]:
        hand ^= BITS[piece]
    return hand, (*bag[count:], *back)
