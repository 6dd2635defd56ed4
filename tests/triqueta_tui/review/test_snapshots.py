"""How a review looks: with room for all of it, and with little and without colours."""

from typing import Any, cast

import pytest
from textual.pilot import Pilot

from tests.triqueta_tui.bare import MakeApp
from tests.triqueta_tui.review.test_review_screen import Expert, known


@pytest.mark.parametrize(("size", "theme"), [((120, 36), "forest"), ((40, 12), "plain")])
def test_a_review(snap_compare: Any, make_app: MakeApp, size: tuple[int, int], theme: str) -> None:
    app = cast("Expert", make_app(Expert, theme=theme))

    async def review(pilot: Pilot[None]) -> None:
        screen = await app.review()
        await known(pilot, screen)

    assert snap_compare(app, terminal_size=size, run_before=review)
