"""The selected stone, the cell under the cursor, and what can be done with them."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from triqueta_protocol.games.tripitz import Choice, Claim, Exchange, Place, SitOut, StandBack, Swap
from triqueta_protocol.games.tripitz_board import NEIGHBOURS, NUMBERS
from triqueta_protocol.games.tripitz_stones import STONES
from triqueta_tui.games.tripitz.board_layout import HALVES, above_or_below, neighbour
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.settings import Help


class RackOrder:
    """Keeps each stone in its place: the server sorts racks, players look where a stone was before."""

    def __init__(self) -> None:
        self._racks: dict[int, tuple[int, ...]] = {}
        self._fresh: dict[int, frozenset[int]] = {}

    def arrange(self, seat: int, rack: tuple[int, ...]) -> tuple[int, ...]:
        """The pieces of a seat's rack in their places."""
        before = self._racks.get(seat, ())
        if {*before} == {*rack}:
            return before
        drawn = [piece for piece in rack if piece not in before]
        self._fresh[seat] = frozenset(drawn if before else ())
        places = [piece if piece in rack else drawn.pop(0) if drawn else None for piece in before]
        self._racks[seat] = (*(piece for piece in places if piece is not None), *drawn)
        return self._racks[seat]

    def fresh(self, seat: int) -> frozenset[int]:
        """What a seat got with the last change of its rack."""
        return self._fresh.get(seat, frozenset())


_FIRST: Final = NUMBERS[0, -1]
"""The first position of the cursor, beside the start stones."""


class Chooser:
    """The choices of a turn by stone; the help setting decides where the cursor goes by itself."""

    def __init__(self) -> None:
        self.help: Help = "points"
        self.order = RackOrder()
        self.rack: tuple[int, ...] = ()
        self.fresh: frozenset[int] = frozenset()
        """The places of stones that are new on the rack."""
        self.at = 0
        """The place of the selected stone on the rack."""
        self.cell = _FIRST
        """The cell under the cursor."""
        self.swapping = False
        """Whether the player selects a stone for a joker to replace."""
        self.looking = False
        """Whether the player tries out stones while others decide."""
        self.racing = False
        self.exchange: Choice | None = None
        self.swap_cells: tuple[int, ...] = ()
        self.can_sit_out = self.can_stand_back = False
        self._aim = HALVES[_FIRST]
        """The column that up and down keep to."""
        self._board: Sequence[int | None] = ()
        self._gains: dict[int, dict[int, int]] = {}
        self._seen: object = None

    def renew(self, now: View) -> None:
        """Read the choices of a new view; an unchanged turn keeps stone and cursor."""
        mine, seat, public = now.mine, now.seat, now.public
        choices = mine.choices if mine is not None else ()
        self.rack, self.fresh = (), frozenset()
        if seat is not None and seat < len(public.racks):
            self.rack, fresh = self.order.arrange(seat, public.racks[seat]), self.order.fresh(seat)
            self.fresh = frozenset(place for place, piece in enumerate(self.rack) if piece in fresh)
        self._board = public.board
        self._gains = _by_stone(choices)
        self.racing = public.phase == "race"
        self.exchange = next((one for one in choices if isinstance(one.action, Exchange)), None)
        self.can_sit_out = any(isinstance(one.action, SitOut) for one in choices)
        self.can_stand_back = any(isinstance(one.action, StandBack) for one in choices)
        self.swap_cells = _swap_cells(choices)
        self.at = min(self.at, max(0, len(self.rack) - 1))
        seen = (self.rack, self._board, choices)
        if seen != self._seen:
            self._seen, self.swapping = seen, False
            self._begin()

    @property
    def open(self) -> bool:
        """Whether there is anything to decide."""
        return bool(self._gains or self.exchange or self.can_sit_out or self.can_stand_back)

    @property
    def can_look(self) -> bool:
        """Whether a stone can be tried out on the board while others decide."""
        return not self.open and any(piece < STONES for piece in self.rack)

    @property
    def shown(self) -> bool:
        """Whether there is a cursor."""
        return self.open or (self.looking and self.can_look)

    def look(self) -> None:
        """Show the cursor while others decide."""
        self.looking = self.can_look

    @property
    def joker(self) -> int | None:
        """The place of a joker on the rack."""
        return next((place for place, piece in enumerate(self.rack) if piece >= STONES), None)

    @property
    def can_place(self) -> bool:
        return bool(self._gains)

    @property
    def stone(self) -> int | None:
        """The selected stone, or the joker to lay; None for a joker that is only selected."""
        if not self.shown or not self.rack:
            return None
        if self.swapping and self.joker is not None:
            return self.rack[self.joker]
        return self.rack[self.at] if self.rack[self.at] < STONES else None

    @property
    def gains(self) -> dict[int, int]:
        """The legal cells of the selected stone and what it scores there, best first."""
        return self._gains.get(self.stone, {}) if self.stone is not None and not self.swapping else {}

    @property
    def marks(self) -> dict[int, tuple[str, str]]:
        """The marks of legal cells and their styles, as far as help allows."""
        gains = self.gains
        if self.help == "nothing":
            return {}
        if self.help == "cells":
            return dict.fromkeys(gains, ("•", "mark"))
        best = max(gains.values(), default=0)
        return {cell: (str(gain), "good" if gain == best else "strong") for cell, gain in gains.items()}

    @property
    def fits(self) -> bool:
        """Whether the cell under the cursor is legal."""
        return self.cell in (self.swap_cells if self.swapping else self.gains)

    def best_gain(self, piece: int) -> int:
        """The most points a stone can score; 0 if it cannot be laid."""
        return next(iter(self._gains.get(piece, {}).values()), 0)

    def select(self, place: int) -> None:
        if place < len(self.rack):
            self.swapping = False
            self.at = place
            self._settle()

    def select_next(self, steps: int) -> None:
        if self.rack:
            self.select((self.at + steps) % len(self.rack))

    def swap(self) -> None:
        """Start to select a cell for a joker, or cancel that."""
        self.swapping = not self.swapping and bool(self.swap_cells)
        if self.swapping and self.cell not in self.swap_cells:
            self.go_to(self.swap_cells[0])

    def go_to(self, cell: int) -> None:
        self.cell, self._aim = cell, HALVES[cell]

    def step(self, direction: str) -> None:
        """Move one cell along one of the three axes, or one row up or down, keeping to a column."""
        if direction in {"up", "down"}:
            self.cell = above_or_below(self.cell, -1 if direction == "up" else 1, self._aim)
        else:
            self.go_to(neighbour(self.cell, direction))

    def next_cell(self) -> None:
        """Move to the next candidate cell."""
        cells = self._worth_a_look()
        if not cells:
            return
        if self.cell in cells:
            following = cells[(cells.index(self.cell) + 1) % len(cells)]
        elif self.help == "points":
            following = cells[0]
        else:
            following = next((cell for cell in cells if cell > self.cell), cells[0])
        self.go_to(following)

    def point_at(self, action: Struct) -> None:
        """Select an action's stone and cell, or the stone that a joker replaces."""
        if isinstance(action, Swap) and action.cell in self.swap_cells:
            self.swapping = True
            self.go_to(action.cell)
        elif isinstance(action, Place | Claim) and action.stone in self.rack:
            self.swapping = False
            self.at = self.rack.index(action.stone)
            self.go_to(action.cell)

    def press(self) -> Place | Claim | Swap | SitOut | None:
        """The action of Enter here; None if there is none."""
        if self.can_sit_out and not self.swapping:
            return SitOut()
        if not self.fits or self.stone is None:
            return None
        if self.swapping:
            return Swap(self.cell)
        return (Claim if self.racing else Place)(self.stone, self.cell)

    def _worth_a_look(self) -> list[int]:
        """Without help, all free cells beside stones: finding the right ones is the player's task."""
        if self.swapping:
            return list(self.swap_cells)
        if self.help == "nothing":
            return [
                cell
                for cell, piece in enumerate(self._board)
                if piece is None and any(self._board[near] is not None for near in NEIGHBOURS[cell])
            ]
        return list(self.gains) if self.help == "points" else sorted(self.gains)

    def _begin(self) -> None:
        """Select a stone that can be laid, unless help is off, or keep what was tried out."""
        looked, self.looking = self.looking, self.looking and not self.open
        if looked and (self.looking or self.fits):
            return
        if self.help != "nothing" and self._gains:
            while self.rack[self.at] not in self._gains:
                self.at = (self.at + 1) % len(self.rack)
        self._settle()

    def _settle(self) -> None:
        """Move the cursor to a legal cell, if help shows them."""
        gains = self.gains
        if not gains or self.help == "nothing":
            return
        if self.help == "points":
            self.go_to(next(iter(gains)))
        elif self.cell not in gains:
            self.go_to(min(gains, key=lambda cell: (abs(cell - self.cell), cell)))


def _by_stone(choices: Sequence[Choice]) -> dict[int, dict[int, int]]:
    gains: dict[int, dict[int, int]] = {}
    for choice in choices:
        action = choice.action
        if isinstance(action, Place | Claim):
            cells, points = choice.cells or (action.cell,), choice.gains or (choice.points,)
            gains[action.stone] = dict(zip(cells, points, strict=True))
    return gains


def _swap_cells(choices: Sequence[Choice]) -> tuple[int, ...]:
    for choice in choices:
        if isinstance(choice.action, Swap):
            return choice.pick.values if choice.pick is not None else (choice.action.cell,)
    return ()
