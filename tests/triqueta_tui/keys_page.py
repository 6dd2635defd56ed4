"""Writes ``docs/keys.md``: ``python -m tests.triqueta_tui.keys_page``."""

from pathlib import Path
from typing import Final

from triqueta_tui.commands.command import Command
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.keymap import every_command

PAGE: Final = Path(__file__).parents[2] / "docs" / "keys.md"

HEAD: Final = """\
# Keys

Every command with its name and its usual keys, for the settings file: under `[keys]`, `"table.leave" = "x"` \
gives a command another key, and several keys are separated by commas. The settings screen (F2) changes most \
of them without the file; `?` lists what works on a screen, and what each does.
"""


def row(one: Command) -> str:
    return f"| `{one.id}` | `{one.keys}` |"


def page() -> str:
    lines: list[str] = []
    area = ""
    for one in every_command(Games(PACKAGES)):
        if one.area != area:
            area = one.area
            lines += ["", f"## `{area}`", "", "| name | keys | word |", "|---|---|---|"]
        lines.append(f"{row(one)} {one.word()} |")
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
