"""What kind of bot sits on a seat, in the words of every language."""

import pytest

from triqueta_protocol.events import SeatInfo
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.widgets.level_words import bot_words


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_of_the_server_and_of_guests_are_told_apart_from_people(language: str) -> None:
    use(language)
    own = bot_words("triqueta", SeatInfo(kind="bot", name="Wren", level="easy"))
    guest = bot_words("triqueta", SeatInfo(kind="player", name="Zed", player="0a", bot=True))
    assert own
    assert guest
    assert own != guest
    assert bot_words("triqueta", SeatInfo(kind="player", name="Ana", player="0b")) == ""
