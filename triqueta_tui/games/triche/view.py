"""A table of Triché as one viewer sees it."""

from triqueta_protocol.games.triche import Mine, Public
from triqueta_protocol.games.triche_cards import CENTRE
from triqueta_tui.session.view import TableView

View = TableView[Public, Mine]


def carre_of(view: View, seat: int) -> int:
    """The carré a seat owns."""
    return view.public.owners.index(seat)


def known_centre(view: View, carre: int) -> int | None:
    """The face-down card of a carré, if this viewer knows it."""
    if view.opened is not None:
        return view.opened.mines[carre].centre
    own = view.mine is not None and carre == view.seat and view.public.carres[carre][CENTRE] is not None
    return view.mine.centre if own and view.mine is not None else None
