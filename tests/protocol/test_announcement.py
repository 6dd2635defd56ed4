"""What an announcement on the network says, and what of one is believed."""

import re

import pytest

from tests.protocol.pages import chapter
from triqueta_protocol.announcement import SERVICE, Announcement, read_txt


def test_an_announcement_is_read_as_it_was_written() -> None:
    said = Announcement(name="Höhle", version="1.2.3", tables=3, password=True, tls=False)
    written = {name.encode(): value.encode() for name, value in said.txt().items()}
    assert written[b"password"] == b"1"
    assert written[b"tls"] == b"0"
    assert read_txt(written | {b"later": b"x", b"flag": None}) == said


@pytest.mark.parametrize(
    "txt",
    [
        {},
        {b"name": b""},
        {b"name": b"a" * 40},
        {b"name": b"oak", b"tables": b"many"},
        {b"name": b"oak", b"tables": b"-1"},
        {b"name": b"oak", b"password": b"perhaps"},
        {b"name": None},
    ],
)
def test_what_makes_no_sense_is_no_announcement(txt: dict[bytes, bytes | None]) -> None:
    assert read_txt(txt) is None


def test_a_name_on_the_network_can_do_no_harm() -> None:
    said = read_txt({b"name": b"\x1b[31moak\xe2\x80\xae", b"version": b"\x071\xff"})
    assert said is not None
    assert said.name == "[31moak"
    assert said.version == "1\N{REPLACEMENT CHARACTER}"


def test_the_protocol_page_names_every_field_of_an_announcement() -> None:
    section = chapter("README", "Being found")
    named = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
    assert named == set(Announcement(name="oak").txt())
    assert SERVICE.removesuffix(".local.") in section
