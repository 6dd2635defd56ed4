"""Tripitz by keys alone, in a real terminal, against real bots."""

import re
from pathlib import Path

import pytest

from tests.integration.at_terminal import leave
from tests.terminal import Terminal, own_environment, triqueta

_ASKS = {
    "over": re.compile(r"play again"),
    "hint": re.compile(r"no more hints"),
    "exchange": re.compile(r"None of your stones|Exchange stones \("),
    "turn": re.compile(r"Place .+ \(Enter\)|[Ss]it out"),
}


def ask(text: str) -> str | None:
    return next((name for name, pattern in _ASKS.items() if pattern.search(text)), None)


def play_to_the_end(terminal: Terminal, most: int = 200) -> set[str]:
    """Answer whatever is asked, and return the kinds of questions there were."""
    asked = set()
    for _ in range(most):
        terminal.wait_for(lambda text: ask(text) is not None, seconds=60)
        before = terminal.text
        kind = ask(before)
        assert kind is not None
        asked.add(kind)
        if kind == "over":
            return asked
        if kind == "exchange":
            terminal.press("x", "a")
        terminal.press("enter")
        terminal.wait_for(lambda text, before=before: text != before)  # type: ignore[misc]
    raise AssertionError(f"the game does not end. The screen:\n{terminal.text}")


def test_a_stone_is_laid_and_stones_are_exchanged(tmp_path: Path) -> None:
    command = triqueta("play", "tripitz", "--players", "2", "--seed", "pids")
    with Terminal(command, environment=own_environment(tmp_path)) as terminal:
        terminal.wait_for(lambda text: ask(text) is not None)
        if ask(terminal.text) == "hint":
            terminal.press("escape")
        terminal.wait_for("touched = ")
        terminal.press("enter")
        terminal.wait_for("You placed ")
        terminal.wait_for("exchange (x)")
        terminal.press("x")
        terminal.wait_for("Select stones first")
        terminal.press("1", "3")
        terminal.wait_for("Exchange 2 stones")
        terminal.press("enter")
        terminal.wait_for("You exchanged 2 stones")
        leave(terminal)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_a_whole_game_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    command = triqueta("play", "tripitz", "--players", "3", "--seed", "pids")
    with Terminal(command, environment=own_environment(tmp_path), size=size) as terminal:
        assert {"turn", "over"} <= play_to_the_end(terminal)
        leave(terminal)
