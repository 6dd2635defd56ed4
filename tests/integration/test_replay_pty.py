"""``triqueta replay FILE`` in a real terminal: a game is seen again, a spoiled file refused in words."""

from pathlib import Path

import pytest

from tests.terminal import Terminal, own_environment, triqueta
from tests.triqueta_tui.replay.recorded import finished, played
from triqueta_server.archive import game_file


@pytest.fixture(scope="module")
def saved() -> bytes:
    return game_file.write(finished(played("tripitz", 2)))


def test_a_saved_game_is_seen_again_and_closing_it_ends_the_program(tmp_path: Path, saved: bytes) -> None:
    file = tmp_path / "evening.triqueta"
    file.write_bytes(saved)
    last = len(played("tripitz", 2).decisions)
    with Terminal(triqueta("replay", str(file)), environment=own_environment(tmp_path)) as terminal:
        terminal.wait_for(f"0/{last} ")
        terminal.wait_for("all open")
        terminal.press("right")
        terminal.wait_for(f"1/{last} ")
        terminal.press("G")
        terminal.wait_for("The game is over")
        assert "connected" not in terminal.text, "the server is this terminal's own"
        terminal.press("enter")
        terminal.wait_for("Fair shuffle")
        terminal.press("escape", "escape")
        assert terminal.wait_for_end() == 0
        assert terminal.restored


@pytest.mark.slow
def test_a_spoiled_file_is_refused_in_words(tmp_path: Path, saved: bytes) -> None:
    file = tmp_path / "evening.triqueta"
    file.write_bytes(saved[:-3])
    with Terminal(triqueta("replay", str(file)), environment=own_environment(tmp_path)) as terminal:
        assert terminal.wait_for_end() == 1
        assert terminal.restored
        said = terminal.text.replace("\n", "")
        assert "evening.triqueta: The end of this file is missing." in said
        assert "fault of its own" not in said, "it is the file's fault"
