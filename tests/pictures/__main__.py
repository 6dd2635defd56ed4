"""Pictures of the table and its overlays, at several sizes, in all languages and themes.

    python -m tests.pictures                     every picture, into a temporary folder
    python -m tests.pictures --themes            the screens in every theme, with all colours and with 256
    python -m tests.pictures --only place        one scene
    python -m tests.pictures --readme            the one that the README shows, into docs/pictures

Needs Chromium and fonts: ``apt install chromium fonts-dejavu-core fonts-noto-cjk``.
"""

import argparse
import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import gettempdir

from tests.pictures.chromium import png
from tests.pictures.scenes import SCENES, Scene, pictured
from tests.pictures.screens import SCREENS, pictured_screen
from tests.pictures.svg import svg
from triqueta_tui.app import TriquetaApp
from triqueta_tui.locale import LANGUAGES
from triqueta_tui.settings import Settings
from triqueta_tui.terminal import Terminal
from triqueta_tui.themes import CONTRAST, FOREST, NAMES, PLAIN, SIXTEEN

SIZES = ((80, 24), (120, 36), (40, 12), (45, 40), (60, 20), (95, 30), (100, 30), (150, 40), (200, 50))
"""The first three are taken in every language."""
README = (("table", "five", (120, 36)),)


@dataclass(frozen=True)
class Shot:
    """A scene as it is to be pictured."""

    scene: Scene
    size: tuple[int, int]
    settings: Settings
    name: str


def shots(only: str | None) -> Iterator[Shot]:
    """Every scene at every size; one scene in every language, theme and tile style."""
    for scene in SCENES:
        if only not in {None, scene.name}:
            continue
        for size in SIZES:
            yield Shot(
                scene, size, Settings(language="en", theme=FOREST), f"{scene.name}-{size[0]}x{size[1]}"
            )
        if scene.name not in {"place", "over", "tower"}:
            continue
        for language in LANGUAGES[1:]:
            for size in SIZES[:3]:
                settings = Settings(language=language, theme=FOREST)
                yield Shot(scene, size, settings, f"{scene.name}-{language}-{size[0]}x{size[1]}")
        for theme in (CONTRAST, SIXTEEN, PLAIN):
            yield Shot(scene, (80, 24), Settings(language="en", theme=theme), f"{scene.name}-{theme}")
        letters = Settings(language="en", theme=FOREST, tiles="letters")
        yield Shot(scene, (80, 24), letters, f"{scene.name}-letters")


async def take_themes(folder: Path, match: str) -> None:
    """Write a picture of each important screen in every theme."""
    by_name = {scene.name: scene for scene in SCENES}
    for theme, depth, size in product(NAMES, ("truecolor", "256"), SIZES[:2]):
        terminal = Terminal(colours=depth, remote=True, dumb=False)

        async def expose(app: TriquetaApp) -> None:
            await asyncio.to_thread(png, svg(app, eight_bit=depth == "256"), target)  # noqa: B023 - run at once

        for name in (*SCREENS, "place", "over"):
            called = f"{name}-{theme}-{depth}-{size[0]}x{size[1]}"
            if match not in called or (depth == "256" and theme in {SIXTEEN, PLAIN}):
                continue
            target = folder / f"{called}.png"
            if name in SCREENS:
                await pictured_screen(name, size, terminal, "en", theme, expose)
            else:
                settings = Settings(language="en", theme=theme)
                await pictured(by_name[name], size, settings, expose, terminal)
            print(target)


async def take(shot: Shot, folder: Path) -> None:
    """Write one picture."""
    target = folder / f"{shot.name}.png"

    async def expose(app: TriquetaApp) -> None:
        drawn = svg(app)
        await asyncio.to_thread(png, drawn, target)

    await pictured(shot.scene, shot.size, shot.settings, expose)
    print(target)


def main() -> None:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description=__doc__)
    parser.add_argument("--only", help="one scene", choices=[scene.name for scene in SCENES])
    parser.add_argument(
        "--to", type=Path, default=Path(gettempdir()) / "triqueta-pictures", help="the folder to write to"
    )
    parser.add_argument("--match", default="", help="only pictures whose name contains this")
    parser.add_argument("--themes", action="store_true", help="the screens in every theme")
    parser.add_argument("--readme", action="store_true", help="the picture of the README")
    wanted = parser.parse_args()
    if wanted.readme:
        folder = Path("docs/pictures")
        folder.mkdir(parents=True, exist_ok=True)
        by_name = {scene.name: scene for scene in SCENES}
        for name, scene, size in README:
            shot = Shot(by_name[scene], size, Settings(language="en", theme=FOREST), name)
            asyncio.run(take(shot, folder))
        return
    wanted.to.mkdir(parents=True, exist_ok=True)
    if wanted.themes:
        asyncio.run(take_themes(wanted.to, wanted.match))
        return
    for shot in shots(wanted.only):
        if wanted.match in shot.name:
            asyncio.run(take(shot, wanted.to))


if __name__ == "__main__":
    main()
