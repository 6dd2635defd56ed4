"""A table of Triqueta as one viewer sees it."""

from protocol.games.triqueta import Mine, Public
from triqueta_tui.table.view_model import TableView

View = TableView[Public, Mine]


def is_out(view: View) -> bool:
    """Whether this viewer has dropped out of the round."""
    return view.seat is not None and view.seat in view.public.takers
