"""Commands: from one record come key, word, help and what can go wrong with remapping."""

import pytest
from textual.binding import Binding

from triqueta_tui.commands import APP_QUIT, HOME_PLAY, ROOMS_ADD_BOT, ROOMS_READY, ROOMS_START
from triqueta_tui.commands.command import Clash, Command, bindings, clashes, command, keys_of, show_key


def test_a_command_is_found_by_its_id() -> None:
    assert command("rooms.start") is ROOMS_START
    assert command("rooms.nothing") is None
    assert command(None) is None


def test_two_commands_with_one_id_are_a_mistake() -> None:
    with pytest.raises(ValueError, match=r"rooms\.start"):
        Command("rooms.start", "s")


def test_word_and_help_come_from_the_catalogue() -> None:
    assert ROOMS_START.word() == "start"
    assert ROOMS_START.help() == "Start the game; open seats are removed"


def test_a_binding_carries_the_id_for_remapping() -> None:
    (binding,) = bindings(APP_QUIT)
    assert isinstance(binding, Binding)
    assert (binding.key, binding.action, binding.id) == ("ctrl+c,ctrl+q", "quit", "app.quit")
    assert binding.priority
    assert not binding.show


def test_a_key_map_replaces_all_keys_of_a_command() -> None:
    assert keys_of(HOME_PLAY, {}) == ("p",)
    assert keys_of(HOME_PLAY, {"home.play": "?, f9"}) == ("question_mark", "f9")


def test_clashes_are_found_with_and_without_a_key_map() -> None:
    together = (ROOMS_START, ROOMS_READY, ROOMS_ADD_BOT)
    assert clashes(together, {}) == []
    assert clashes(together, {"rooms.add_bot": "r"}) == [Clash("r", (ROOMS_READY, ROOMS_ADD_BOT))]


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("question_mark", "?"),
        ("f1", "F1"),
        ("ctrl+p", "^p"),
        ("up", "↑"),
        ("escape", "Esc"),
        ("enter", "Enter"),
        ("a", "a"),
        ("shift+tab", "shift+Tab"),
        ("delete", "Del"),
    ],
)
def test_keys_are_shown_as_people_write_them(key: str, shown: str) -> None:
    assert show_key(key) == shown
