"""The protocol as its pages in ``docs`` describe it."""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "docs" / "protocol"
PAGES: Final = {file.stem: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.md"))}


def chapter(page: str, title: str) -> str:
    """A page's chapter of this title."""
    return PAGES[page].split(f"\n## {title}\n")[1].split("\n## ")[0]
