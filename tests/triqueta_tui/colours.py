"""Colours as a terminal shows them, and how well they stand out from each other."""

from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import Theme

DEPTHS = ("truecolor", "256")
_STEPS = (0, 95, 135, 175, 215, 255)


def shown(colour: str, depth: str) -> Color:
    """A colour as it is on the screen of a terminal that has so many."""
    wanted = Color.parse(colour)
    if depth == "truecolor":
        return wanted
    number = RichColor.from_rgb(*wanted.rgb).downgrade(ColorSystem.EIGHT_BIT).number
    assert number is not None
    if number >= 232:
        return Color(*(8 + 10 * (number - 232),) * 3)
    number -= 16
    return Color(_STEPS[number // 36], _STEPS[number // 6 % 6], _STEPS[number % 6])


def drawn_with(theme: Theme, depth: str) -> dict[str, Color]:
    """The colours of a theme by name."""
    base = {
        name: getattr(theme, name) for name in ("background", "surface", "panel", "foreground", "primary")
    }
    every = base | {name: getattr(theme, name) for name in ("accent", "warning", "error", "success")}
    every |= {name: value for name, value in theme.variables.items() if value.startswith("#")}
    return {name: shown(value, depth) for name, value in every.items()}


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of WCAG."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Color) -> float:
    r, g, b = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
