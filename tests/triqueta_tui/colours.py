"""Colours as a terminal shows them, and how well they stand out from each other."""

from math import dist

from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import Theme

DEPTHS = ("truecolor", "256")
_STEPS = (0, 95, 135, 175, 215, 255)

# Machado, Oliveira, Fernandes 2009, severity 1.0, for linear RGB.
SIGHT = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TOLD_APART = {"truecolor": 20.0, "256": 15.0}
"""A difference in CIELAB at which nobody has to look twice (just noticeable is about 2.3)."""


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


def apart(one: Color, other: Color, sight: str) -> float:
    """How different two colours look to somebody, as a distance in CIELAB."""
    return dist(_lab(one, sight), _lab(other, sight))


def _lab(colour: Color, sight: str) -> tuple[float, float, float]:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    ]
    r, g, b = (
        min(1.0, max(0.0, sum(f * part for f, part in zip(row, linear, strict=True)))) for row in SIGHT[sight]
    )
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
