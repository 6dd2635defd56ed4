"""What a terminal says about itself."""

import pytest

from triqueta_tui.terminal import Terminal


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, "truecolor"),
        ({"TERM": "xterm-direct"}, "truecolor"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "tmux-256color"}, "256"),
        ({"TERM": "alacritty"}, "256"),
        ({"TERM": "xterm-kitty"}, "truecolor"),
        ({"TERM": "xterm-16color"}, "16"),
        ({"TERM": "rxvt-16color"}, "16"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "vt100"}, "16"),
        ({"TERM": "screen"}, "16"),
        ({"TERM": "dumb"}, "none"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
        ({}, "256"),
    ],
)
def test_colours(environment: dict[str, str], colours: str) -> None:
    assert Terminal.of(environment).colours == colours


def test_ssh_is_far_away() -> None:
    assert Terminal.of({"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}).remote
    assert Terminal.of({"SSH_TTY": "/dev/pts/1"}).remote
    assert not Terminal.of({"TERM": "xterm"}).remote


@pytest.mark.parametrize(
    ("environment", "way"),
    [
        ({"TERM": "xterm-kitty"}, "9"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "9"),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, "9"),
        ({"TERM": "xterm-ghostty"}, "777"),
        ({"TERM": "foot-extra"}, "777"),
        ({"TERM": "rxvt-unicode-256color"}, "777"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "777"),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, "777"),
        ({"TERM": "tmux-256color", "VTE_VERSION": "7600"}, ""),
        ({"TERM": "screen", "LC_TERMINAL": "iTerm2"}, ""),
        ({"TERM": "xterm-256color"}, ""),
        ({"TERM": "linux"}, ""),
        ({}, ""),
    ],
)
def test_notifications(environment: dict[str, str], way: str) -> None:
    assert Terminal.of(environment).notification == way


def test_a_dumb_terminal_cannot_show_a_screen() -> None:
    assert Terminal.of({"TERM": "dumb"}).dumb
    assert not Terminal.of({"TERM": "xterm"}).dumb
