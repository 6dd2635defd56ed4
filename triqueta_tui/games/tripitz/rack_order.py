"""The order of stones on a rack: each keeps its place, and a new one takes the place of one that is gone."""


class RackOrder:
    """The server sorts racks; people look for a stone where it lay before."""

    def __init__(self) -> None:
        self._racks: dict[int, tuple[int, ...]] = {}
        self._fresh: dict[int, frozenset[int]] = {}

    def arrange(self, seat: int, rack: tuple[int, ...]) -> tuple[int, ...]:
        """The pieces of a seat's rack in their places; the same however often it is asked."""
        before = self._racks.get(seat, ())
        if {*before} == {*rack}:
            return before
        drawn = [piece for piece in rack if piece not in before]
        self._fresh[seat] = frozenset(drawn if before else ())
        places = [piece if piece in rack else drawn.pop(0) if drawn else None for piece in before]
        self._racks[seat] = (*(piece for piece in places if piece is not None), *drawn)
        return self._racks[seat]

    def fresh(self, seat: int) -> frozenset[int]:
        """What a seat has drawn, or taken from the board, when its rack changed last."""
        return self._fresh.get(seat, frozenset())
