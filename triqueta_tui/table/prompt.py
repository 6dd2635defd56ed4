"""The prompt: who decides and what the player can do; below it a detail about the cursor."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from rich.cells import cell_len

from triqueta_tui.commands import TABLE_BACK, TABLE_LEAVE
from triqueta_tui.commands.command import Command, first_key
from triqueta_tui.locale import say
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

Leaver = Literal["seated", "watching", "solo", "rated"]


@dataclass(frozen=True)
class Keys:
    """The keys of commands under the player's key map."""

    keymap: Mapping[str, str]

    def of(self, command: Command) -> str:
        return first_key(command, self.keymap)


class NoKeys(Keys):
    """In a replay the keys of the game do nothing, so none are shown beside its pieces."""

    def of(self, command: Command) -> str:
        return ""


class Prompt(Board):
    DEFAULT_CSS = """
    Prompt { height: 1; }
    """
    MARGIN: ClassVar[int] = 4
    """Cells of a line that stay empty."""

    def __init__(self) -> None:
        super().__init__(id="prompt")
        self.words = ""
        self.detail = ""
        self.urgent = False
        """Whether it is this player's decision: the line is coloured."""

    def say(self, words: str, detail: str = "", *, urgent: bool) -> None:
        self.words, self.detail, self.urgent = words, detail, urgent
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        words = f"{' ❯ ' if self.urgent else '   '}{self.words}"
        if self.urgent:
            style = self.style_of("cursor")
            end = canvas.write(0, 0, words, style)
            canvas.write(end, 0, " " * (canvas.width - end), style)
        else:
            canvas.write(0, 0, words, self.style_of("strong"))
        canvas.write(3, 1, self.detail, self.style_of("dim"))


def leave_question(who: Leaver, keys: Keys, cells: int) -> str:
    """The question whether to leave: consequences and keys."""
    named = {"key": keys.of(TABLE_LEAVE), "back": keys.of(TABLE_BACK)}
    return fitting(cells, *(say(f"table.{style}.leave.{who}", **named) for style in ("prompt", "brief")))


def fitting(cells: int, *words: str) -> str:
    """The first text that fits, or the last."""
    return next((one for one in words if cell_len(one) <= cells), words[-1])
