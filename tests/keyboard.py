"""A player who has only a keyboard and what is on the screen, in English."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

_ROWS = r"\(([1-5](?:[ –][1-5])*)\)"
_ASKS = {
    "go on": re.compile(r"^Enter continue", re.MULTILINE),
    "over": re.compile(r"play again|Another game\? The host decides"),
    "tower": re.compile(r"take this tower"),
    "reveal": re.compile(r"^Enter confirm", re.MULTILINE),
    "sure": re.compile(r"\? Enter: take"),
    "place": re.compile(rf"(?:place it in|to) a row {_ROWS}"),
    "turn": re.compile(rf"(?:draw a token|keep drawing) \(d\) or take (?:a|the last) row {_ROWS}"),
    "too late": re.compile(r"^ ❯ That row has already been taken", re.MULTILINE),
    "take": re.compile(rf"tower is empty: take (?:a|the last) row {_ROWS}"),
}
_WORTH = re.compile(r"^[▌ ]+([1-5]) +([+−]?\d+)\b", re.MULTILINE)


def asked(text: str) -> tuple[str | None, str]:
    """What the screen asks for, and which rows may be taken."""
    for ask, pattern in _ASKS.items():
        if found := pattern.search(text):
            return ask, found[1] if found.re.groups else ""
    return None, ""


class Screen(Protocol):
    """What a person sits at: a terminal, or a page with one."""

    @property
    def text(self) -> str: ...

    def wait_for(self, what: str | Callable[[str], bool], seconds: float = ...) -> str: ...

    def press(self, *keys: str) -> None: ...


@dataclass
class KeyboardPlayer:
    """Draws a few tokens each round, then takes the row that looks best."""

    terminal: Screen
    patience: int = 3
    """How many tokens to draw before taking a row."""
    waits: float = 60.0
    """How many seconds the others may take."""
    drawn: int = 0
    pressed: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    """Which questions the screen has asked."""

    def play(self, most: int = 400) -> None:
        """Play until the game is over."""
        for _ in range(most):
            if self.step() == "over":
                return
        raise AssertionError(f"the game does not end. The screen:\n{self.terminal.text}")

    @property
    def is_asked(self) -> bool:
        """Whether the screen asks for something."""
        return asked(self.terminal.text)[0] is not None

    def step(self) -> str:
        """Wait until something is asked, answer it, and wait until the answer has had its effect."""
        self.terminal.wait_for(lambda text: asked(text)[0] is not None, seconds=self.waits)
        before = asked(self.terminal.text)
        ask, rows = before
        assert ask is not None
        self.seen.add(ask)
        if ask != "over":
            self._press(self._answer(ask, rows))
            self.terminal.wait_for(lambda text: asked(text) != before)
        return ask

    def _answer(self, ask: str, rows: str) -> str:
        if ask == "turn" and self.drawn < self.patience:
            self.drawn += 1
            return "d"
        if ask in {"turn", "take"}:
            self.drawn = 0
            return self._best(rows)
        if ask == "too late":
            # Somebody was quicker: the next key brings back what is asked.
            return "down"
        return rows[0] if ask == "place" else "enter"

    def _best(self, rows: str) -> str:
        worth = {row: int(points.replace("−", "-")) for row, points in _WORTH.findall(self.terminal.text)}
        return max(worth, key=worth.__getitem__) if worth else rows[0]

    def _press(self, key: str) -> None:
        self.pressed.append(key)
        self.terminal.press(key)
