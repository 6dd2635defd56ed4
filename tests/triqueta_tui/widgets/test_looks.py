"""Looks follow the theme, and cost a table no nodes of their own."""

from dataclasses import replace
from importlib import import_module
from pkgutil import walk_packages

import pytest

import triqueta_tui
from tests.triqueta_tui.driving import driving, make_app
from tests.triqueta_tui.widgets.stage import stage
from triqueta_tui import themes
from triqueta_tui.paths import Paths
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.drawn_widget import Drawn


class Marked(Board):
    PANES = 1
    # Nothing of its own style changes with the theme.
    DEFAULT_CSS = "Marked { color: white; background: black; }"

    def draw(self, canvas: Canvas) -> None:
        canvas.write(0, 0, "mark", self.style_of("mark"))


async def test_another_theme_is_seen_at_once(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        app = driver.app
        screen = await stage(driver, lambda: [Marked()])
        shown = screen.query_one(Marked).query_one("Pane")
        app.register_theme(replace(app.current_theme, name="as-before", variables={"my-turn": "#123456"}))
        app.theme = "as-before"
        await driver.pilot.pause()
        cells = app.screen._compositor.render_strips()[shown.region.y]
        style = next(segment.style for segment in cells if "mark" in segment.text)
        assert style is not None
        assert style.color is not None
        assert style.color.name == "#123456"


@pytest.mark.parametrize("theme", themes.NAMES)
def test_every_look_is_in_every_theme(theme: str, paths: Paths) -> None:
    app = make_app(paths)
    app._use_theme(theme)
    variables = app.get_css_variables()
    for widget in drawn_widgets():
        for look in widget.LOOKS.values():
            look.style(variables)


def test_drawn_widgets_have_no_component_classes() -> None:
    """Each would be a node of the DOM in each widget, made anew with every change of its style."""
    for widget in drawn_widgets():
        assert not widget._get_component_classes(), widget


def drawn_widgets() -> list[type[Drawn]]:
    for module in walk_packages(triqueta_tui.__path__, "triqueta_tui."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    found, rest = [], [Drawn]
    while rest:
        found.append(rest.pop())
        rest += found[-1].__subclasses__()
    return found
