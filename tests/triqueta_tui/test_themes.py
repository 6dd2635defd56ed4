"""Every theme can be read on every surface, with all colours and with 256, and surfaces differ."""

from itertools import combinations

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color

from tests.triqueta_tui.bare import TERMINAL
from tests.triqueta_tui.colours import DEPTHS, SIGHT, apart, contrast, drawn_with, shown
from tests.triqueta_tui.driving import make_app
from triqueta_tui.app import TriquetaApp
from triqueta_tui.navigator import Navigator
from triqueta_tui.paths import Paths
from triqueta_tui.terminal import Terminal
from triqueta_tui.themes import CONTRAST, DAYLIGHT, NAMES, NORD, theme
from triqueta_tui.themes.eight_bit import nearest, numbered
from triqueta_tui.widgets.players import COLOURS

COLOURED = [name for name in NAMES if not theme(name, []).ansi]
SURFACES = ("background", "surface", "panel", "band")
WORDS = ("foreground", "muted", "points-up", "points-down", "footer-key-foreground", "error", *COLOURS)
PAPER = ("paper-ink", "paper-pen", "paper-mark")


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_words_can_be_read_on_every_surface(name: str, depth: str) -> None:
    colours = drawn_with(theme(name, [], depth), depth)
    least = 7.0 if name == CONTRAST else 4.5
    for word in WORDS:
        for surface in SURFACES:
            assert contrast(colours[word], colours[surface]) >= least, (word, surface)
    for player in COLOURS:
        assert contrast(colours["my-turn-text"], colours[player]) >= 4.5, player
    assert contrast(colours["my-turn-text"], colours["my-turn"]) >= least
    for word in PAPER:
        assert contrast(colours[word], colours["paper"]) >= 4.5, word


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_players_are_told_apart_by_their_colours_besides_their_signs(
    name: str, depth: str, sight: str
) -> None:
    colours = drawn_with(theme(name, [], depth), depth)
    for one, other in combinations(COLOURS, 2):
        assert apart(colours[one], colours[other], sight) >= 9, (one, other)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_what_is_faint_can_still_be_seen(name: str, depth: str) -> None:
    colours = drawn_with(theme(name, [], depth), depth)
    for word in ("faint", "primary", "accent", "warning", "success", "bar", "knot"):
        for surface in ("background", "surface", "band"):
            assert contrast(colours[word], colours[surface]) >= 3.0, (word, surface)
    assert contrast(colours["paper-line"], colours["paper"]) >= 3.0


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", [name for name in COLOURED if name != CONTRAST])
def test_a_card_is_told_from_the_table_below_it(name: str, depth: str) -> None:
    colours = drawn_with(theme(name, [], depth), depth)
    grounds = [colours[surface] for surface in ("background", "surface", "panel")]
    assert len(set(grounds)) == 3
    assert colours["band"] != colours["background"]
    assert Color(0, 0, 0) not in grounds
    assert colours["border"] not in grounds


@pytest.mark.parametrize("number", [16, 22, 124, 150, *range(231, 256)])
def test_a_colour_that_was_chosen_by_its_number_is_sent_as_that(number: int) -> None:
    sent = RichColor.from_rgb(*numbered(number).rgb).downgrade(ColorSystem.EIGHT_BIT)
    assert sent.number == number


@pytest.mark.parametrize("number", range(231, 256))
def test_greys_are_as_light_as_terminals_show_them(number: int) -> None:
    level = 255 if number == 231 else 8 + 10 * (number - 232)
    assert shown(numbered(number).hex, "256") == Color(level, level, level)


@pytest.mark.parametrize("colour", ["#101716", "#002b36", "#cf5a26", "#1377d3", "#fbf7ee", "#9aaba2"])
def test_the_nearest_colour_is_sent_as_it_is(colour: str) -> None:
    sent = nearest(Color.parse(colour))
    assert nearest(shown(sent.hex, "256")) == sent


def test_no_two_neighbouring_dark_tints_become_one() -> None:
    dark = [nearest(Color.parse(colour)) for colour in ("#101716", "#1c2826", "#2b3a36")]
    assert all(one != other for one, other in combinations(dark, 2))


@pytest.mark.parametrize(
    ("term", "system"), [("xterm-256color", "256"), ("foot", "256"), ("xterm", "standard")]
)
async def test_the_colours_that_are_sent_are_those_the_theme_was_made_for(
    paths: Paths, term: str, system: str
) -> None:
    app = make_app(paths, terminal=Terminal.of({"TERM": term}))
    async with app.run_test():
        assert app.console.color_system == system
        if system == "256":
            assert app.current_theme.background == numbered(233).hex


async def test_colours_change_at_once_and_for_this_run_only_if_the_command_line_says_so(paths: Paths) -> None:
    app = TriquetaApp(Navigator, paths=paths, terminal=TERMINAL, overrides={"theme": DAYLIGHT})
    async with app.run_test():
        assert not app.current_theme.dark
        app.change_settings(turn_alert=False)
        assert app.file.read().theme == ""
        app.change_settings(theme=NORD)
        assert app.current_theme.name == NORD
        assert app.current_theme.background == theme(NORD, []).background
