"""Triché by keys alone, in a real terminal, against real bots."""

import re
from pathlib import Path

import pytest

from tests.integration.at_terminal import leave
from tests.terminal import Terminal, own_environment, triqueta

_ASKS = {
    "over": re.compile(r"play again"),
    "question": re.compile(r"y (?:Conquer|Swap)"),
    "hint": re.compile(r"no more hints"),
    "exchange": re.compile(r"Enter (?:Give back|Keep the whole hand)"),
    "round": re.compile(r"^Enter continue", re.MULTILINE),
    "set_up": re.compile(r"Which card goes|Where does this card go|And this one|Is this your carré"),
    "turn": re.compile(r"Play \S+(?:: at home| \()|play it in any other|must go to another"),
}


def ask(text: str) -> str | None:
    return next((name for name, pattern in _ASKS.items() if pattern.search(text)), None)


def play_to_the_end(terminal: Terminal, most: int = 400) -> set[str]:
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
        terminal.press("y" if kind == "question" else "enter")
        terminal.wait_for(lambda text, before=before: text != before)  # type: ignore[misc]
    raise AssertionError(f"the game does not end. The screen:\n{terminal.text}")


def test_a_carre_is_set_up_and_a_card_is_laid(tmp_path: Path) -> None:
    command = triqueta("play", "triche", "--players", "2", "--seed", "croissant")
    with Terminal(command, environment=own_environment(tmp_path)) as terminal:
        terminal.wait_for("face down into the centre?")
        terminal.press("2", "enter")
        terminal.wait_for("Where does this card go?")
        terminal.press("enter")
        terminal.wait_for("And this one?")
        terminal.press("escape")
        terminal.wait_for("Where does this card go?")
        terminal.press("right", "enter")
        terminal.wait_for("And this one?")
        terminal.press("enter")
        terminal.wait_for("Is this your carré?")
        terminal.press("enter")
        terminal.wait_for("at home anywhere")
        terminal.press("enter")
        terminal.wait_for("You played ")
        leave(terminal)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_a_whole_guided_game_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    with Terminal(triqueta(), environment=own_environment(tmp_path), size=size) as terminal:
        terminal.wait_for("until next time")
        terminal.press("g")
        terminal.wait_for("Triché (2–6)")
        terminal.press("t")
        terminal.wait_for("What it is about")
        asked = play_to_the_end(terminal)
        assert {"hint", "set_up", "turn", "round", "over"} <= asked
        leave(terminal)
