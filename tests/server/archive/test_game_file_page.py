"""The page about files is true: its example is one, and its numbers and keys are the program's."""

import re
import zlib
from pathlib import Path

import msgpack

from triqueta_protocol.codec import pack, plain
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import MOST_FILE
from triqueta_protocol.settings import ClockRule
from triqueta_server.archive import game_file
from triqueta_server.archive.finished_game import PlayedSeat, TableFacts

PAGE = (Path(__file__).parents[3] / "docs" / "game-file.md").read_text()
WORDS = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`\n]+)`", PAGE))))


def example() -> bytes:
    block = re.search(r"^```game-file\n(.+?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert block is not None
    return bytes.fromhex(block[1])


def test_the_example_is_a_game_and_written_as_the_page_says() -> None:
    file = example()
    game, ended = game_file.read(file)
    assert f"{len(file)} bytes in hexadecimal" in PAGE
    assert (game.game, game.options, len(game.seats)) == ("triqueta", {"variant": "dorra", "start": None}, 2)
    assert [one.place for one in ended] == [2, 1]
    again = game_file.write(game)
    raw = [zlib.decompress(one[game_file.HEAD :]) for one in (file, again)]
    assert raw[0] == raw[1] == pack(msgpack.unpackb(raw[0]))


def test_every_key_and_every_refusal_is_on_the_page() -> None:
    body = msgpack.unpackb(zlib.decompress(example()[game_file.HEAD :]))
    inner = {*TableFacts.__struct_fields__, *PlayedSeat.__struct_fields__, *ClockRule.__struct_fields__}
    assert body.keys() | inner <= WORDS
    assert {word for word in WORDS if word.startswith("file_")} == {
        code.value for code in Code if code.value.startswith("file_")
    }
    assert plain(TableFacts()) == {}


def test_the_numbers_are_the_programs() -> None:
    for number in (MOST_FILE, game_file.MOST_UNPACKED, game_file.MOST_DECISIONS):
        assert f"{number:,}" in PAGE
    assert f"`{game_file.MAGIC.decode()}`" in PAGE
    assert f"| the format: {game_file.FORMAT} |" in PAGE
