"""What the terminal shows, line by line: Textual only offers an SVG that asks for a web font."""

from typing import Any

from textual.screen import Screen
from textual.strip import Strip


def screen_strips(screen: Screen[Any]) -> list[Strip]:
    return screen._compositor.render_strips()
