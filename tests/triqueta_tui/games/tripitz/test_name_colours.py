"""The names of stones in the log can be read in every theme."""

import pytest

from tests.triqueta_tui.colours import DEPTHS, contrast, drawn_with
from triqueta_protocol.games.tripitz_stones import STONES
from triqueta_tui.games.tripitz.colours import COLOURS
from triqueta_tui.games.tripitz.stone_words import coloured
from triqueta_tui.themes import NAMES, theme

INKS = {str(ink).removeprefix("$") for stone in range(STONES) for _, ink in coloured("a stone", stone)}
COLOURED = [name for name in NAMES if not theme(name, [COLOURS]).ansi]


@pytest.mark.parametrize("name", NAMES)
def test_every_theme_knows_the_inks_of_names(name: str) -> None:
    assert len(INKS) == 4
    assert theme(name, [COLOURS]).variables.keys() >= INKS


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_names_stand_out_from_what_they_are_written_on(name: str, depth: str) -> None:
    colours = drawn_with(theme(name, [COLOURS], depth), depth)
    for ground in ("background", "surface"):
        for ink in INKS:
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
