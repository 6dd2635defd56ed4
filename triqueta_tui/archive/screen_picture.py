"""The screen as a picture: an SVG, and a PNG where a program of this machine can make one."""

import asyncio
import shutil
import subprocess
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from rich.style import Style

from triqueta_tui.app import TriquetaApp
from triqueta_tui.archive.picture import CELL, grounds, svg
from triqueta_tui.archive.saving import SavingError, save, usual_folder
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.tuning.screen_strips import screen_strips
from triqueta_tui.widgets.canvas import Canvas

_PATIENCE: Final = 20.0
"""Seconds for a program to make a PNG."""

_CHROMIUM: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
"""Without a sandbox, which does not work everywhere: it only reads the picture that was just written."""


def screen_svg(app: TriquetaApp) -> str:
    """What the terminal shows now as an SVG document."""
    canvas = Canvas(*app.size)
    for y, strip in enumerate(screen_strips(app.screen)):
        x = 0
        for segment in strip:
            x = canvas.write(x, y, segment.text, segment.style or Style.null())
    return svg(canvas, *grounds(app))


async def save_shown(app: TriquetaApp) -> None:
    """Save what the terminal shows now, and say where."""
    size = app.size.width * CELL[0], app.size.height * CELL[1]
    try:
        files = await asyncio.to_thread(save_picture, screen_svg(app), size)
    except SavingError as error:
        app.notify(str(error), severity="error", markup=False)
    else:
        app.notify(say("exports.saved", path=listed(map(str, files))), markup=False)


def save_picture(document: str, size: tuple[int, int], folder: Path | None = None) -> list[Path]:
    """Write the picture into the usual folder and return its files; raises ``SavingError``."""
    path = (folder or usual_folder()) / f"triqueta-{datetime.now():%Y-%m-%d-%H%M%S}.svg"
    save(path, document.encode())
    png = path.with_suffix(".png")
    return [path, png] if _convert(path, png, size) else [path]


def _convert(source: Path, target: Path, size: tuple[int, int]) -> bool:
    """Make a PNG of an SVG; False if no program of this machine can."""
    for name, arguments in _converters(source, target, size):
        program = shutil.which(name)
        if program is None:
            continue
        try:
            subprocess.run([program, *arguments], check=True, capture_output=True, timeout=_PATIENCE)  # noqa: S603
        except (OSError, subprocess.SubprocessError):
            continue
        if target.is_file():
            return True
    return False


def _converters(source: Path, target: Path, size: tuple[int, int]) -> Sequence[tuple[str, list[str]]]:
    width, height = size
    window = [*_CHROMIUM, f"--window-size={width},{height}", f"--screenshot={target}", source.as_uri()]
    return (
        ("rsvg-convert", ["--output", str(target), str(source)]),
        *((name, window) for name in ("chromium", "chromium-browser", "google-chrome")),
        ("magick", [str(source), str(target)]),
    )
