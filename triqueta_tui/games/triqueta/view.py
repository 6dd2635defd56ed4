"""A table of Triqueta as one viewer sees it."""

from protocol.games.triqueta import Mine, Public
from triqueta_tui.games.triqueta.values import Values
from triqueta_tui.table.view_model import TableView

View = TableView[Public, Mine]


def is_out(view: View) -> bool:
    """Whether this viewer has dropped out of the round."""
    return view.seat is not None and view.seat in view.public.takers


def known_kept(view: View, seat: int) -> tuple[int, ...] | None:
    """The face-down tokens of a seat; None if this viewer may not know them."""
    if view.opened is not None:
        return view.opened.mines[seat].face_down
    return view.mine.face_down if view.mine is not None and seat == view.seat else None


def values_of(view: View) -> Values:
    opened = view.opened.mines if view.opened is not None else ()
    return Values(view.public, view.mine, view.seat, opened, view.first)
