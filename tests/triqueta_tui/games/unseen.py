"""Moves that nobody looks at: what a table would draw after each is drawn once, after the last."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from triqueta_tui.widgets.drawn_widget import Drawn
from triqueta_tui.widgets.log import Log


@contextmanager
def drawn_once() -> Iterator[None]:
    """While a game is taken to where a test begins. Whole games that are played by keys draw every move."""
    at_once, waiting = Drawn.redraw, dict[Drawn, None]()

    def redraw(widget: Drawn) -> None:
        if isinstance(widget, Log):
            at_once(widget)  # where it begins depends on what it has shown
        else:
            waiting[widget] = None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Drawn, "redraw", redraw)
        yield
    for widget in waiting:
        if widget.is_attached:
            widget.redraw()
