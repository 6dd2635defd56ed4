"""The state of a game of Triqueta, fast enough for searches."""

from collections.abc import Sequence
from typing import Literal, Self

from triqueta_protocol.games.triqueta import (
    KEEPS,
    TOKENS,
    TOWER_HEIGHT,
    TOWERS,
    Boxed,
    Decided,
    Drew,
    Kept,
    Placed,
    Revealed,
    RoundEnded,
    Took,
    TowerChosen,
)
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.triqueta.actions import BOX, DRAW, KEEP, PLACE, REVEAL, TAKE, TOWER
from triqueta_server.games.triqueta.lookups import (
    ALONE,
    CHOOSING,
    KEEPING,
    MAY_BOX,
    NEXT,
    PLACING,
    REVEALING,
    TAKING,
    TURNING,
    UNITS,
    animals,
)
from triqueta_server.games.triqueta.refusals import refusal
from triqueta_server.games.triqueta.scoring import added, worth

Phase = Literal["turn", "place", "tower", "reveal", "over"]

_EVERY_TREE = (1 << TOWERS) - 2
"""All towers but the first, which is the first round's."""


class Position:
    """The collections, rows and towers, and the legal actions.

    The phase, the round and the current tower are properties, as they follow from other fields. Legal actions
    are calculated at the end of each action, because they are needed more than once. They never depend on
    hidden animals.
    """

    __slots__ = (
        "_after",
        "_mover",
        "_open",
        "boxed",
        "collections",
        "deal",
        "decisions",
        "dorra",
        "end",
        "held",
        "kept",
        "owing",
        "rock",
        "rows",
        "rows_left",
        "seats",
        "still_in",
        "takers",
        "top",
        "tree_tiles",
        "trees",
    )

    seats: int
    dorra: bool
    """Whether the designer's rule for two is played."""
    deal: bytes
    """All tokens in drawing order, tower after tower."""
    top: int
    """Where in the deal the current tower's next token is."""
    end: int
    """Where in the deal the current tower ends."""
    held: int
    """How many of the tokens just before ``top`` are drawn and not yet laid down."""
    trees: int
    """Mask of the towers that carry their tree tile."""
    rock: int
    rows: list[int]
    """Packed tokens of each row; what was taken stays here until the round ends."""
    rows_left: int
    """Mask of the rows on the table."""
    takers: list[int | None]
    still_in: int
    """Mask of the seats that have not dropped out of the round."""
    collections: list[int]
    """Packed face-up tokens of each seat."""
    kept: tuple[tuple[int, ...], ...]
    """Animals each seat has kept face down, in that order. They stay here when they are revealed."""
    boxed: tuple[tuple[int, ...], ...]
    """Animals each seat has put into the box unseen."""
    tree_tiles: list[int]
    decisions: tuple[int | None, ...]
    """At the last reveal: each seat's mask, None until it has decided."""
    owing: tuple[int, ...]
    _mover: int
    """The one seat that owes a decision, -1 when several may."""
    _open: tuple[int, ...]
    """The legal actions of the seat to move."""
    _after: tuple[int, ...]
    """By seat: who moves after it."""

    def __init__(self, seats: int, deal: bytes, rock: int, *, dorra: bool = False) -> None:
        """Set up the towers from an explicit deal, with the rock before seat ``rock``."""
        assert len(deal) == TOKENS
        every_seat = (1 << seats) - 1
        self.seats = seats
        self.dorra = dorra
        self.deal = deal
        self.top = 0
        self.end = TOWER_HEIGHT
        self.held = 0
        self.trees = _EVERY_TREE
        self.rock = rock
        self.rows = [0] * seats
        self.rows_left = every_seat
        self.takers = [None] * seats
        self.still_in = every_seat
        self.collections = [0] * seats
        self.kept = self.boxed = ((),) * seats
        self.tree_tiles = [0] * seats
        self.decisions = (None,) * seats
        self.owing = ALONE[rock]
        self._mover = rock
        self._open = TURNING[every_seat]
        self._after = NEXT[every_seat]

    @property
    def phase(self) -> Phase:
        """The kind of decision that is owed."""
        if self.still_in:
            return "place" if self.held else "turn"
        if not self.owing:
            return "over"
        return "tower" if self.trees else "reveal"

    @property
    def round(self) -> int:
        """From 1 to 4; a tower that is chosen loses its tree, so the trees count the rounds."""
        return TOWERS - self.trees.bit_count()

    @property
    def tower(self) -> int:
        return self.end // TOWER_HEIGHT - 1

    def legal(self, seat: int) -> Sequence[int]:
        if seat == self._mover:
            return self._open
        if self._mover < 0 and seat in self.owing:
            return REVEALING[len(self.kept[seat])]
        return ()

    def apply(self, seat: int, action: int, events: list[TableEvent] | None = None) -> None:
        """Apply a legal action; an illegal one raises ``RefusalError`` and changes nothing."""
        if action not in self._open or seat != self._mover:
            if action not in self.legal(seat):
                raise refusal(self, seat, action)
            self._decide(seat, action - REVEAL, events)
            return
        if action == DRAW:
            self._draw(seat, events)
            return
        if action < PLACE:
            row = action - TAKE
            if events is not None:
                taken = self.rows[row]
                gain = worth(self.collections[seat], taken).points
                events.append(Took(seat, row, animals(taken), gain))
            self.collections[seat] += self.rows[row]
            self.takers[row] = seat
            self.rows_left ^= 1 << row
            self.still_in = still_in = self.still_in ^ 1 << seat
            if not still_in:
                self._end_round(seat, events)
                return
            self._after = NEXT[still_in]
        elif action < TOWER:
            self._lay_down(seat, action, events)
            if self.held:
                return
        else:
            self._choose_tower(seat, action - TOWER, events)
            return
        self._mover = seat = self._after[seat]
        self.owing = ALONE[seat]
        self._open = (TURNING if self.top < self.end else TAKING)[self.rows_left]

    def put_to(self, seats: tuple[int, ...], actions: tuple[int, ...] = ()) -> None:
        """Set who owes a decision, and the legal actions, in a position that was built field by field.

        At the last reveal several seats may owe one; their actions follow from what they have kept.
        """
        self.owing = seats
        self._mover = seats[0] if actions else -1
        self._open = actions
        self._after = NEXT[self.still_in]

    def copy(self) -> Self:
        twin = self.__class__.__new__(self.__class__)
        twin.seats = self.seats
        twin.dorra = self.dorra
        twin.deal = self.deal
        twin.top = self.top
        twin.end = self.end
        twin.held = self.held
        twin.trees = self.trees
        twin.rock = self.rock
        twin.rows = self.rows[:]
        twin.rows_left = self.rows_left
        twin.takers = self.takers[:]
        twin.still_in = self.still_in
        twin.collections = self.collections[:]
        twin.kept = self.kept
        twin.boxed = self.boxed
        twin.tree_tiles = self.tree_tiles[:]
        twin.decisions = self.decisions
        twin.owing = self.owing
        twin._mover = self._mover
        twin._open = self._open
        twin._after = self._after
        return twin

    def _draw(self, seat: int, events: list[TableEvent] | None) -> None:
        uses = self.rows_left | KEEPING[len(self.kept[seat])]
        self.held = 1
        if self.dorra and self.end - self.top > 1:
            self.held = 2
            uses |= MAY_BOX
        self.top += self.held
        self._open = PLACING[uses]
        if events is not None:
            events.append(Drew(seat, self.tower, self.end - self.top, self.held))

    def _lay_down(self, seat: int, action: int, events: list[TableEvent] | None) -> None:
        animal = self.deal[self.top - self.held]
        if action < KEEP:
            self.rows[action - PLACE] += UNITS[animal]
            if events is not None:
                events.append(Placed(seat, action - PLACE, animal))
        elif action == KEEP:
            self.kept = _with(self.kept, seat, animal)
            if events is not None:
                events.append(Kept(seat, KEEPS - len(self.kept[seat])))
        else:
            self.boxed = _with(self.boxed, seat, animal)
            if events is not None:
                events.append(Boxed(seat))
        self.held -= 1
        if self.held:
            rows = self.rows_left if action >= KEEP else 0
            keep = KEEPING[len(self.kept[seat])] if action != KEEP else 0
            self._open = PLACING[rows | keep | (MAY_BOX if action != BOX else 0)]

    def _end_round(self, seat: int, events: list[TableEvent] | None) -> None:
        self.rock = seat
        if events is not None:
            events.append(RoundEnded(self.round, seat, self.end - self.top))
        self.top = self.end
        if self.trees:
            self._open = CHOOSING[self.trees]
            return
        self.owing = tuple(seat for seat, kept in enumerate(self.kept) if kept)
        self._mover = -1
        self._open = ()

    def _choose_tower(self, seat: int, tower: int, events: list[TableEvent] | None) -> None:
        seats = self.seats
        every_seat = (1 << seats) - 1
        self.trees ^= 1 << tower
        self.tree_tiles[seat] += 1
        self.top = tower * TOWER_HEIGHT
        self.end = self.top + TOWER_HEIGHT
        self.rows = [0] * seats
        self.rows_left = self.still_in = every_seat
        self.takers = [None] * seats
        self._open = TURNING[every_seat]
        self._after = NEXT[every_seat]
        if events is not None:
            events.append(TowerChosen(seat, tower, self.round))

    def _decide(self, seat: int, mask: int, events: list[TableEvent] | None) -> None:
        self.decisions = (*self.decisions[:seat], mask, *self.decisions[seat + 1 :])
        self.owing = tuple(other for other in self.owing if other != seat)
        if events is not None:
            events.append(Decided(seat))
        if not self.owing:
            self._reveal(events)

    def _reveal(self, events: list[TableEvent] | None) -> None:
        """Add what every seat has decided to add, all at once."""
        for seat, decision in enumerate(self.decisions):
            if decision is None:
                continue
            tokens = added(self.kept[seat], decision)
            self.collections[seat] += tokens
            if events is not None:
                returned = len(self.kept[seat]) - decision.bit_count()
                events.append(Revealed(seat, animals(tokens), returned))


def _with(tokens: tuple[tuple[int, ...], ...], seat: int, animal: int) -> tuple[tuple[int, ...], ...]:
    """The tokens of all seats after one seat gets another one."""
    return (*tokens[:seat], (*tokens[seat], animal), *tokens[seat + 1 :])
