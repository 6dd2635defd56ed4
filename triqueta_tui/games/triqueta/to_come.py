"""What lies next in the towers, once the shuffle is open."""

from protocol.games.triqueta import TOWER_HEIGHT, deal
from triqueta_tui.games.triqueta.scoresheet import TREE
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.locale import say

Pile = tuple[str, tuple[int, ...]]
"""What a tower is called, and its animals in the order in which they would be drawn."""


def to_come(now: View) -> tuple[Pile, ...]:
    """The tower that is drawn from, or those of which one is to be chosen; none while that is a secret."""
    if now.opened is None:
        return ()
    public = now.public
    order, _ = deal(now.opened.seed, len(now.names))
    if public.phase in {"turn", "place"}:
        return ((say("triqueta.table.hand.next"), _left(order, public.tower, public.towers[public.tower])),)
    if public.phase == "tower":
        return tuple(
            (f"{TREE}{tower + 1}", _left(order, tower, public.towers[tower]))
            for tower, tree in enumerate(public.trees)
            if tree
        )
    return ()


def _left(order: bytes, tower: int, left: int) -> tuple[int, ...]:
    end = (tower + 1) * TOWER_HEIGHT
    return tuple(order[end - left : end])
