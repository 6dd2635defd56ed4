"""What the page of the browser's gateway says."""

import re

import pytest

from triqueta_server.gateways.messages import WORDS, Message
from triqueta_server.gateways.web.site import STATIC, page
from triqueta_server.limits.declared import GuestLimits
from triqueta_tui.locale import LANGUAGES


def test_every_word_of_the_page_is_there_in_every_language() -> None:
    assert set(WORDS) == set(LANGUAGES)
    assert len({frozenset(words.page) for words in WORDS.values()}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_and_asks_for_nothing_elsewhere(language: str) -> None:
    text = page("<b>Ana's & Bo's", language, GuestLimits(per_address=3))
    assert "$" not in text
    assert "<b>" not in text
    for source in (text, *(file.read_text() for file in STATIC.iterdir())):
        links = [
            link for link in re.findall(r"https?://[^\s\"')]+", source) if "www.w3.org/2000/svg" not in link
        ]
        assert links == []


def test_the_page_says_nothing_that_it_has_no_words_for() -> None:
    script = (STATIC / "page.js").read_text()
    used = set(re.findall(r"words\.(\w+)", script)) | set(
        re.findall(r"(?:notice|offerReturn)\(\"(\w+)\"", script)
    )
    assert used
    assert used <= set(WORDS["en"].page) | {message.value for message in Message}
