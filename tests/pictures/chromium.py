"""SVG to PNG through a headless Chromium, which draws the grid exactly."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")


def png(svg: str, target: Path) -> None:
    """Write a picture; raises ``FileNotFoundError`` if there is no Chromium."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise FileNotFoundError(
            "pictures need chromium (apt install chromium fonts-dejavu-core fonts-noto-cjk)"
        )
    size = re.search(r'width="(\d+)" height="(\d+)"', svg)
    assert size is not None
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "screen.html"
        page.write_text(f'<meta charset="utf-8"><body style="margin:0">{svg}</body>', encoding="utf-8")
        subprocess.run(
            [
                found,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                f"--window-size={size[1]},{size[2]}",
                f"--screenshot={target}",
                page.as_uri(),
            ],
            check=True,
            capture_output=True,
        )
